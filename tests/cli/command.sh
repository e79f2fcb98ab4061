#!/bin/bash
# Commands are run in the directory, without a shell, and what they do is told.
. "$(dirname "$0")/../common.sh"

run --cache keep "$place" -- sh -c 'pwd; echo "$1"' x 'a  b'
expect_status 0 "a command"
grep -qxF "$place" "$err" || fail "what it said has no line of its own"
expect_err "a  b"
expect_out "s real "
! grep -qF "a  b" "$out" || fail "the command's output is among the results"
expect_nothing_left

# Times of the whole process tree, also of an orphan.
run --cache keep -o json "$place" -- sh -c \
	'(sleep 0.2; i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done) & exit 0'
expect_status 0 "an orphan"
python=$(command -v python3 || true)
if [ -n "$python" ]; then
	"$python" - "$out" << 'END' || fail "the orphan's time is missing"
import json, sys
quantities = json.load(open(sys.argv[1]))["phases"][0]["quantities"]
sys.exit(not (quantities["wall"]["value"] > 0.2 and
	quantities["user-time"]["value"] > 0.02))
END
fi

# Before and after, untimed, and in words.
run --cache keep --prepare "touch 'a b'" --cleanup "rm \"a b\"" "$place" -- ls
expect_status 0 "prepare and cleanup"
expect_err "a b"
expect_nothing_left

run --prepare true "$place"
expect_status 2 "something to prepare, and no command"
expect_err "--prepare: there is no command to time"
run -t command "$place"
expect_status 2 "the test without a command"
expect_err "test 'command' has no command"
expect_nothing_left

# Three dialects, and what is printed can be read.
run --cache keep -o time "$place" -- true
grep -qE '^command: [0-9.]+s real [0-9.]+s user [0-9.]+s system$' "$out" ||
	fail "no line of ksh's"
run --cache keep -o time-bsd "$place" -- true
grep -qE '^command: +[0-9.]+ real +[0-9.]+ user +[0-9.]+ sys$' "$out" ||
	fail "no line of BSD's"
run --cache keep -o time-posix "$place" -- true
[ "$(awk '{ print $1 }' "$out" | tr '\n' ' ')" = "command: real user sys " ] ||
	fail "no lines of POSIX's"
run --cache keep -o long "$place" -- true
expect_out "command,wall,s,known"

# The text of a run is read as the times that stand in it.
run --cache keep "$place" -- true
"$program" convert -o long "$out" > "$work/times.csv" 2> "$err" ||
	fail "our own text cannot be read"
grep -q ',command,,,,command,wall,s,known,' "$work/times.csv" ||
	fail "the times of our own text have no name"

# What cannot be run, fails or is killed ends the series.
run --cache keep "$place" -- "$work/none"
expect_status 1 "nothing to execute"
expect_err "cannot execute '$work/none': No such file or directory"
run --cache keep -x 3 "$place" -- sh -c 'echo once; exit 3'
expect_status 1 "a command that fails"
expect_err "command 'sh' ended with status 3"
[ "$(grep -c once "$err")" = 1 ] || fail "the series went on"
run --cache keep "$place" -- sh -c 'kill -9 $$'
expect_status 1 "a command that is killed"
expect_err "command 'sh' was killed by signal 9"
run --cache keep --prepare false "$place" -- true
expect_status 1 "a preparation that fails"
run "$place" --
expect_status 2 "no command"
run -t write "$place" -- true
expect_status 2 "a command that no test runs"
expect_err "no test would run the command 'true'"

run --cache keep "$place" -- sh -c 'nowhere-to-be-found'
expect_status 1 "a shell that finds nothing"
expect_err "ended with status 127, as of something that was not found"
echo '#!/nowhere/sh' > "$work/script"
run --cache keep "$place" -- "$work/script"
expect_status 1 "no right to execute"
expect_err "cannot execute '$work/script': Permission denied"
chmod +x "$work/script"
run --cache keep "$place" -- "$work/script"
expect_status 1 "a script without its shell"
expect_err "cannot execute '$work/script': No such file or directory"
run --cache keep "$place" -- sh -c "chmod -x '$work/script'; '$work/script'"
expect_status 1 "a shell that may not execute"
expect_err "ended with status 126, as of something that cannot be executed"

