#include <stdio.h>
#include <string.h>

#include "cli/command.h"
#include "cli/help.h"
#include "cli/streams.h"
#include "core/strbuf.h"

int
cmd_list(int argc, char **argv)
{
	static const char *const topics[] = { "tests", "formats", "engines" };
	const size_t count = sizeof topics / sizeof topics[0];
	struct strbuf text;
	size_t shown = 0;

	if (argc > 2) {
		say("'%s' is one word too many, want list "
		    "[tests|formats|engines]",
		    argv[2]);
		return STATUS_USAGE;
	}
	strbuf_init(&text);
	for (size_t i = 0; i < count; i++) {
		if (argc == 2 && strcmp(argv[1], topics[i]) != 0)
			continue;
		if (shown++)
			strbuf_add_char(&text, '\n');
		help_topic(&text, topics[i]);
	}
	stream_print(stdout, &text);
	strbuf_release(&text);
	if (shown)
		return STATUS_DONE;
	say("list: '%s' is not known, want tests, formats or engines", argv[1]);
	return STATUS_USAGE;
}
