#!/bin/bash
# What cannot be printed ends with 1 and one line, loses nothing that is saved
# elsewhere, and leaves nothing behind.
. "$(dirname "$0")/../common.sh"

lines_of_save() {
	[ "$(wc -l < "$work/save")" -ge 2 ] || fail "$1: nothing saved"
	rm "$work/save"
}

arguments=(-s 1 -n 0 -f --save "$work/save" -o "bonnie++1-csv=$work/row")
check() {
	expect_status 1 "$1"
	expect_nothing_left
	[ "$(awk -F, '{ print NF }' "$work/row")" = 27 ] || fail "$1: no row"
	rm "$work/row"
	lines_of_save "$1"
}

status=0
"$program" "${arguments[@]}" "$place" > /dev/full 2> "$err" || status=$?
expect_err "cannot write to standard output: No space left on device"
[ "$(grep -c "cannot write to standard output" "$err")" = 1 ] ||
	fail "said more than once"
check "full stdout"

status=0
"$program" "${arguments[@]}" "$place" >&- 2> "$err" || status=$?
expect_err "cannot write to standard output"
check "closed stdout"

status=0
"$program" "${arguments[@]}" "$place" > "$out" 2>&- || status=$?
expect_csv_row
check "closed stderr"

status=0
"$program" "${arguments[@]}" "$place" > "$out" 2> /dev/full || status=$?
expect_csv_row
check "full stderr"

set +e
"$program" "${arguments[@]}" "$place" 2> "$err" | true
status=${PIPESTATUS[0]}
set -e
expect_err "cannot write to standard output: Broken pipe"
check "broken pipe"

# What standard output does not take goes to standard error, so that no figure
# is lost: the text, the row, the format asked for.
rescued() {
	status=0
	"$program" -s 1 -n 0 -f "$@" > /dev/full 2> "$err" || status=$?
	expect_status 1 "$* to a full stdout"
	expect_nothing_left
}

rescued -m box "$place"
expect_err "--Sequential Input-"
expect_err "honest: "
[ "$(tail -n 2 "$err" | grep -c "^box,1M,")" = 1 ] || fail "no row"
rescued -m box -q "$place"
[ "$(grep -c "^box,1M," "$err")" = 1 ] || fail "no row of -q"
[ "$(grep -c -e "--Sequential Input-" "$err")" = 1 ] || fail "text of -q twice"
rescued -m box -o long "$place"
expect_err ",box,1048576,8192,1,write,wall,s,known,"

# The same where targets take turns, and the files are written all the same.
mkdir "$work/other"
rescued --interleave -x 2 -o "json=$work/json" "$place" "$work/other"
[ -s "$work/json" ] || fail "--interleave: no file"
expect_err "honest: "

# A file of -o that cannot be written is found out before the run.
run -s 1 -n 0 -o "bonnie++1=$work/nowhere/x" "$place"
expect_status 1 "-o into nowhere"
[ "$(grep -c "'$work/nowhere/x'" "$err")" = 1 ] || fail "not named once"
expect_nothing_left

run -s 1 -n 0 -f -o bonnie++1=/dev/full "$place"
expect_status 1 "-o to a full device"
expect_err "'/dev/full'"
expect_csv_row
expect_nothing_left

status=0
"$program" --help > /dev/full 2> "$err" || status=$?
expect_status 1 "help to a full device"
