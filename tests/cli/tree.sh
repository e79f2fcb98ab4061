#!/bin/bash
# The tree tests: a made tree, one that is given and stays as it is, and what
# is no ordinary tree.
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

# A tree that is there, with all that can lie in one.
tree=$work/tree
mkdir -p "$tree/sub/$(printf 'n%.0s' $(seq 255))"
echo hello > "$tree/sub/$(printf '\377\376')"
mkfifo "$tree/pipe"
ln -s loop "$tree/loop"
ln "$tree/sub/$(printf '\377\376')" "$tree/hard"
before=$(cd "$tree" && find . -printf '%p %m %s %T@ %n\n' | sort)
run --tree-from "$tree" -t tree-copy,tree-read,tree-delete --cache keep \
	-c 2 -o json "$place"
expect_status 0 "a given tree"
expect_out "1 device nodes, sockets or pipes were skipped"
after=$(cd "$tree" && find . -printf '%p %m %s %T@ %n\n' | sort)
[ "$before" = "$after" ] || fail "the tree is not what it was"
expect_nothing_left

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

# Without the right to read: counted, not fatal.
if [ "$(id -u)" = 0 ]; then
	chmod 755 "$work"
	chmod 777 "$place"
	mkdir "$tree/secret"
	chmod 700 "$tree/secret"
	run -u nobody --tree-from "$tree" -t tree-copy --cache keep -o json \
		"$place"
	expect_status 0 "unreadable"
	expect_out "entries may not be read"
	expect_nothing_left
fi
