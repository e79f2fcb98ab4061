#!/bin/bash
# Somebody removes the directory in the middle of a run: one line says so.
. "$(dirname "$0")/../common.sh"

# vanished TEXT ARGUMENT...: removes it when TEXT shows up.
vanished() {
	local text=$1
	shift
	start -m box "$@" "$place"
	wait_for "$text" "$err"
	rm -rf "$place" 2> /dev/null || rm -rf "$place"
	finish
	expect_status 1 "gone at $text"
	expect_csv_row
	# While it is being removed, a file may be missed before the folder is:
	# then two lines say what has gone, but none says it twice.
	grep -qE '^diskbench: .*( gone|No such file)' "$err" ||
		fail "$text: not told that it is gone"
	[ -z "$(sort "$err" | uniq -d)" ] || fail "$text: told twice"
	! grep -q "''" "$err" || fail "$text: something without a name"
	mkdir "$place"
}

vanished "start 'em" -f -n 1 -s 1:8k:1000000k --time 2
vanished "start 'em" -f -n 0 -s 1:8k:1000000k --time 2
vanished "Stat files in seq" -s 0 -n 4
