#!/bin/bash
# The tio suite: a file for each thread, tiobench.pl's report, and one run for
# each number of threads.
. "$(dirname "$0")/../common.sh"

run -t tio -s 4 "$place"
expect_status 0 "tio"
expect_nothing_left
expect_out "CPU Eff   = Rate divided by CPU% - throughput per cpu load"
for title in "Sequential Reads" "Random Reads" "Sequential Writes" \
	"Random Writes"; do
	expect_out "$title"
done
# 28 columns of identifier, MB, block and threads.
for threads in 1 2 4 8; do
	[ "$(grep -cE "^.{28}   4     4096 {4}$threads  " "$out")" = 4 ] ||
		fail "no four rows of $threads threads"
done
expect_out "threads=8"
expect_out "honest: "

run --threads 1,3 -t tio-write,tio-rread -s 4 -q -o "json=$work/json" "$place"
expect_status 0 "two numbers of threads"
[ "$(grep -c '"test": "tio-write"' "$work/json")" = 2 ] || fail "no two points"
grep -q '"label": "threads=3"' "$work/json" || fail "no label"
grep -q '"workers": 3' "$work/json" || fail "no workers"

# Files are as large as asked, each by its own thread, and read after the
# unrecorded test that writes them.
run --threads 2 -t tio-rread -s 4 --count 100 -o tiobench "$place"
expect_status 0 "reads alone"
expect_out "Random Reads"
! grep -q "Sequential Writes" "$out" || fail "what only prepares is a result"
"$program" -t tio-write --threads 2 -s 4 -o tiobench "$place" > "$work/report" \
	2> "$err" || fail "a report"
run convert -o long "$work/report"
grep -qE "tio-write,rate,bytes/s,(known|too-fast)," "$out" || fail "no rate"
expect_out ",4194304,4096,2,tio-write"
