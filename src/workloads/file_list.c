#include "workloads/file_list.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>

#include "core/error.h"
#include "core/mem.h"
#include "io/calls.h"
#include "workloads/job.h"

static int
open_directory(struct file_list *list, struct job *job)
{
	const struct io_calls *calls = job->calls;

	if (list->directory == job->files.directories)
		return error_set(job->error, ERROR_RUN,
				 "some of the '%" PRIu64 "' test files have "
				 "gone meanwhile",
				 job->files.count);
	if (job->files.directories > 1)
		file_directory(list->directory, list->name);
	list->stream = calls->open_directory(calls->self, job->directory_fd,
					     list->name);
	if (!list->stream)
		return error_set_errno(job->error, errno,
				       "cannot open directory '%s'",
				       list->name);
	list->directory++;
	return 0;
}

static int
close_directory(struct file_list *list, struct job *job)
{
	const struct io_calls *calls = job->calls;
	DIR *stream = list->stream;

	list->stream = NULL;
	if (stream && calls->close_directory(calls->self, stream) != 0)
		return error_set_errno(job->error, errno,
				       "cannot close directory '%s'",
				       list->name);
	return 0;
}

static int
list_one(struct file_list *list, struct job *job, uint64_t *number)
{
	const struct io_calls *calls = job->calls;

	for (;;) {
		struct dirent *entry;

		if (!list->stream && open_directory(list, job) != 0)
			return -1;
		errno = 0;
		entry = calls->read_directory(calls->self, list->stream);
		if (entry && file_name_number(entry->d_name, number))
			return 0;
		if (entry)
			continue;
		if (errno != 0)
			return error_set_errno(job->error, errno,
					       "cannot read directory '%s'",
					       list->name);
		if (close_directory(list, job) != 0)
			return -1;
	}
}

/* Takes as many numbers as there is room for. The directory is closed as soon
 * as the whole set is listed. */
static int
fill_window(struct file_list *list, struct job *job)
{
	uint64_t left = job->files.count - list->listed;

	list->next = 0;
	list->count = left < FILE_LIST_WINDOW ? (size_t)left : FILE_LIST_WINDOW;
	for (size_t i = 0; i < list->count; i++)
		if (list_one(list, job, &list->numbers[i]) != 0)
			return -1;
	list->listed += list->count;
	return list->listed == job->files.count ? close_directory(list, job)
						: 0;
}

int
file_list_start(struct file_list *list, struct job *job)
{
	uint64_t count = job->files.count;

	if (close_directory(list, job) != 0)
		return -1;
	if (!list->numbers)
		list->numbers =
			mem_alloc(count < FILE_LIST_WINDOW ? (size_t)count
							   : FILE_LIST_WINDOW,
				  sizeof *list->numbers);
	list->listed = 0;
	list->directory = 0;
	list->name[0] = '.';
	list->name[1] = '\0';
	return fill_window(list, job);
}

int
file_list_next(struct file_list *list, struct job *job, uint64_t *number)
{
	if (list->next == list->count && fill_window(list, job) != 0)
		return -1;
	*number = list->numbers[list->next++];
	return 0;
}

int
file_list_release(struct file_list *list, struct job *job)
{
	free(list->numbers);
	list->numbers = NULL;
	return close_directory(list, job);
}
