#!/bin/bash
# A tree that is given: whatever lies in it, whoever changes it and wherever its
# copy has no room, nothing is left behind and the tree stays as it is.
[ ! -w /dev/shm ] || export TMPDIR=/dev/shm # no disk is asked here
. "$(dirname "$0")/../common.sh"

tree=$work/tree
mounted=
clean_up() {
	[ -z "$mounted" ] || umount "$mounted" 2> /dev/null || true
	rm -rf "$work"
}
trap clean_up EXIT

# copy TESTS [OPTION...]: each test takes a second, so that a run has those
# alone that tell more than the runs before it.
all_tests=tree-copy,tree-read,tree-delete
copy() {
	run --cache keep --verify --tree-from "$tree" -t "$1" -o json "${@:2}" \
		"$place"
}

# A line for every entry, with all that a reader must leave alone.
list() {
	(cd "$tree" && find . -printf '%p %y %m %s %T@ %C@ %n\n' | sort)
}

mkdir "$tree"
echo a > "$tree/a"

# ---- names, links, and what is no file

mkdir -p "$tree/$(printf 'n%.0s' $(seq 255))/$(printf 'm%.0s' $(seq 255))"
echo long > "$tree/$(printf 'n%.0s' $(seq 255))/$(printf 'f%.0s' $(seq 255))"
for name in $'\377\376' $'bad\303(utf' $'new\nline' '-rf' ' ' '*' "it's"; do
	echo "$name" > "$tree/$name"
done
ln -s loop "$tree/loop"
ln -s two "$tree/one"
ln -s one "$tree/two"
ln -s . "$tree/here"
ln -s "$(printf 'x%.0s' $(seq 4000))" "$tree/nowhere"
ln "$tree/a" "$tree/also a"
mkfifo "$tree/pipe"
special=1
python=$(command -v python3 || true)
if [ -n "$python" ]; then
	(cd "$tree" && "$python" -c \
		'import socket; socket.socket(socket.AF_UNIX).bind("socket")')
	special=2
fi
if [ "$(id -u)" = 0 ] && mknod "$tree/null" c 1 3 2> /dev/null; then
	special=$((special + 1))
fi
before=$(list)
for workers in 1 3; do
	copy $all_tests -c $workers
	expect_status 0 "odd names and loops of links, $workers workers"
	expect_out "the copy is right"
	expect_out '"files": {"value": 15,'
	expect_out "$special device nodes, sockets or pipes were skipped"
	[ "$before" = "$(list)" ] || fail "the tree is not what it was"
	expect_nothing_left
done

# ---- a target within the tree

mkdir "$tree/inside"
run --cache keep --tree-from "$tree" -t tree-copy "$tree/inside"
expect_status 2 "a target within the tree"
expect_err "lies in the tree"
[ -z "$(ls -A "$tree/inside")" ] || fail "something is left in the tree"
run --cache keep --tree-from "$tree" -t tree-read "$tree/inside"
expect_status 0 "only read"
rmdir "$tree/inside"

# ---- a tree that others change meanwhile

(
	while [ ! -e "$work/enough" ]; do
		mkdir -p "$tree/comes/and" "$tree/goes"
		echo 1 > "$tree/comes/and/file"
		echo more >> "$tree/grows"
		: > "$tree/shrinks"
		head -c 100000 /dev/zero > "$tree/shrinks"
		rm -rf "$tree/comes" "$tree/goes"
		echo file > "$tree/comes"
		ln -s a "$tree/goes"
		rm -f "$tree/comes" "$tree/goes"
	done
) 2> /dev/null &
changer=$!
copy tree-copy
[ "$status" != 0 ] || copy $all_tests -c 2
touch "$work/enough"
wait $changer || true
expect_status 0 "a tree that changes"
expect_nothing_left
rm -rf "$tree"/{comes,goes,grows,shrinks,null}

[ "$(id -u)" = 0 ] || {
	echo "not root: no small file systems, no other users"
	exit 0
}

# ---- what may not be read

chmod 755 "$work"
chmod 777 "$place"
mkdir "$tree/secret"
echo hidden > "$tree/secret/file"
echo hidden > "$tree/locked"
chmod 700 "$tree/secret"
chmod 600 "$tree/locked"
for workers in 1 2; do
	copy tree-copy,tree-read -u nobody -c $workers
	expect_status 0 "unreadable"
	[ "$(grep -o '[" ]2 entries may not be read' "$out" | wc -l)" = 2 ] ||
		fail "not both tests tell what may not be read"
	expect_nothing_left
done
rm -rf "$tree/secret" "$tree/locked"

# ---- a target that is small

mount -t tmpfs -o size=4m,nr_inodes=100 tmpfs "$place" 2> /dev/null ||
	skip "what is small: no tmpfs can be mounted"
mounted=$place

# Holes and further names take no room.
truncate -s 1g "$tree/holes"
echo end >> "$tree/holes"
head -c 1000000 /dev/zero | tr '\0' x > "$tree/many"
for i in $(seq 20); do ln "$tree/many" "$tree/many.$i"; done
copy tree-copy
expect_status 0 "holes and links in 4 MB"
expect_out "the copy is right"
copy tree-copy,tree-delete -c 2
expect_status 0 "holes and links in 4 MB, two workers"
expect_out "the copy is right"
expect_nothing_left

# No room: known before.
head -c 5000000 /dev/zero | tr '\0' x > "$tree/large"
copy $all_tests
expect_status 1 "more than fits"
expect_err "this run needs"
expect_nothing_left
rm "$tree/large"
mkdir "$tree/files"
for i in $(seq 100); do : > "$tree/files/$i"; done
copy $all_tests
expect_status 1 "more inodes than there are"
expect_err "inodes"
expect_nothing_left

# No room: found out on the way, for each file takes a page.
umount "$place"
mount -t tmpfs -o size=2m tmpfs "$place"
rm -rf "$tree/files" "$tree"/many* "$tree/holes"
mkdir "$tree/files"
for i in $(seq 700); do echo "$i" > "$tree/files/$i"; done
for workers in 1 2; do
	copy $all_tests -c $workers
	expect_status 1 "full, $workers workers"
	expect_err "No space left on device"
	expect_out '"state": "failed"'
	expect_nothing_left
done
