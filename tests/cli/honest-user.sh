#!/bin/bash
# Who runs it makes no difference: nobody gets the verdicts that root gets, on
# honest mounts and on others.
set -eu
program=$1
. "$(dirname "$0")/../mounts.sh"
command -v python3 >/dev/null || skip "no python3"
id nobody >/dev/null 2>&1 || skip "no user nobody"

chmod 755 "$top"
images_in_memory

# ask PLACE FILE OPTION...: a run, what was found in FILE.json.
ask() {
	local place=$top/$1 file=$top/$2.json
	shift 2
	rm -f "$file"
	chmod 1777 "$place"
	# The same seeks, and so few that hardly a block comes twice.
	out=$("$program" -q -f -n 0 -z 1 -s 32:8k:100 -o json "$@" "$place" 2>&1 \
		>"$file") || fail "$place $*: status $?"
}

# same PLACE OPTION...: root and nobody find the same. What depends on who else
# uses the machine meanwhile is left out, and nothing is to stay in the page
# cache, which others may empty.
same() {
	local place=$1 differs
	shift
	ask "$place" root "$@"
	ask "$place" nobody -u nobody "$@"
	differs=$(python3 - "$top/root.json" "$top/nobody.json" <<'END'
import json, sys
told = {"cold-start", "direct", "direct-io", "data-check", "flush", "not-a-disk",
        "stable-storage", "cache-hits", "cached-below", "never-written"}
def verdicts(path):
    run = json.load(open(path))
    return {(phase["test"], finding["code"]): finding["verdict"]
            for phase in run["phases"] for finding in phase["findings"]
            if finding["code"] in told}
root, nobody = (verdicts(path) for path in sys.argv[1:])
if not root:
    print("root found nothing")
for key in sorted(root.keys() | nobody.keys()):
    if root.get(key) != nobody.get(key):
        print(*key, "root:", root.get(key), "nobody:", nobody.get(key))
END
	)
	[ -z "$differs" ] || fail "$place $*: $differs"
}

image_mib=160
if make_mount ext4 ext4 on; then
	hold_write_back
	same ext4
	same ext4 -D
	if make_overlay overlay ext4; then
		same overlay
	fi
	if make_overlay volatile ext4 volatile; then
		# What is written back in the end is up to the kernel.
		same volatile -t write
	fi

	# A /proc that shows everybody his own processes alone.
	for way in 1 2; do
		out=$(unshare -m sh -c 'mount -t proc -o "hidepid=$0" proc /proc ||
			exit 77
			exec "$@"' $way "$program" -q -u nobody -f -n 0 -s 8 \
			-t write -o json "$top/ext4" 2>/dev/null) || {
			echo "left out: hidepid=$way"
			continue
		}
		case $out in
		*"kernel threads hidden, others hidden"*) ;;
		*) fail "hidepid=$way: what is hidden is not said" ;;
		esac
		case $out in
		*'"cpu-kernel"'*) fail "hidepid=$way: hidden CPU time counted" ;;
		esac
	done
fi
image_mib=320
if make_mount xfs xfs on; then
	same xfs
fi
image_mib=160
if make_mount btrfs btrfs on; then
	same btrfs
fi
if make_mount buffered ext4 off; then
	same buffered
fi
mkdir "$top/tmpfs"
mount -t tmpfs -o size=64m tmpfs "$top/tmpfs"
mounts+=("$top/tmpfs")
same tmpfs
finish
