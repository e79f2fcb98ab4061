#!/bin/bash
# A rate limit, a small memory group, a busy neighbour: each must be named.
set -eu
watch=$1
. "$(dirname "$0")/../mounts.sh"

images_in_memory
make_mount ext4 ext4 on || skip "no ext4"
number=$(cat "/sys/block/${loop##*/}/dev")

if make_group blkio; then
	limit_reads "$number" 16777216
	out=$(in_group "$watch" read "$top/ext4" 0)
	expect "rate limit" device-busy limited
	case $(said device-busy) in
	*"I/O limit"*) ;;
	*) fail "the limit was not named" ;;
	esac
else
	echo "left out: no control group for I/O"
fi

if make_group memory; then
	limit_memory 24M
	# The file does not fit: its warm part is gone again when it is read.
	out=$(in_group "$watch" read "$top/ext4" 100)
	awk -v got="$(value cache-hits)" \
		'BEGIN { exit !(got != "" && got < 50) }' ||
		fail "small memory group"
else
	echo "left out: no control group for memory"
fi

spinners=()
for _ in $(seq $(($(nproc) * 3))); do
	(while :; do :; done) &
	spinners+=($!)
done
# The work of some 30 ms would fit into one turn of a scheduler in good mood.
out=$(nice -n 10 "$watch" random "$top/ext4" 100)
kill "${spinners[@]}"
wait "${spinners[@]}" 2>/dev/null || true
expect "spinning neighbours" run-delay shared
finish
