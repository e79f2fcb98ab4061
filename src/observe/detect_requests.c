#include "observe/detect.h"

#include "core/units.h"
#include "observe/notes.h"
#include "observe/view.h"

/* What the kernel made of ours: readahead and write-back join neighbours, so
 * that a sequential test with one small request at a time is a few large ones
 * at the device. */
void
detect_requests(const struct phase_view *view, struct notes *notes)
{
	const struct traffic *traffic = &view->traffic;
	bool writes = view_is(view, VIEW_WRITES) && !view_is(view, VIEW_READS);
	struct counter bytes =
		writes ? traffic->top_written_bytes : traffic->top_read_bytes;
	struct counter requests =
		writes ? traffic->top_writes : traffic->top_reads;
	char size[UNITS_TEXT_BYTES];
	struct note *note;

	if (view_is(view, VIEW_COMMAND) || view_is(view, VIEW_FILES) ||
	    !bytes.known || !requests.known || requests.value == 0)
		return;
	units_format_bytes(size, bytes.value / requests.value);
	note = notes_add(notes, VERDICT_OK, "request-size",
			 "the device got %llu %s of %s each",
			 (unsigned long long)requests.value,
			 writes ? "writes" : "reads", size);
	note->value = (double)bytes.value / (double)requests.value;
	note->ruler = "diskstats";
}
