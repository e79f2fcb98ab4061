#!/bin/bash
# -z and -Z make the same random choices again.
. "$(dirname "$0")/../common.sh"
need strace
strace -o /dev/null true 2> /dev/null || skip "strace may not trace"
# The leak sanitizer cannot work where somebody else traces.
export ASAN_OPTIONS=detect_leaks=0

# offsets FILE ARGUMENT...: where the seeks of one seeker went.
offsets() {
	local file=$1
	shift
	strace -f -o "$work/trace" -e trace=pread64 "$program" -n 0 \
		-s 8:8k:200:1 -t seeks "$@" "$place" > "$out" 2> "$err" ||
		fail "seeks with $*"
	grep -o 'pread64([0-9]*, .*' "$work/trace" |
		sed 's/.*, \([0-9]*, [0-9]*\)) *=.*/\1/' > "$file"
	[ "$(wc -l < "$file")" -ge 200 ] || fail "no 200 reads in the trace"
	expect_nothing_left
}

offsets "$work/a" -z 42
offsets "$work/b" -z 42
offsets "$work/c" -z 43
cmp -s "$work/a" "$work/b" || fail "the same seed seeks elsewhere"
if cmp -s "$work/a" "$work/c"; then fail "another seed seeks the same"; fi

head -c 4096 /dev/urandom > "$work/numbers"
offsets "$work/a" -Z "$work/numbers"
offsets "$work/b" -Z "$work/numbers"
cmp -s "$work/a" "$work/b" || fail "the same numbers seek elsewhere"

: > "$work/empty"
run -Z "$work/empty" -s 1 -n 0 "$place"
expect_status 2 "an empty file of numbers"
expect_err "'$work/empty'"
