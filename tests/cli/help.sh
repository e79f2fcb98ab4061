#!/bin/bash
# Help, lists and generated pages are complete and readable.
. "$(dirname "$0")/../common.sh"

for words in --help -h help "help options" "help formats" "help tests" \
	"help engines" "help sizes" "help exit codes" "help verdicts" \
	list "list tests" "list formats" "list engines" "help run"; do
	# shellcheck disable=SC2086
	run $words
	expect_status 0 "$words"
	[ -s "$out" ] || fail "$words prints nothing"
	[ ! -s "$err" ] || fail "$words complains"
	[ "$(awk '{ if (length > most) most = length } END { print most }' \
		"$out")" -le 80 ] || fail "$words is wider than 80 columns"
done

run help bash
bash -n "$out" || fail "the bash completion is broken"
. "$out"
# completes WORD... WANTED: what the last word may become.
completes() {
	COMP_WORDS=(diskbench "${@:1:$#-1}")
	COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
	_diskbench || true
	[[ " ${COMPREPLY[*]} " == *" ${!#} "* ]] || fail "completion of $*"
}
completes --s --size
completes --engine s sync
completes -t see seeks
completes list for formats
completes li list

run help man
if command -v mandoc > /dev/null; then
	mandoc -T lint -W error "$out" > "$err" || fail "the manual page"
fi
