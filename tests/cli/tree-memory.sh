#!/bin/bash
# A tree of many files is copied, read and deleted in little memory.
[ ! -w /dev/shm ] || export TMPDIR=/dev/shm # no disk is asked here
. "$(dirname "$0")/../common.sh"
need python3

mkdir "$work/tree"
(cd "$work/tree" && mkdir a b && seq -f 'a/%.0f' 50000 | xargs touch &&
	seq -f 'b/%.0f' 50000 | xargs touch)
most_kib=$((24 * 1024))
! grep -q __asan_init "$program" || most_kib=$((64 * 1024)) # it takes its own
python3 - "$program" "$work/tree" "$place" $most_kib << 'END' || fail "too much memory"
import resource, subprocess, sys
program, tree, place, most_kib = sys.argv[1:]
subprocess.run([program, "--cache", "keep", "--tree-from", tree,
	"-t", "tree-copy,tree-read,tree-stat,tree-delete", "-c", "2", "-o",
	"json=/dev/null", place], check=True, stdout=subprocess.DEVNULL)
peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
print("peak memory with 100000 files:", peak, "KiB")
sys.exit(peak > int(most_kib))
END
expect_nothing_left
