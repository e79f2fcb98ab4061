#!/bin/bash
# The tree tests: a made tree, one that does not fit and one that shrinks. What
# can lie in a given one is tree-from.sh's.
. "$(dirname "$0")/../common.sh"

run --cache keep --tree 300:2k:3:20 -t tree -o json "$place"
expect_status 0 "a made tree"
for test in make copy read stat delete; do
	expect_out "\"test\": \"tree-$test\""
done
expect_out "the copy is right"
expect_out '"files": {"value": 300,'
expect_nothing_left

# An engine of its own.
run --cache keep --tree 50 -t tree-copy --engine sendfile -o json "$place"
expect_status 0 "sendfile"
expect_out "copied by sendfile"

run --tree-from "$work/nowhere" -t tree-read "$place"
[ "$status" != 0 ] || fail "no tree was read"
expect_err "'$work/nowhere'"

# A tree that does not fit is refused before anything is written.
run --tree 1000000:1g -t tree-make "$place"
expect_status 1 "no space"
expect_nothing_left

# One that others delete from while it is read.
mkdir "$work/live"
for i in $(seq 400); do echo "$i" > "$work/live/$i"; done
start --tree-from "$work/live" -t tree-copy,tree-read --cache keep -o json \
	"$place"
rm -rf "$work/live"/[1-3]*
finish
expect_status 0 "a tree that shrinks"
expect_nothing_left
