# Sourced by the program tests in tests/cli with the program's path in $1.
# Gives $program, $work (a directory of its own, removed at the end), $place (an
# empty directory in it to measure) and what follows.
set -eu
ulimit -Sc 0
program=$1
work=$(mktemp -d)
place=$work/place
out=$work/out
err=$work/err
mkdir "$place"
trap 'rm -rf "$work"' EXIT

fail() {
	echo "FAILED: $*"
	[ ! -s "$out" ] || { echo "--- stdout"; head -20 "$out"; }
	[ ! -s "$err" ] || { echo "--- stderr"; head -20 "$err"; }
	exit 1
}

skip() {
	echo "skipped: $*"
	exit 77
}

need() {
	for tool; do
		command -v "$tool" > /dev/null || skip "no $tool"
	done
}

need_root() {
	[ "$(id -u)" = 0 ] || skip "not root"
}

# run ARGUMENT...: leaves the streams in $out and $err, the status in $status.
run() {
	status=0
	"$program" "$@" > "$out" 2> "$err" < /dev/null || status=$?
}

# start ARGUMENT...: the same in the background, as $pid, with signals as they
# are by default.
start() {
	: > "$out"
	: > "$err"
	env --default-signal "$program" "$@" > "$out" 2> "$err" < /dev/null &
	pid=$!
}

finish() {
	status=0
	wait "$pid" || status=$?
}

# wait_for TEXT FILE: until the background program has written it.
wait_for() {
	local tries=0
	until grep -qF -- "$1" "$2"; do
		tries=$((tries + 1))
		[ $tries -lt 600 ] || fail "no '$1' after a long time"
		kill -0 "$pid" 2> /dev/null || fail "it ended before '$1'"
		sleep 0.05
	done
}

expect_status() {
	[ "$status" = "$1" ] || fail "status $status instead of $1: ${*:2}"
}

expect_err() {
	grep -qF -- "$1" "$err" || fail "no '$1' on standard error"
}

expect_out() {
	grep -qF -- "$1" "$out" || fail "no '$1' on standard output"
}

expect_nothing_left() {
	[ -z "$(ls -A "$place")" ] || fail "left behind: $(ls -A "$place")"
}

# The number of fields of the last line of standard output.
csv_fields() {
	tail -n 1 "$out" | awk -F, '{ print NF }'
}

expect_csv_row() {
	[ "$(csv_fields)" = 27 ] || fail "the last line is no row of 27 fields"
}
