#!/bin/bash
# Commands are run in the directory, without a shell, and what they do is told.
. "$(dirname "$0")/../common.sh"

run --cache keep "$place" -- sh -c 'pwd; echo "$1"' x 'a  b'
expect_status 0 "a command"
expect_err "$place"
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

# Our signal ends the command too.
start --cache keep "$place" -- sleep 1000.25
wait_for "Running the command" "$err"
sleep 0.2
kill -INT "$pid"
finish
[ "$status" = 130 ] || fail "status $status after SIGINT"
! pgrep -f 'sleep 1000\.25' > /dev/null || fail "the command runs on"
expect_nothing_left
