#include "core/jsonwrite.h"

#include <math.h>

#include "core/strbuf.h"
#include "core/utf8.h"

void
json_writer_init(struct json_writer *writer, struct strbuf *text, bool pretty)
{
	writer->text = text;
	writer->pretty = pretty;
	writer->depth = 0;
	writer->flat = 0;
	writer->first = true;
}

static void
add_quoted(struct strbuf *text, const char *string)
{
	strbuf_add_char(text, '"');
	while (*string) {
		unsigned char first = (unsigned char)*string;
		size_t length = utf8_length(string);

		if (first == '"' || first == '\\')
			strbuf_addf(text, "\\%c", first);
		else if (first == '\n')
			strbuf_add(text, "\\n");
		else if (first == '\t')
			strbuf_add(text, "\\t");
		else if (first < ' ' || first == 0x7f)
			strbuf_addf(text, "\\u%04x", first);
		else if (length == 0)
			strbuf_add(text, "\\ufffd");
		else
			strbuf_add_bytes(text, string, length);
		string += length ? length : 1;
	}
	strbuf_add_char(text, '"');
}

static void
new_line(struct json_writer *writer)
{
	if (!writer->pretty)
		return;
	strbuf_add_char(writer->text, '\n');
	for (size_t i = 0; i < writer->depth; i++)
		strbuf_add(writer->text, "  ");
}

/* What stands before a value. */
static void
begin(struct json_writer *writer, const char *key)
{
	if (!writer->first)
		strbuf_add_char(writer->text, ',');
	if (writer->depth > 0 && !writer->flat)
		new_line(writer);
	else if (writer->flat && !writer->first && writer->pretty)
		strbuf_add_char(writer->text, ' ');
	writer->first = false;
	if (key) {
		add_quoted(writer->text, key);
		strbuf_add(writer->text, writer->pretty ? ": " : ":");
	}
}

void
json_open(struct json_writer *writer, const char *key, char bracket)
{
	begin(writer, key);
	strbuf_add_char(writer->text, bracket);
	writer->depth++;
	writer->first = true;
}

void
json_open_flat(struct json_writer *writer, const char *key, char bracket)
{
	json_open(writer, key, bracket);
	if (!writer->flat)
		writer->flat = writer->depth;
}

void
json_close(struct json_writer *writer, char bracket)
{
	bool flat = writer->flat > 0;

	if (writer->flat == writer->depth)
		writer->flat = 0;
	writer->depth--;
	if (!writer->first && !flat)
		new_line(writer);
	strbuf_add_char(writer->text, bracket);
	writer->first = false;
}

void
json_string(struct json_writer *writer, const char *key, const char *string)
{
	begin(writer, key);
	if (string)
		add_quoted(writer->text, string);
	else
		strbuf_add(writer->text, "null");
}

void
json_number(struct json_writer *writer, const char *key, double number)
{
	begin(writer, key);
	if (isfinite(number))
		strbuf_add_number(writer->text, number);
	else
		strbuf_add(writer->text, "null");
}

void
json_count(struct json_writer *writer, const char *key, uint64_t count)
{
	begin(writer, key);
	strbuf_addf(writer->text, "%llu", (unsigned long long)count);
}

void
json_bool(struct json_writer *writer, const char *key, bool value)
{
	begin(writer, key);
	strbuf_add(writer->text, value ? "true" : "false");
}
