#!/bin/bash
# -D opens the data file with O_DIRECT in each block test, -b flushes after
# every write, and -c works at the same time.
. "$(dirname "$0")/../common.sh"
need strace
strace -o /dev/null true 2> /dev/null || skip "strace may not trace"
# The leak sanitizer cannot work where somebody else traces.
export ASAN_OPTIONS=detect_leaks=0

trace=$work/trace
# traced CALLS ARGUMENT...
traced() {
	local calls=$1
	shift
	status=0
	strace -f -o "$trace" -e "trace=$calls" "$program" "$@" "$place" \
		> "$out" 2> "$err" || status=$?
	expect_status 0 "traced $*"
	expect_nothing_left
}

count() {
	grep -cE -- "$1" "$trace" || true
}

for test in write rewrite read seeks; do
	traced openat,open -D -n 0 -s 1:8k:16 -t $test
	[ "$(count 'O_DIRECT\b')" -gt 0 ] || fail "$test is not direct"
done
traced openat,open -n 0 -s 1 -f
[ "$(count 'O_DIRECT\b')" = 0 ] || fail "direct without -D"

traced fsync,fdatasync -b -n 0 -s 1:64k -t write
[ "$(count 'f(data)?sync\(')" -ge 16 ] || fail "fewer flushes than writes"
traced fsync,fdatasync -n 0 -s 1:64k -t write
[ "$(count 'f(data)?sync\(')" -lt 16 ] || fail "-b without being asked"

# Each of three workers writes its own file, from its own thread.
traced pwrite64,write -c 3 -n 0 -s 48:64k -t write
writers=$(awk '/(pwrite64|write)\(.*65536/ { print $1 }' "$trace" | sort -u |
	wc -l)
[ "$writers" = 3 ] || fail "$writers threads write, not 3"
# At the same time: the first to end is later than the last to begin.
awk '/(pwrite64|write)\(.*65536/ {
	if (!($1 in first)) first[$1] = NR
	last[$1] = NR
} END {
	for (w in first) {
		if (first[w] > begin) begin = first[w]
		if (!end || last[w] < end) end = last[w]
	}
	exit !(begin < end)
}' "$trace" || fail "the workers write one after the other"

# A chunk that the disk cannot take directly is refused before any test has run.
[ "$(id -u)" = 0 ] || exit 0
device=
unmount() {
	umount "$place" 2> /dev/null || true
	[ -z "$device" ] || losetup -d "$device"
	rm -rf "$work"
}
trap unmount EXIT
truncate -s 64M "$work/image"
device=$(losetup -f --show -b 4096 "$work/image" 2> /dev/null) || exit 0
mkfs.ext4 -q "$device"
mount "$device" "$place"
rmdir "$place/lost+found"
run -D -n 0 -s 5:7680 "$place"
expect_status 2 "a chunk of no whole sectors"
expect_err "multiple of 4096 bytes, not 7680"
grep -q 'putc' "$err" && fail "a test was run before"
expect_nothing_left
