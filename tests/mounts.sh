# What the mount tests share: small file systems on loop devices in a folder
# of their own, all of which is gone at the end. Sourced after `set -eu`.

skip() {
	echo "skipped: $*"
	exit 77
}

[ "$(id -u)" = 0 ] || skip "not root"
command -v losetup >/dev/null || skip "no losetup"

# Where the images lie: on the machine's disk, or in memory where neighbours
# of that disk would spoil a test.
images_in_memory() {
	mkdir "$top/images"
	mount -t tmpfs -o size=1g tmpfs "$top/images"
	mounts+=("$top/images")
	images=$top/images
}

# Or on a disk that nobody else uses: a loop device in memory with a file system
# for images, so that the stack has a lower end that can be watched.
images_on_own_disk() {
	images_in_memory
	image_mib=700
	make_mount own-disk ext4 off || skip "no ext4"
	image_mib=192
	images=$top/own-disk
}

top=$(mktemp -d "${TMPDIR:-/var/tmp}/diskbench-mounts.XXXXXX")
images=$top
image_mib=192
image_sparse=no
mounts=()
groups=()
held=()

# A loop device goes by itself when what is on it is unmounted.
clean_up() {
	local i
	for ((i = ${#mounts[@]} - 1; i >= 0; i--)); do
		umount "${mounts[i]}" || umount -l "${mounts[i]}" || true
	done
	for i in "${held[@]}"; do
		echo 0 >"$i" || true
	done
	for ((i = ${#groups[@]} - 1; i >= 0; i--)); do
		rmdir "${groups[i]}" || true
	done
	rm -rf "$top"
}
trap clean_up EXIT
trap 'exit 1' INT TERM HUP

# make_loop NAME DIRECT(on|off): a loop device on NAME.img; sets `loop`.
make_loop() {
	local image=$images/$1.img
	# Written out once: else the first write to each block allocates.
	if [ "$image_sparse" = yes ]; then
		truncate -s "${image_mib}M" "$image"
	else
		dd if=/dev/zero of="$image" bs=1M count="$image_mib" status=none
	fi
	sync "$image"
	loop=$(losetup -f --show --direct-io="$2" "$image" 2>&1) ||
		loop=$(losetup -f --show "$image" 2>&1) ||
		skip "no loop device: $loop"
}

# make_mount NAME TYPE DIRECT [OPTIONS]: mounted at $top/NAME.
make_mount() {
	command -v "mkfs.$2" >/dev/null || return 1
	make_loop "$1" "$3"
	mkdir "$top/$1"
	if ! "mkfs.$2" -q "$loop" >/dev/null 2>&1 ||
		! mount ${4:+-o "$4"} "$loop" "$top/$1"; then
		losetup -d "$loop"
		return 1
	fi
	losetup -d "$loop" # as soon as it is unmounted
	mounts+=("$top/$1")
}

# hold_write_back: what is written to the last loop device waits for a flush. A
# fresh device may have next to no dirty pages: the kernel writes them at once.
hold_write_back() {
	local ratio=/sys/class/bdi/$(cat "/sys/block/${loop##*/}/dev")/min_ratio
	[ "$(cat "$ratio" 2>/dev/null)" = 0 ] || return 0
	echo 20 2>/dev/null >"$ratio" || return 0
	held+=("$ratio")
}

# drop_mount NAME: takes the last mount and its image away.
drop_mount() {
	umount "$top/$1"
	unset 'mounts[-1]'
	rm -f "$images/$1.img"
}

# make_overlay NAME BELOW [OPTIONS]: an overlay whose upper part is on BELOW.
make_overlay() {
	local below=$top/$2
	mkdir -p "$below/lower-$1" "$below/upper-$1" "$below/work-$1" "$top/$1"
	mount -t overlay -o "${3:+$3,}lowerdir=$below/lower-$1,upperdir=$below/upper-$1,workdir=$below/work-$1" \
		overlay "$top/$1" 2>/dev/null || return 1
	mounts+=("$top/$1")
}

# make_group CONTROLLER(memory|blkio): a control group of version 1 or 2,
# whichever the machine has; sets `group` and `version`.
make_group() {
	local root=/sys/fs/cgroup controller=$1
	version=1 group=$root/$1/diskbench-test.$$
	if [ ! -e "$root/$1/cgroup.procs" ]; then
		[ "$1" != blkio ] || controller=io
		version=2 group=$root/diskbench-test.$$
		grep -qw "$controller" $root/cgroup.controllers 2>/dev/null &&
			echo "+$controller" 2>/dev/null \
				>$root/cgroup.subtree_control || return 1
	fi
	[ -d "$group" ] && return
	mkdir "$group" 2>/dev/null || return 1
	groups+=("$group")
}

# limit_memory SIZE; limit_reads DEVICE-NUMBER BYTES: of the group's.
limit_memory() {
	case $version in
	1) echo "$1" >"$group/memory.limit_in_bytes" ;;
	2) echo "$1" >"$group/memory.max" ;;
	esac
}
limit_reads() {
	case $version in
	1) echo "$1 $2" >"$group/blkio.throttle.read_bps_device" ;;
	2) echo "$1 rbps=$2" >"$group/io.max" ;;
	esac
}

# in_group COMMAND...: runs it in the group.
in_group() {
	bash -c 'echo $$ >"$0/cgroup.procs"; exec "$@"' "$group" "$@"
}

failures=0

fail() {
	echo "FAILED: $*"
	printf '%s\n' "$out"
	failures=$((failures + 1))
}

# said CODE: the line about that finding in $out; value CODE: its value.
said() {
	printf '%s\n' "$out" | grep "^$1 " || true
}
value() {
	said "$1" | awk '{ print $3; exit }'
}

# expect WHAT CODE VERDICT: the finding is there with that verdict.
expect() {
	case $(said "$2") in
	"$2 $3 "*) ;;
	*) fail "$1: want '$2 $3'" ;;
	esac
}

# near WHAT CODE WANT WITHIN: its value is close to WANT.
near() {
	awk -v got="$(value "$2")" -v want="$3" -v within="$4" 'BEGIN {
		exit !(got != "" && got - want <= within &&
		       want - got <= within) }' ||
		fail "$1: want $2 near $3, got '$(value "$2")'"
}

finish() {
	[ "$failures" = 0 ] || exit 1
	exit 0
}
