#!/bin/bash
# Targets take turns, A B B A, and are compared at the end.
. "$(dirname "$0")/../common.sh"
mkdir "$work/a" "$work/b"
cd "$work"

run --interleave -x 4 -s 1 -n 0 -t write,read --save saved a b
expect_status 0 "two targets"
[ -z "$(find a b -mindepth 1)" ] || fail "something was left behind"
grep -q '^A  a: 4 runs$' "$out" || fail "no comparison"
grep -q '^B  b: 4 runs$' "$out" || fail "no comparison"
[ "$(tail -n 8 "$out" | cut -d, -f1 | tr '\n' ' ')" = "a a a a b b b b " ] ||
	fail "want a row a run, with the target's name, at the end"
grep -F '"record":"run"' saved | sed 's/.*"label":"\([ab]\)".*/\1/' |
	tr '\n' ' ' > order
[ "$(cat order)" = "a b b a a b b a " ] || fail "other turns: $(cat order)"

run compare saved
expect_status 0 "compare what was saved"
grep -q '^B  b: 4 runs$' "$out" || fail "the targets are not the sides"

run --interleave -x 2 -m box -q -s 1 -n 0 -t write a b
expect_status 0 "-m and -q"
[ "$(grep -c '^box,' "$out")" = 4 ] || fail "not four rows of the machine"
grep -q '^B  b: 2 runs$' "$err" || fail "no comparison on standard error"

run --interleave --dry-run a b
expect_status 0 "--dry-run"
run --interleave a
expect_status 2 "one target"
run --interleave a a
expect_status 2 "the same target twice"
run --interleave --sweep chunk=4k,8k a b
expect_status 2 "a sweep, too"
run a b
expect_status 2 "two targets without --interleave"
run --interleave -s 1 -n 0 a "$work/nowhere"
expect_status 1 "a target that is not there"
grep -qF "$work/nowhere" "$err" || fail "it is not named"
[ -z "$(find a b -mindepth 1)" ] || fail "something was left behind"
