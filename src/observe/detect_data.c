#include "observe/detect.h"

#include "core/meter.h"
#include "observe/notes.h"
#include "observe/view.h"

void
detect_data(const struct phase_view *view, struct notes *notes)
{
	const struct meter *total = view->total;
	struct note *note;

	if (total->checked == 0)
		return;
	if (total->mismatched > 0)
		note = notes_add(notes, VERDICT_INVALID, "data",
				 "%llu of %llu blocks checked came back wrong",
				 (unsigned long long)total->mismatched,
				 (unsigned long long)total->checked);
	else
		note = notes_add(notes, VERDICT_OK, "data",
				 "%llu blocks checked, all good",
				 (unsigned long long)total->checked);
	note->value = (double)total->mismatched;
	note->limit = 0;
	note->ruler = "stamps";
}
