#!/bin/bash
# What is not ours is not written to: loop devices that carry or serve
# something, and each time the refusal, with its reason, and bytes below that
# are what they were.
. "$(dirname "$0")/../common.sh"
need_root
need losetup

image=$work/image
other_image=$work/other
point=$work/point
node=$work/node
device=
other=
pid=
dm_name=diskbench_guard.$$
mkdir "$point" "$work/by-id"

detach_all() {
	local below
	for below in $(losetup -n -O NAME -j "$1" 2> /dev/null); do
		swapoff "$below" 2> /dev/null || true
		losetup -d "$below" 2> /dev/null || true
	done
}
let_go() {
	[ -z "$pid" ] || kill "$pid" 2> /dev/null || true
	[ -z "$pid" ] || wait "$pid" || true
	pid=
	umount "$point" 2> /dev/null || true
	dmsetup remove "$dm_name" 2> /dev/null || true
	[ -z "$device" ] || detach_all "$device"
	detach_all "$image"
	detach_all "$other_image"
	rm -f "$node"
}
trap 'let_go; rm -rf "$work"' EXIT
trap 'exit 1' INT TERM HUP

# attach MIB [OPTION...]: a blank device on a new image, as $device.
attach() {
	local mib=$1
	shift
	let_go
	rm -f "$image"
	truncate -s "${mib}M" "$image"
	device=$(losetup -f --show "$@" "$image" 2> /dev/null) ||
		skip "no loop devices"
}
left_out() {
	echo "left out: $*"
}
# put AT [TEXT...]: writes bytes, as printf knows them, to that place.
put() {
	printf "$2" | dd of="$device" bs=1 seek="$1" conv=notrunc,fsync \
		2> /dev/null
}
# remember; unchanged: whether all bytes are what they were then. A copy keeps
# the holes, of which nearly all of an image consists.
let_settle() {
	[ -z "$device" ] || sync "$device"
	sync "$image"
}
remember() {
	let_settle
	cp --sparse=always "$image" "$work/before"
}
unchanged() {
	let_settle
	cmp -s "$image" "$work/before"
}
# refused STATUS TEXT ARGUMENT...: that it does not write, and why.
refused() {
	local wanted=$1 text=$2
	shift 2
	remember
	run -t RW,SW --count 16 "$@"
	expect_status "$wanted" "writing with $*"
	expect_err "$text"
	unchanged || fail "$text: it was written all the same"
}
# written ARGUMENT...: that it does.
written() {
	remember
	run -t RW,SW --count 16 "$@"
	expect_status 0 "writing with $*"
	! unchanged || fail "$*: nothing was written"
}

# ---- consent: the very device, by whatever path ------------------------------

attach 4
truncate -s 4M "$other_image"
other=$(losetup -f --show "$other_image")
refused 2 "want --destroy=$device" "$device"
refused 2 "is not '$device'" --destroy="$other" "$device"
refused 2 "is not '$device'" --destroy="$image" "$device"
refused 2 "is not '$device'" --destroy=/dev/null "$device"
refused 2 "is not '$device'" --destroy="$work" "$device"
refused 1 "cannot find '--destroy=$work/none'" --destroy="$work/none" "$device"
ln -s "$other" "$work/by-id/ata-other"
ln -s "$device" "$work/by-id/ata-disk"
ln -s "$work/by-id/none" "$work/by-id/ata-gone"
refused 2 "is not '$device'" --destroy="$work/by-id/ata-other" "$device"
refused 1 "cannot find" --destroy="$work/by-id/ata-gone" "$device"
refused 2 "want --destroy=" "$work/by-id/ata-disk"
refused 2 "is not '$work/by-id/ata-disk'" --destroy="$other" \
	"$work/by-id/ata-disk"
written --destroy="$work/by-id/ata-disk" "$device"
written --destroy="$device" "$work/by-id/ata-disk"
[ -z "$(tr -d '\0' < "$other_image" | head -c 1)" ] || fail "the other was written"

# A mix writes too, and neither reading nor a plan needs consent.
run -t RR --mix 1 --count 16 "$device"
expect_status 2 "a mix without consent"
run -t RW --dry-run --destroy="$device" "$device"
expect_status 0 "a plan"

# ---- in use ----------------------------------------------------------------------

