#!/bin/bash
# A signal ends the run with 128 + its number; what is done is printed and
# nothing stays behind.
. "$(dirname "$0")/../common.sh"

# ended SIGNAL TEXT ARGUMENT...: sends it when TEXT shows up.
ended() {
	local signal=$1 text=$2
	shift 2
	start -m box "$@" "$place"
	wait_for "$text" "$err"
	kill -s "$signal" "$pid"
	finish
	expect_status $((128 + $(kill -l "$signal"))) "$signal at $text"
	expect_nothing_left
}

endless=(-f -n 0 -s 1:8k:1000000k)
ended INT "start 'em" "${endless[@]}"
expect_csv_row
expect_err "signal"
expect_err "start 'em...interrupted"
ended TERM "start 'em" "${endless[@]}"
ended HUP "start 'em" "${endless[@]}" -q --progress always
ended TERM "Writing intelligently" -f -n 0 -b -s 512
ended INT "Create files in sequential" -s 0 -n 64
ended TERM "Delete files in sequential" -s 0 -n 4

# timeout(1) signals a process and then its group: still one end, in order.
start -m box "${endless[@]}" "$place"
wait_for "start 'em" "$err"
kill -s TERM "$pid"
kill -s TERM "$pid" 2> /dev/null || true
finish
expect_status $((128 + $(kill -l TERM))) "a signal twice"
expect_csv_row
expect_nothing_left

# An ignored signal stays ignored, as nohup wants it.
: > "$err"
(
	trap '' HUP
	exec "$program" "${endless[@]}" --time 1 "$place" > "$out" 2> "$err"
) &
pid=$!
wait_for "start 'em" "$err"
kill -s HUP "$pid"
finish
expect_status 0 "an ignored signal"

# No core file, where the directory under test is the current one.
: > "$err"
(
	ulimit -Sc hard
	cd "$place"
	exec env --default-signal "$program" -m box "${endless[@]}" \
		> "$out" 2> "$err"
) &
pid=$!
wait_for "start 'em" "$err"
kill -s XCPU "$pid"
finish
expect_status $((128 + $(kill -l XCPU))) "a limit on CPU time by hand"
expect_nothing_left

# Limits of the shell.
status=0
(
	ulimit -f 512
	exec "$program" -m box -f -n 0 -s 4 "$place" > "$out" 2> "$err"
) || status=$?
expect_status $((128 + $(kill -l XFSZ))) "a limit on the size of files"
expect_nothing_left
status=0
(
	ulimit -St 1
	exec "$program" -m box "${endless[@]}" "$place" > "$out" 2> "$err"
) || status=$?
expect_status $((128 + $(kill -l XCPU))) "a limit on CPU time"
expect_csv_row
expect_nothing_left
