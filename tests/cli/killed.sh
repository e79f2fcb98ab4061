#!/bin/bash
# Even SIGKILL leaves no more than one folder, which the next run names.
. "$(dirname "$0")/../common.sh"

start -f -n 0 -s 1:8k:1000000k "$place"
wait_for "start 'em" "$err"

# While it runs, nobody takes its folder for a dead one.
status=0
"$program" -s 1 -n 0 -f "$place" > "$work/out2" 2> "$work/err2" || status=$?
expect_status 0 "a second run"
if grep -q "earlier run" "$work/err2"; then fail "it runs still"; fi

kill -s KILL "$pid"
finish
left=$(ls -A "$place")
[ "$(echo "$left" | wc -l)" = 1 ] || fail "more than one thing is left: $left"
run --dry-run -s 1 -n 0 -f "$place"
expect_status 0 "a dry run"
expect_err "left by an earlier run: '$place/$left', remove it with rm -r"
run -s 1 -n 0 -f "$place"
expect_status 0 "the next run"
expect_err "left by an earlier run: '$place/$left', remove it with rm -r"
[ "$(ls -A "$place")" = "$left" ] || fail "the next run removed it"