# Somebody, here another diskbench, has it to himself.
attach 4
start -t RW --rate 50 --count 100000 --destroy="$device" "$device"
wait_for "Random writes" "$err"
cp "$err" "$work/first"
run -t RW --count 16 --destroy="$device" "$device"
expect_status 1 "a device that is open exclusively"
expect_err "'$device' is not written to: another program or mount has it"
if command -v mkfs.ext4 > /dev/null; then
	! mkfs.ext4 -q -F "$device" > /dev/null 2>&1 ||
		fail "a file system was made under a run"
fi
kill "$pid"
finish
pid=
expect_status 143 "the first one"

if command -v mkfs.ext4 > /dev/null; then
	attach 16
	mkfs.ext4 -q "$device"
	mount -o ro "$device" "$point" || skip "cannot mount"
	refused 1 "it is mounted at '$point'" --destroy="$device" "$device"
	refused 1 "it is mounted at '$point'" --destroy-signature=ext4 \
		--destroy="$device" "$device"
	refused 1 "is mounted at '$point'" --destroy="$image" "$image"
	run -t RR --count 16 "$device"
	expect_status 0 "reading a mounted device"
	umount "$point"
	refused 1 "it carries 'ext4'" --destroy="$device" "$device"
else
	left_out "mounted, no mkfs.ext4"
fi

# One partition of type 83, from 1 MiB to the end of 16.
attach 16
put 446 '\0\0\0\0\203\0\0\0\0\010\0\0\0\170\0\0'
put 510 '\125\252'
refused 1 "it carries 'mbr'" --destroy="$device" "$device"
losetup -d "$device"
device=$(losetup -f --show -P "$image")
# Not every kernel looks for partitions itself.
[ -e "/sys/block/${device#/dev/}/${device#/dev/}p1" ] ||
	partx -a "$device" 2> /dev/null || addpart "$device" 1 2048 30720 || true
