#!/bin/bash
# A sweep: one run a point, one row each in a table, all of them in JSON and CSV.
. "$(dirname "$0")/../common.sh"

image=$work/image
head -c 1M /dev/urandom > "$image"

run --sweep chunk=4k,16k,64k -t RR,SR --count 50 --cache keep \
	-o "json=$work/json" -o "long=$work/csv" "$image"
expect_status 0 "a sweep of chunks"
for chunk in 4k 16k 64k; do
	[ "$(grep -c "^  chunk=$chunk " "$out")" = 2 ] || fail "no rows of $chunk"
	grep -q "\"label\": \"chunk=$chunk\"" "$work/json" || fail "$chunk: JSON"
done
expect_out "honest: "
awk 'honest && length($0) > 79 { bad = 1 } /^honest: / { honest = 1 }
	END { exit bad }' "$out" || fail "an honest line beyond column 79"
grep -q '"chunk_bytes": 65536' "$work/json" || fail "no size of a chunk"
grep -q ',chunk=16k,1048576,16384,8,SR,rate,' "$work/csv" || fail "no CSV row"

run --sweep threads=1,2 -x 2 -t RR --count 50 -q "$image"
expect_status 0 "a sweep of threads, twice"
[ "$(grep -c ',RR,rate,' "$out")" = 4 ] || fail "no four results"

run --sweep threads=1,2 -t read,write -n 0 -s 1 "$place"
expect_status 0 "a sweep of bonnie's tests"
expect_out "threads=2"
expect_nothing_left
awk '/^honest: / { honest = NR } /^name,file_size/ { rows = NR }
	END { exit !(honest && rows > honest) }' "$out" ||
	fail "no honest lines before the rows"

run --sweep depth=1,4 "$image"
expect_status 2 "a sweep of depths without a queue"
run --sweep depth=1,4 --dry-run --engine uring "$image"
expect_status 0 "a plan of a sweep"
expect_out "depth=4"
