#!/bin/bash
# The rows that bonnie++2-csv writes are taken by bonnie++'s own tools.
[ ! -w /dev/shm ] || export TMPDIR=/dev/shm # no disk is asked here
. "$(dirname "$0")/../common.sh"
need bon_csv2txt bon_csv2html
golden=$(dirname "$0")/../golden

# text ROWS: what bon_csv2txt makes of them.
text() {
	bon_csv2txt < "$1" 2> "$err" || fail "bon_csv2txt"
}

# Rows of bonnie++ itself, written again, must give the same page.
for file in "$golden"/bonnie++2-csv/2.00a*.csv; do
	case $file in
	*.read.csv) continue ;;
	esac
	run convert -o bonnie++2-csv "$file"
	expect_status 0 "$file"
	cp "$out" "$work/row"
	cmp -s <(text "$file") <(text "$work/row") || fail "$file: another text"
	cmp -s <(bon_csv2html < "$file") <(bon_csv2html < "$work/row") ||
		fail "$file: another page"
done

# What bon_csv2txt makes of a row can be read like the row: number of files,
# sizes, directories and figures of the file part.
for file in "$golden"/bonnie++2-csv/2.00a_shm_{4g,nlink,nmax,nmaxmindir}*.csv; do
	run convert -o bonnie++2-csv "$file"
	expect_status 0 "$file"
	cut -d, -f 22-38 "$out" > "$work/row"
	text "$file" > "$work/text"
	run convert -o bonnie++2-csv "$work/text"
	expect_status 0 "$file as text"
	cmp -s "$work/row" <(cut -d, -f 22-38 "$out") ||
		fail "$file: its text reads differently"
done

# Rows of other versions, with more and less in them.
for file in "$golden"/bonnie++1-csv/*.csv "$golden"/bonnie++2-csv/*.csv; do
	run convert -o bonnie++2-csv "$file"
	expect_status 0 "$file"
	cp "$out" "$work/rows"
	grep -v '^format_version,' "$work/rows" > "$work/plain"
	rows=$(wc -l < "$work/plain")
	[ "$(awk -F, '{ print NF }' "$work/rows" | sort -u)" = 50 ] ||
		fail "$file: not 50 fields"
	text "$work/plain" > "$out"
	[ ! -s "$err" ] || fail "$file: bon_csv2txt complains"
	[ "$(grep -vcE '^ {20}|^Version|^Name:Size|files:max:min|^Latency' \
		"$out")" -ge "$rows" ] || fail "$file: rows are missing"
	bon_csv2html < "$work/rows" > "$out" 2> "$err" ||
		fail "$file: bon_csv2html fails"
	[ ! -s "$err" ] || fail "$file: bon_csv2html complains"
	grep -q '<TD' "$out" || grep -qi '<td' "$out" ||
		fail "$file: an empty page"
done

# The two rows of a run: that of 50 fields as it is, that of 27 converted.
run -s 4 -n 1 -f -t bonnie -m raid -o "bonnie++1-csv=$work/27" \
	-o "bonnie++2-csv=$work/50" "$place"
expect_status 0 "a run"
run convert -o bonnie++2-csv "$work/27"
cp "$out" "$work/27as50"
for file in "$work/50" "$work/27as50"; do
	text "$file" > "$out"
	[ ! -s "$err" ] || fail "$file: bon_csv2txt complains"
	expect_out "raid "
	[ "$(wc -l < "$out")" -ge 8 ] || fail "$file: half of the text"
	bon_csv2html < "$file" > "$out" 2> "$err" || fail "$file: bon_csv2html"
	[ ! -s "$err" ] || fail "$file: bon_csv2html complains"
	expect_out "raid"
done
