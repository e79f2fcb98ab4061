#!/bin/bash
# A part of a file is put into the page cache; the detectors must find exactly
# that part, on every file system and through an overlay.
set -eu
watch=$1
. "$(dirname "$0")/../mounts.sh"

images_in_memory
places=
for type in ext4 xfs btrfs; do
	image_mib=$([ $type = xfs ] && echo 320 || echo 160)
	if make_mount $type $type on; then
		places="$places $type"
	else
		echo "left out: $type"
	fi
done
[ -n "$places" ] || skip "no file system could be made"
case $places in
*ext4*)
	if make_overlay overlay ext4; then
		places="$places overlay"
	fi
	;;
esac

# warmed KIND PLACE PERCENT: the output as $out, once so much was cached when it
# began: others may empty the caches of the whole machine in between.
warmed() {
	local tries
	for tries in 1 2 3 4 5; do
		out=$("$watch" "$1" "$top/$2" "$3")
		awk -v got="$(value start-cached)" -v want="$3" 'BEGIN {
			exit !(got - want <= 10 && want - got <= 10) }' &&
			return
	done
	fail "$3 % of $2 never stayed in the cache"
}

# The truth is what the kernel says of the file's pages right before: some may
# have gone again.
for place in $places; do
	for percent in 0 38 94 100; do
		warmed read $place $percent
		near "sequential on $place, $percent % warm" cache-hits \
			"$(value start-cached)" 2
		if [ $percent = 0 ]; then
			expect "cold on $place" cache-hits ok
		else
			expect "warm on $place" cache-hits cached
		fi
	done
	for percent in 0 38 70 100; do
		warmed random $place $percent
		near "random on $place, $percent % warm" cache-hits \
			"$(value start-cached)" 3
	done
done
finish
