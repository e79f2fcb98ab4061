#!/bin/bash
# 32 MiB are written and flushed where the flush is honest, where it is a lie,
# and where it is half of the truth.
set -eu
watch=$1
swallow=$2
. "$(dirname "$0")/../mounts.sh"

images_on_own_disk
make_mount ext4 ext4 on || skip "no ext4"
hold_write_back
device=${loop##*/}

out=$("$watch" write "$top/ext4")
expect "honest ext4" stable-storage ok
expect "honest ext4" flush ok

# With the sanitizers, whose library wants to be first.
out=$(ASAN_OPTIONS=verify_asan_link_order=0 LD_PRELOAD=$swallow \
	"$watch" write "$top/ext4")
expect "fsync swallowed" stable-storage invalid
sync -f "$top/ext4"

if mount -o remount,nobarrier "$top/ext4" 2>/dev/null; then
	out=$("$watch" write "$top/ext4")
	expect "nobarrier" flush partly
	mount -o remount,barrier "$top/ext4"
fi

cache=/sys/block/$device/queue/write_cache
if [ "$(cat "$cache")" = "write back" ] &&
	echo "write through" 2>/dev/null >"$cache"; then
	out=$("$watch" write "$top/ext4")
	expect "forced write through" flush partly
	echo "write back" >"$cache"
fi

if make_overlay overlay ext4; then
	out=$("$watch" write "$top/overlay")
	expect "overlay" stable-storage ok
fi
if make_overlay volatile ext4 volatile; then
	out=$("$watch" write "$top/volatile")
	expect "volatile overlay" stable-storage invalid
	sync -f "$top/ext4"
fi

mkdir "$top/tmpfs"
mount -t tmpfs -o size=128m tmpfs "$top/tmpfs"
mounts+=("$top/tmpfs")
out=$("$watch" write "$top/tmpfs")
expect "tmpfs" not-a-disk invalid
out=$("$watch" read "$top/tmpfs" 0)
expect "tmpfs, read" not-a-disk invalid

if make_mount buffered ext4 off; then
	out=$("$watch" write "$top/buffered")
	expect "buffered loop" stable-storage ok
	out=$("$watch" read "$top/buffered" 0)
	expect "buffered loop, read" cache-hits ok
	expect "buffered loop, read" cached-below cached
fi

if make_mount btrfs btrfs on compress-force=zstd; then
	out=$("$watch" write "$top/btrfs")
	expect "btrfs, random data" stable-storage ok
	expect "btrfs, CPU of its threads" cpu-kernel ok
	awk -v got="$(value cpu-kernel)" 'BEGIN { exit !(got > 0) }' ||
		fail "btrfs: its threads need no CPU"
	out=$("$watch" write-zeros "$top/btrfs")
	expect "btrfs, zeros" stable-storage invalid
	expect "btrfs, zeros" compressed partly
fi
finish
