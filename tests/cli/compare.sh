#!/bin/bash
# compare says what is proven, in any output, and leaves no mistake unsaid.
. "$(dirname "$0")/../common.sh"
data=$(dirname "$0")/../compare
old=$data/dual-3.3.txt new=$data/dual-4.0.txt

run compare "$old" "$new"
expect_status 0 "two files"
grep -q '^write .* +12\.5 % .* faster$' "$out" || fail "write is not faster"
grep -q '^read .* no difference proven$' "$out" || fail "read differs"
grep -q 'confidence$' "$out" || fail "not in ministat's words"
[ ! -s "$err" ] || fail "something on standard error"

# What is equivalent by the table is so below it, too.
run compare --delta 2 "$old" "$data/single-3.3.txt"
expect_status 0 "a margin"
grep -q '^write .* equivalent$' "$out" || fail "write is not equivalent"
grep -A1 '^write: ' "$out" | grep -q 'Equivalent within 2%' ||
	fail "write is equivalent in the table alone"

run compare -o json "$old" "$new"
expect_status 0 "JSON"
grep -q '"result": "faster"' "$out" || fail "no result in JSON"
run compare -o long "$old" "$new"
expect_status 0 "long"
[ "$(wc -l < "$out")" = 25 ] || fail "want a heading and 24 rows"
run compare -o markdown "$old" "$new"
expect_status 0 "markdown"
grep -q '^|---' "$out" || fail "no table"
[ "$(grep -c '^| write | MB/s | 15.93 | 17.92 | +12.5 % ' "$out")" = 1 ] ||
	fail "not both sides in a row"
run compare -o html "$old" "$new"
expect_status 0 "HTML"
grep -q '+12\.5 % faster' "$out" || fail "write is not faster on the page"
run compare -o rawio "$old" "$new"
expect_status 2 "no such output"

# Standard input, once.
status=0
"$program" compare "$old" - < "$new" > "$out" 2> "$err" || status=$?
expect_status 0 "standard input"
grep -q '^write .* faster$' "$out" || fail "write is not faster"
run compare - -
expect_status 2 "standard input twice"

# With ministat's own figures, where it is there.
if command -v ministat > /dev/null; then
	column=2
	for test in putc write rewrite getc read seeks; do
		scale=0.001024
		[ $test != seeks ] || scale=1
		for side in old new; do
			# LC_ALL: a comma is no decimal point.
			LC_ALL=C awk -v c=$column -v s=$scale \
				'NR > 3 { printf "%.17g\n", $c * s }' \
				"${!side}" > "$work/$side"
		done
		for sure in 80 90 95 98 99; do
			ministat -s -c $sure "$work/old" "$work/new" |
				sed -n '/onfidence/,$p' > "$work/wanted"
			run compare --pooled --confidence $sure "$old" "$new"
			awk -v test="$test:" '
				$1 == test && $2 == "in" { on = 1; next }
				on && !/onfidence|^\t/ { exit }
				on' "$out" > "$work/got"
			diff "$work/wanted" "$work/got" ||
				fail "$test at $sure: not what ministat says"
		done
		column=$((column + 2))
	done
fi

# What cannot be read is named, and the others are still used.
empty=$work/empty torn=$work/torn.csv nan=$work/nan.csv
: > "$empty"
head -c 65536 /dev/urandom > "$work/binary"
golden=$(dirname "$0")/../golden
head -c 40 "$golden/bonnie++1-csv/1.03e_default.csv" > "$torn"
printf '%s\n%s\n' "$("$program" convert -o long "$old" | head -n 1)" \
	'x,1,1,,,1,1,1,read,rate,bytes/s,known,NaN' > "$nan"
for bad in "$work" "$empty" "$work/binary" "$torn" "$nan" "$work/nowhere"; do
	run compare "$old" "$bad" "$new"
	expect_status 1 "'$bad' among others"
	[ "$(wc -l < "$err")" = 1 ] || fail "want one line for '$bad'"
	grep -qF "$bad" "$err" || fail "'$bad' is not named"
	grep -q '^write .* faster$' "$out" || fail "'$bad': the others lost"
	run compare "$old" "$bad"
	expect_status 1 "'$bad' and one other"
	[ ! -s "$out" ] || fail "a report of one side"
done

run compare
expect_status 2 "no file"
run compare "$old"
expect_status 2 "one file with one set-up"
grep -qF "$old" "$err" || fail "the file is not named"
run compare --explain
expect_status 0 "explain"
grep -q '^  seeks: ' "$out" || fail "seeks are not explained"
run compare --explain "$old" "$new"
expect_status 0 "explain and compare"
grep -q '^  seeks: ' "$out" || fail "seeks are not explained"
for bad in --confidence=20 --confidence=100 --delta=-1 --delta=x --what; do
	run compare $bad "$old" "$new"
	expect_status 2 "$bad"
done
[ ! -e /dev/full ] || {
	status=0
	"$program" compare "$old" "$new" > /dev/full 2> "$err" || status=$?
	expect_status 1 "standard output is full"
}
