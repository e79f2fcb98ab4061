#!/bin/bash
# Whole runs on real mounts: the honest lines stand between the text and the
# CSV row, name what is wrong, and never pass column 79.
set -eu
program=$1
. "$(dirname "$0")/../mounts.sh"

# run PLACE OPTION...: leaves the output in $out, the honest lines in $lines.
run() {
	local place=$top/$1
	shift
	status=0
	out=$("$program" -f -s 32 -n 0 "$@" "$place" 2>&1) || status=$?
	lines=$(printf '%s\n' "$out" | sed -n '/^honest: /,$p' | sed '$d')
	[ -n "$lines" ] || fail "no honest lines"
	printf '%s\n' "$lines" | awk 'length > 79 { exit 1 }' ||
		fail "a line is longer than 79 columns"
	case $(printf '%s\n' "$out" | tail -1) in
	*,*,*,*) ;;
	*) fail "the CSV row is not last" ;;
	esac
	[ -z "$(ls -A "$place" | grep diskbench || true)" ] ||
		fail "something is left in $place"
}

names() {
	case $lines in
	*"$2"*) ;;
	*) fail "$1: nothing says '$2'" ;;
	esac
}

images_on_own_disk
make_mount ext4 ext4 on || skip "no ext4"
hold_write_back
run ext4
case $lines in
"honest: "*" of 4 figures measure the disk"* | \
	"honest: all 4 figures measure the disk"*) ;;
*) fail "ext4: first line" ;;
esac
names "ext4" "read accounting verified"
names "ext4" "fsync flushes seen"

if make_mount buffered ext4 off; then
	run buffered --strict
	names "buffered loop" "a cache below the file system"
	[ "$status" = 4 ] || fail "buffered loop: status $status"
fi

if make_overlay volatile ext4 volatile; then
	run volatile --strict
	names "volatile overlay" "invalid"
	[ "$status" = 4 ] || fail "volatile overlay: status $status"
	sync -f "$top/ext4"
fi

mkdir "$top/tmpfs"
mount -t tmpfs -o size=128m tmpfs "$top/tmpfs"
mounts+=("$top/tmpfs")
run tmpfs
names "tmpfs" "0 of 4 figures measure the disk; 4 do not"
finish
