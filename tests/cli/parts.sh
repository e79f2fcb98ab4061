#!/bin/bash
# Whatever tests were asked for, the text and the row of them are read back as
# what they were: nothing gets lost and nothing comes under another test.
. "$(dirname "$0")/../common.sh"

values=(1001,11 2002,12 3003,13 4004,14 5005,15 606.5,16
	701,21 702,22 703,23 704,24 705,25 706,26)

# row TEST...: a row of bonnie++ 1.0x with figures of these tests (0 to 11).
row() {
	local io='' files='' has_io='' has_files='' i pair
	for i in {0..11}; do
		pair=,
		case " $* " in
		*" $i "*)
			pair=${values[i]}
			[ "$i" -lt 6 ] && has_io=2G || has_files=16
			;;
		esac
		[ "$i" -lt 6 ] && io+=,$pair || files+=,$pair
	done
	echo "vm,$has_io$io,$has_files$files"
}

# same FORMAT FILE: it is read as one run, the row in $work/row.
same() {
	run convert -o bonnie++1-csv "$2"
	expect_status 0 "tests $tests, $1"
	sed 's/\.5,16/,16/' "$out" > "$work/got"
	sed 's/\.5,16/,16/' "$work/row" > "$work/want"
	cmp -s "$work/got" "$work/want" ||
		fail "tests $tests, $1: $(cat "$work/got")"
}

for tests in 0 1 2 3 4 5 6 7 8 9 10 11 "0 1" "1 4" "1 2 4" "0 1 2 3" \
	"2 3 4 5" "0 1 3 4" "1 2 4 5" "6 8" "9 11" "6 7 8 9" "7 8 10 11" \
	"6 8 9 11" "7 10" "1 6" "1 4 7 10" "5 9" "0 1 2 3 6 7 8 9" \
	"0 1 2 3 4 5" "6 7 8 9 10 11" "0 1 2 3 4 5 6 7 8 9 10 11"; do
	row $tests > "$work/row"
	same "row" "$work/row"
	for format in bonnie++1 bonnie++2; do
		run convert -o "$format" --as-version 1.0.0 "$work/row"
		expect_status 0 "tests $tests to $format"
		cp "$out" "$work/text"
		cat "$work/text" "$work/row" > "$work/both"
		same "$format and row" "$work/both"
		[ "$format" = bonnie++2 ] || same "$format" "$work/text"
	done
done
