#!/bin/bash
# Every engine of tree-copy on file systems with and without shared blocks: what
# it copies is right, and where it cannot it says so and leaves nothing.
program=$1
. "$(dirname "$0")/../mounts.sh"
set -eu
image_mib=320
image_sparse=yes
images_in_memory

tree=
status=0

# make_tree PLACE: with holes, several names, something empty.
make_tree() {
	tree=$1/tree
	mkdir -p "$tree/sub/deep"
	for i in $(seq 40); do
		head -c $((i * 487)) /dev/urandom > "$tree/sub/$i"
	done
	head -c 3000000 /dev/urandom > "$tree/large"
	: > "$tree/empty"
	truncate -s 20m "$tree/holes"
	echo end >> "$tree/holes"
	ln "$tree/large" "$tree/sub/deep/other"
	ln -s large "$tree/link"
	sync -f "$tree"
}

# copy ENGINE PLACE [OPTION...]
copy() {
	local engine=$1 place=$2
	shift 2
	status=0
	out=$("$program" --cache keep -t tree-copy --engine "$engine" --tree-from "$tree" \
		-o json "$@" "$place" 2>&1) || status=$?
	[ "$(cd "$place" && echo diskbench.*)" = 'diskbench.*' ] ||
		fail "$engine: something is left in $place"
}

want() {
	case $out in
	*"$1"*) ;;
	*) fail "$2: no '$1'" ;;
	esac
}

copies() {
	copy "$@"
	[ "$status" = 0 ] || fail "$*: status $status"
	want "the copy is right" "$*"
	want "copied by $1" "$*"
}

# Each engine by one worker and by two: by one on the first file system, by two
# on the second, and the next engine the other way round.
tried=0
for type in btrfs xfs; do
	make_mount $type $type off || continue
	tried=$((tried + 1))
	make_tree "$top/$type"
	workers=$tried
	for engine in read-write copy_file_range sendfile reflink; do
		copies $engine "$top/$type" --verify -c $workers
		workers=$((3 - workers))
	done
	# Blocks are shared: a file far larger than what is free is copied.
	free_kib=$(df --output=avail -k "$top/$type" | tail -n 1)
	head -c $((free_kib / 10 * 6))k /dev/zero > "$tree/huge"
	sync -f "$tree"
	copies reflink "$top/$type"
	copy read-write "$top/$type"
	[ "$status" = 1 ] || fail "$type: a copy without room"
	case $out in
	*"this run needs"* | *"No space left"*) ;;
	*) fail "$type: a copy without room" ;;
	esac
	umount "$top/$type"
	unset "mounts[${#mounts[@]}-1]"
	rm "$images/$type.img"
done
[ $tried -gt 0 ] || skip "neither btrfs nor xfs"

image_mib=64

# Without shared blocks, or to another file system: refused, with the reason.
make_mount ext4 ext4 off || skip "no ext4"
make_tree "$top/ext4"
for engine in read-write copy_file_range sendfile; do
	copies $engine "$top/ext4"
done
copy reflink "$top/ext4"
[ "$status" = 1 ] || fail "reflink on ext4: status $status"
want "engine 'reflink' cannot copy" "ext4"
make_mount other ext4 off
for engine in read-write sendfile; do
	copies $engine "$top/other"
done
copy reflink "$top/other"
[ "$status" = 1 ] || fail "reflink across: status $status"
want "engine 'reflink' cannot copy" "across"
finish
