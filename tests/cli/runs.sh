#!/bin/bash
# What a run prints, and where.
. "$(dirname "$0")/../common.sh"

# CSV rows that are no heading.
rows() {
	grep -c '^box,' "$out" || true
}

run -m box -s 1 -n 0 -f "$place"
expect_status 0 "a plain run"
expect_out "Machine        Size K/sec %CP"
expect_csv_row
expect_err "Writing intelligently...done"
expect_nothing_left

run -q -m box -s 1 -n 0 -f "$place"
expect_status 0 "-q"
[ "$(wc -l < "$out")" = 1 ] || fail "more than the row on standard output"
expect_csv_row
expect_err "Machine        Size K/sec %CP"
if grep -q "Writing" "$err"; then fail "progress in spite of -q"; fi

run -q -m box -s 1 -n 0 -f -x 3 "$place"
expect_status 0 "-x 3"
[ "$(wc -l < "$out")" = 4 ] || fail "not a heading and three rows"
head -n 1 "$out" | grep -q '^name,file_size,' || fail "no heading"
[ "$(rows)" = 3 ] || fail "not three rows"
expect_nothing_left

run -m box -s 1 -n 0 -f -x 2 "$place"
[ "$(grep -c "Machine        Size" "$out")" -ge 2 ] || fail "no text per run"
expect_csv_row

run -m box -s 0 -n 1 -t seq-create "$place"
expect_status 0 "-s 0"
expect_csv_row
run -m box -s 1 -n 0 -t write,seeks "$place"
expect_status 0 "-t write,seeks"
expect_csv_row
run -s 0 -n 0 "$place"
expect_status 2 "nothing to do"

run -m box -s 1 -n 0 -f -o bonnie++1-csv "$place"
[ "$(wc -l < "$out")" = 1 ] || fail "-o CSV prints more than its row"
run -m box -s 1 -n 0 -f -o "bonnie++2-csv=$work/two" "$place"
grep -q '^1.98,' "$work/two" || fail "no 1.98 row in the file"
expect_csv_row
[ "$(ls "$work" | grep -c tmp)" = 0 ] || fail "a temporary file is left"

run --dry-run -s 1 -n 1 "$place"
expect_status 0 "--dry-run"
expect_out "seq-create"
expect_nothing_left
before=$(stat -c %Y.%Z "$place")
run --dry-run "$place"
[ "$(stat -c %Y.%Z "$place")" = "$before" ] || fail "--dry-run touches"

# One live line that is gone in the end.
run --progress always -m box -s 1 -n 0 -f "$place"
expect_err $'\r'
if grep -q "done" "$err"; then fail "plain lines beside the live one"; fi
run --progress never -m box -s 1 -n 0 -f "$place"
if grep -q "Writing" "$err"; then fail "progress in spite of never"; fi

run --version
[ "$(cat "$out")" != "" ] || fail "no version"
expect_status 0 "--version"
