#!/bin/bash
# A rate limit, a small memory group, a busy neighbour: each must be named.
set -eu
watch=$1
. "$(dirname "$0")/../mounts.sh"

images_in_memory
make_mount ext4 ext4 on || skip "no ext4"
number=$(cat "/sys/block/${loop##*/}/dev")

# in_group DIRECTORY COMMAND...: runs it in a control group.
in_group() {
	local group=$1
	shift
	bash -c 'echo $$ >"$0/cgroup.procs"; exec "$@"' "$group" "$@"
}

blkio=/sys/fs/cgroup/blkio
if [ -e $blkio/blkio.throttle.read_bps_device ] &&
	mkdir "$blkio/diskbench-test.$$" 2>/dev/null; then
	group=$blkio/diskbench-test.$$
	groups+=("$group")
	echo "$number 16777216" >"$group/blkio.throttle.read_bps_device"
	out=$(in_group "$group" "$watch" read "$top/ext4" 0)
	expect "rate limit" device-busy limited
	case $(said device-busy) in
	*"I/O limit"*) ;;
	*) fail "the limit was not named" ;;
	esac
else
	echo "left out: no blkio group of version 1"
fi

memory=/sys/fs/cgroup/memory
if [ -e $memory/memory.limit_in_bytes ] &&
	mkdir "$memory/diskbench-test.$$" 2>/dev/null; then
	group=$memory/diskbench-test.$$
	groups+=("$group")
	echo 24M >"$group/memory.limit_in_bytes"
	# The file does not fit: its warm part is gone again when it is read.
	out=$(in_group "$group" "$watch" read "$top/ext4" 100)
	awk -v got="$(value cache-hits)" \
		'BEGIN { exit !(got != "" && got < 50) }' ||
		fail "small memory group"
else
	echo "left out: no memory group of version 1"
fi

spinners=()
for _ in $(seq $(($(nproc) * 3))); do
	(while :; do :; done) &
	spinners+=($!)
done
out=$("$watch" random "$top/ext4" 100)
kill "${spinners[@]}"
wait "${spinners[@]}" 2>/dev/null || true
expect "spinning neighbours" run-delay shared
finish