# What comes before and after is told by its own name; what comes after is done
# also where the command failed.
run --cache keep --prepare "sh -c 'exit 4'" "$place" -- touch made
expect_status 1 "a preparation that fails"
expect_err "command 'sh' ended with status 4"
[ ! -e "$place/made" ] || fail "the command ran without its preparation"
run --cache keep --cleanup "sh -c 'exit 5'" "$place" -- true
expect_status 1 "a cleanup that fails"
expect_err "command 'sh' ended with status 5"
run --cache keep --prepare "touch made" --cleanup "rm made" "$place" -- false
expect_status 1 "a command that fails"
expect_err "command 'false' ended with status 1"
expect_nothing_left

# What detaches itself and stays is told, and ended.
run --cache keep "$place" -- sh -c 'setsid sleep 1000.75 > /dev/null 2>&1 &'
expect_status 1 "a command that detaches"
expect_err "left 1 processes behind"
! pgrep -f 'sleep 1000\.75' > /dev/null || fail "what was detached runs on"

# Status and times are had also where nobody wants to hear of children.
status=0
env --ignore-signal=CHLD "$program" --cache keep "$place" -- sh -c 'exit 3' \
	> "$out" 2> "$err" || status=$?
expect_status 1 "SIGCHLD ignored"
expect_err "ended with status 3"

# Several runs: means of the times with their intervals, in every format.
run --cache keep -x 3 -o "json=$work/runs.json" -o "long=$work/runs.csv" \
	"$place" -- sleep 0.01
expect_status 0 "several runs"
for row in real user system; do
	run --cache keep -x 3 "$place" -- sleep 0.01
	grep -qE "^  $row +[mu]?s +[0-9.]+ +[0-9.]+ +[0-9.]+ +[0-9.]+ +[0-9.-]+ +3$" \
		"$out" || fail "no mean and interval of $row"
done
[ "$(grep -c ',command,wall,s,known,' "$work/runs.csv")" = 3 ] ||
	fail "no three runs in the CSV"
"$program" compare "$work/runs.json" "$work/runs.csv" > "$out" 2> "$err" ||
	fail "compare cannot read the runs of a command"
expect_out "command"

# A program that needs less memory than we have ourselves has no peak of ours.
case $(uname -s) in
Linux)
	run --cache keep -o json "$place" -- sleep 0
	! grep -q '"peak-memory": {"value": [0-9]' "$out" ||
		fail "our memory is the command's"
	expect_out "no process of the command had more memory than"
	;;
esac

# It has the three streams, whichever of them we have, and nothing else of ours.
case $(uname -s) in
Linux)
	run --cache keep "$place" -- ls -l /proc/self/fd
	[ "$(grep -c -- '-> ' "$err")" = "$(ls /proc/self/fd | wc -l)" ] ||
		fail "it inherits descriptors"
	;;
esac
"$program" --cache keep "$place" -- sh -c 'echo out && echo err >&2' \
	> "$out" 2>&- || true
expect_out "s real "

# Nor does it stay when we are killed.
start --cache keep "$place" -- sleep 1000.125
wait_for "Running the command" "$err"
until pgrep -f 'sleep 1000\.125$' | grep -qvx "$pid"; do sleep 0.05; done
kill -KILL "$pid"
finish 2> /dev/null
while pgrep -f 'sleep 1000\.125$' > /dev/null; do sleep 0.05; done
rm -rf "$place"/diskbench.*

# Our signal ends the command too.
start --cache keep "$place" -- sleep 1000.25
wait_for "Running the command" "$err"
sleep 0.2
kill -INT "$pid"
finish
[ "$status" = 130 ] || fail "status $status after SIGINT"
! pgrep -f 'sleep 1000\.25' > /dev/null || fail "the command runs on"
expect_nothing_left