numbers=/sys/block/${device#/dev/}/${device#/dev/}p1/dev
if [ -e "$numbers" ] && command -v mkfs.ext4 > /dev/null; then
	IFS=: read -r major minor < "$numbers"
	mknod "$node" b "$major" "$minor"
	refused 2 "is not '$device'" --destroy="$node" "$device"
	refused 2 "is not '$node'" --destroy="$device" "$node"
	mkfs.ext4 -q "$node"
	mount -o ro "$node" "$point"
	refused 1 "p1 is mounted at '$point'" --destroy-signature=mbr \
		--destroy="$device" "$device"
	refused 1 "is mounted at '$point'" --destroy-signature=ext4 \
		--destroy="$node" "$node"
	umount "$point"
	refused 1 "it carries 'ext4'" --destroy="$node" "$node"
	refused 1 "it carries 'mbr'" --destroy="$device" "$device"
	refused 1 "p1 carries 'ext4' as well" --destroy-signature=mbr \
		--destroy="$device" "$device"
	head -c 1M /dev/zero | dd of="$node" conv=notrunc,fsync 2> /dev/null
	written --destroy-signature=mbr --destroy="$device" "$device"
else
	left_out "a partition in use, none to be had"
fi

attach 16
mkswap "$device" > /dev/null
if swapon "$device" 2> /dev/null; then
	refused 1 "swapped to" --destroy="$device" "$device"
	refused 1 "swapped to" --destroy="$device" --destroy-signature=swap \
		"$device"
	swapoff "$device"
else
	left_out "swapped to, no swapon"
fi

attach 4
upper=$(losetup -f --show "$device")
refused 1 "it is held by '${upper#/dev/}'" --destroy="$device" "$device"
losetup -d "$upper"
refused 1 "held by '${device#/dev/}'" --destroy="$image" "$image"

# What lies below a loop device may be in use by another.
attach 16
beside=$(losetup -f --show "$image")
refused 1 "it is held by '${beside#/dev/}'" --destroy="$device" "$device"
if command -v mkfs.ext4 > /dev/null; then
	mkfs.ext4 -q "$beside"
	mount -o ro "$beside" "$point"
	refused 1 "${beside#/dev/} is mounted at '$point'" \
		--destroy-signature=ext4 --destroy="$device" "$device"
	umount "$point"
fi
losetup -d "$beside"
upper=$(losetup -f --show "$device")
if [ -e "/sys/block/${upper#/dev/}" ] && command -v mkfs.ext4 > /dev/null; then
	mount -o ro "$device" "$point" 2> /dev/null &&
		refused 1 "${device#/dev/} is mounted at '$point'" \
			--destroy-signature=ext4 --destroy="$upper" "$upper"
	umount "$point" 2> /dev/null || true
fi
losetup -d "$upper"

if command -v dmsetup > /dev/null &&
	dmsetup create "$dm_name" --table "0 2048 linear $device 0" 2> /dev/null; then
	refused 1 "it is held by 'dm-" --destroy="$device" "$device"
	dmsetup remove "$dm_name"
else
	left_out "held by the device mapper, no dmsetup or no dm"
fi
if command -v mdadm > /dev/null && mdadm --create /dev/md/guard_test --run \
	--level=1 --force --raid-devices=1 "$device" > /dev/null 2>&1; then
	refused 1 "it is held by 'md" --destroy="$device" "$device"
	mdadm --stop /dev/md/guard_test > /dev/null 2>&1
else
	left_out "held by md, no mdadm or no md"
fi

# ---- what is on it ---------------------------------------------------------------

# carries KIND: refused for that, whatever else is allowed.
carries() {
	refused 1 "it carries '$1', want --destroy-signature=$1" \
		--destroy="$device" "$device"
	refused 1 "it carries '$1' as well" --destroy-signature=DRBD \
		--destroy="$device" "$device"
}
# made KIND MIB TOOL [ARGUMENT...]: by the tool that makes it, which is given the
# device.
made() {
	local kind=$1 mib=$2
	shift 2
	attach "$mib"
	if ! command -v "${1#make_}" > /dev/null; then
		left_out "$kind, no ${1#make_}"
	elif "$@" "$device" > /dev/null 2>&1; then
		carries "$kind"
	else
		left_out "$kind, $1 does not make it"
	fi
}
make_cryptsetup() {
	echo key | cryptsetup luksFormat -q --pbkdf pbkdf2 \
		--pbkdf-force-iterations 1000 "$1" -
}
make_sfdisk() {
	echo "label: $1" | sfdisk -q "$2"
}
make_mdadm() {
	mdadm --create /dev/md/guard_test --run --level=1 --force \
		--raid-devices=1 "$1"
	mdadm --stop /dev/md/guard_test
}
made ext4 16 mkfs.ext4 -q
made ext4 16 mkfs.ext2 -q
made xfs 320 mkfs.xfs -q
made btrfs 128 mkfs.btrfs -q
made vfat 16 mkfs.vfat
made minix 16 mkfs.minix
made minix 16 mkfs.minix -3
made swap 16 mkswap
made LVM2 16 pvcreate -q
made LUKS 32 make_cryptsetup
made md 16 make_mdadm
made gpt 16 make_sfdisk gpt
made mbr 16 make_sfdisk dos

# laid KIND AT BYTES: by its bytes alone, where no tool is needed.
laid() {
	attach 4
	put "$2" "$3"
	carries "$1"
	written --destroy="$device" --destroy-signature="$1" "$device"
}
end=$((4 << 20))
laid LUKS 0 'LUKS\272\276\0\2'
laid LVM2 512 LABELONE
laid md 4096 '\374\116\053\251'
laid md $((end - 65536)) '\374\116\053\251'
laid zfs $((128 << 10)) '\014\261\272\0\0\0\0\0'
laid gpt 512 'EFI PART'
laid gpt $((end - 512)) 'EFI PART'
laid bcache 4120 '\306\205\163\366\116\032\105\312\202\145\365\177\110\272\155\201'

attach 4
refused 2 "is no kind of signature, want one of:" --destroy-signature=nonsense \
	--destroy="$device" "$device"
put 512 LABELONE
put $((128 << 10)) '\014\261\272\0\0\0\0\0'
refused 1 "it carries 'zfs' as well" --destroy-signature=LVM2 \
	--destroy="$device" "$device"

# ---- a file that is not ours ------------------------------------------------------

let_go
device=
head -c 1M /dev/urandom > "$image"
refused 2 "want --destroy=$image" "$image"
refused 2 "is not '$image'" --destroy="$other_image" "$image"
ln "$image" "$work/second"
refused 1 "the file has 2 names" --destroy="$image" "$image"
rm "$work/second"
ln -s "$image" "$work/link"
written --destroy="$work/link" "$image"
printf 'XFSB' | dd of="$image" conv=notrunc 2> /dev/null
refused 1 "it carries 'xfs'" --destroy="$image" "$image"
chmod 400 "$image"
if command -v setpriv > /dev/null; then
	chmod 711 "$work"
	remember
	status=0
	setpriv --reuid 65534 --regid 65534 --clear-groups "$program" -t RW \
		--destroy="$image" "$image" > "$out" 2> "$err" < /dev/null ||
		status=$?
	expect_status 1 "a file that may not be written"
	expect_err "cannot open '$image'"
	unchanged || fail "it was written"
fi
