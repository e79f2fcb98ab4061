#!/bin/bash
# The raw suite on a loop device: what is read, what may be written, what comes
# out, and what happens when the device goes.
. "$(dirname "$0")/../common.sh"
need_root
need losetup

image=$work/image
device=
detach() {
	[ -z "$device" ] || losetup -d "$device" 2> /dev/null || true
	device=
}
trap 'detach; rm -rf "$work"' EXIT

# attach SIZE [OPTION...]
attach() {
	local size=$1
	shift
	detach
	rm -f "$image"
	head -c "$size" /dev/urandom > "$image"
	device=$(losetup -f --show "$@" "$image" 2> /dev/null) ||
		skip "no loop devices"
}

attach 8M
before=$(md5sum < "$image")

# By default it is read, by rawio's table.
run --count 400 "$device"
expect_status 0 "reading a device"
expect_out "Test ID          K/sec  /sec %User  %Sys %Total"
grep -qE '^RR   anon ' "$out" || fail "no row of RR"
grep -qE '^SR   anon ' "$out" || fail "no row of SR"
! grep -qE '^(RW|SW)' "$out" || fail "it was written"

# A long table with -q, and JSON.
run -q --count 400 "$device"
expect_status 0 "-q"
head -1 "$out" | grep -q '^source,line,run' || fail "no long CSV"
grep -qE ',RR,rate,bytes/s,' "$out" || fail "no rate of RR"
grep -qE ',RR,ops,1/s,' "$out" || fail "no operations of RR"
run -o json --count 400 "$device"
expect_out '"test": "SR"'
expect_out '"size_bytes": 8388608'
expect_out '"code": "own-cost"'
run -v --count 400 "$device"
grep -qE '^diskbench: RR: own cost [0-9]+ ns/op, [0-9.]+ % of the median' \
	"$err" || fail "no own cost"

# The other tests that only read.
run -t raw,latency --count 300 "$device"
expect_status 0 "raw and latency"
expect_err "RW, SW: left out"
expect_out "Read rate by position, 8 zones:"
expect_out "min/avg/max/mdev = "

for engine in sync direct mmap; do
	run --engine $engine --count 200 "$device"
	expect_status 0 "engine $engine"
done
run --cache keep --count 200 --block 512 --rate 100000 "$device"
expect_status 0 "open loop"
# Reached or not, which may be the machine's fault: a given rate is named.
run --count 40 -t RR --rate 100 "$device"
grep -qE -e "limited by --rate 100, which|--rate 100 was not reached" "$out" ||
	fail "no word of the rate"
run --time 0.2 -t RR "$device"
expect_status 0 "for a time"
run -x 2 --count 200 "$device"
expect_status 0 "two runs"

# What cannot be done is said in one line.
run -t RW "$device"
expect_status 2 "writing without consent"
expect_err "want --destroy=$device"
run --mix 10 "$device"
expect_status 2 "mixing without consent"
run --depth 4 "$device"
expect_status 2 "a depth without a queue"
expect_err "engine 'sync'"
run -t write "$device"
expect_status 2 "a test of a directory"
[ "$(md5sum < "$image")" = "$before" ] || fail "the device was written"

# With consent it is.
run --destroy="$device" --count 400 "$device"
expect_status 0 "writing with consent"
grep -qE '^RW   anon ' "$out" || fail "no row of RW"
grep -qE '^SW   anon ' "$out" || fail "no row of SW"
[ "$(md5sum < "$image")" != "$before" ] || fail "nothing was written"
run --destroy="$device" -t RR --mix 50 --count 400 "$device"
expect_status 0 "a mix with consent"
! grep -qE 'served from page cache|silently buffered' "$out" ||
	fail "what a mix wrote is taken for cache hits"

# What a mix wrote is what belongs there.
mkdir "$work/mixed"
run -t RR,SR -s 8 --mix 50 --count 2000 --threads 1 --verify "$work/mixed"
expect_status 0 "the data of a mix"
# So is what was written in chunks that do not divide one another.
run -t write,RW,SR,RR -s 8:12k --block 1536 --count 2000 --verify "$work/mixed"
expect_status 0 "the data of odd chunks"
run -t RW,SR -s 8:12k --block 4m --count 8 --verify "$work/mixed"
expect_status 0 "the data of chunks that are longer than the pool"

# Sectors of 4 KiB: what is random fits, what is asked for and does not is
# refused.
attach 8M --sector-size 4096
run --count 400 "$device"
expect_status 0 "sectors of 4 KiB"
run --block 512 "$device"
expect_status 2 "a block below a sector"
expect_err "want a multiple of 4096"

# A device smaller than a transfer.
attach 4096
run "$device"
expect_status 1 "a tiny device"
expect_err "less than one transfer"

# The backing file shrinks under the device: an error, and what is done stays.
attach 8M
truncate -s 4M "$image"
run -t SR,RR --count 4000 "$device"
expect_status 1 "a device that has lost its end"
expect_err "cannot read '$device' at byte"
detach

# A regular file is read likewise, and written when it may be.
head -c 1M /dev/urandom > "$image"
before=$(md5sum < "$image")
run --count 100 "$image"
expect_status 0 "a regular file"
[ "$(md5sum < "$image")" = "$before" ] || fail "the file was written"

# What was never written is no disk.
truncate -s 4M "$work/sparse"
run --count 100 "$work/sparse"
expect_status 0 "a file of nothing"
expect_out "100% of the file was never written"

# A character device has no size of its own.
run /dev/zero
expect_status 2 "no size"
expect_err "want -s SIZE"
run -s 1 --count 500 /dev/zero
expect_status 0 "a character device"
run -s 1 "$work/nothing"
expect_status 1 "no such target"
mkfifo "$work/pipe"
run "$work/pipe"
expect_status 2 "a pipe"
