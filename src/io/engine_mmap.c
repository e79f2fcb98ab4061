#include "io/engine.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/error.h"
#include "core/mem.h"
#include "core/units.h"
#include "io/engine_file.h"
#include "platform/platform.h"

/* A file that is made with no size in mind grows by so much at once, and is
 * cut to what was written when it is flushed or closed. */
#define GROWTH_BYTES (64 * UNITS_MIB)
/* Where there is no room to map the whole file, a window of it is mapped. */
#define WINDOW_LEAST_BYTES UNITS_MIB

struct view {
	/* What is mapped; base is NULL when nothing is. */
	char *base;
	uint64_t from_bytes;
	uint64_t mapped_bytes;
	int protection;
	bool random;
	bool is_file; /* not a device: it can grow */
	uint64_t planned_bytes;
	uint64_t file_bytes; /* as far as is known */
	uint64_t end_bytes; /* of what was there or has been written */
	bool grown; /* beyond end_bytes */
	volatile sig_atomic_t faulted;
};

/* ---- a page that cannot be had -------------------------------------------- */

/* SIGBUS comes to the thread that touches a page beyond the end of the file,
 * or one that the device or the file system cannot give. The handler puts a
 * page of zeros there, so that the copy runs to its end, and raises a flag;
 * what was copied then is not used, and a read or write call of the same bytes
 * gets the reason. */
static _Thread_local struct view *active;
static struct sigaction inherited;
static uintptr_t page_bytes;

static void
on_bus_error(int signal_number, siginfo_t *information, void *context)
{
	uintptr_t address = (uintptr_t)information->si_addr;
	struct view *view = active;
	int reason = errno;

	(void)context;
	if (view && address >= (uintptr_t)view->base &&
	    address - (uintptr_t)view->base < view->mapped_bytes) {
		char *page =
			(char *)information->si_addr - address % page_bytes;

		if (platform_map_zeros(page, page_bytes) == 0) {
			view->faulted = 1;
			errno = reason;
			return;
		}
	}
	/* Not ours: the same access fails again, and ends as it would have
	 * without us. */
	sigaction(signal_number, &inherited, NULL);
}

static void
install_handler(void)
{
	struct sigaction action = { .sa_sigaction = on_bus_error,
				    .sa_flags = SA_SIGINFO };

	page_bytes = (uintptr_t)sysconf(_SC_PAGESIZE);
	sigemptyset(&action.sa_mask);
	sigaction(SIGBUS, &action, &inherited);
}

/* Copies from or to the mapping; false when a page could not be had. */
static bool
copy(struct view *view, void *to, const void *from, size_t length)
{
	view->faulted = 0;
	active = view;
	atomic_signal_fence(memory_order_seq_cst);
	memcpy(to, from, length);
	atomic_signal_fence(memory_order_seq_cst);
	active = NULL;
	return !view->faulted;
}

/* ---- the mapping ------------------------------------------------------------- */

static void
unmap(struct view *view)
{
	if (view->base)
		munmap(view->base, (size_t)view->mapped_bytes);
	view->base = NULL;
	view->mapped_bytes = 0;
}

static uint64_t
round_to_pages(uint64_t bytes)
{
	return (bytes + page_bytes - 1) / page_bytes * page_bytes;
}

/* Maps `window_bytes` at a multiple of it that hold `offset_bytes`. */
static bool
map_window(struct io_file *file, uint64_t window_bytes, uint64_t offset_bytes)
{
	struct view *view = file->state;
	void *base;

	if (window_bytes > SIZE_MAX / 2) {
		errno = ENOMEM;
		return false;
	}
	view->from_bytes = offset_bytes / window_bytes * window_bytes;
	base = mmap(NULL, (size_t)window_bytes, view->protection, MAP_SHARED,
		    file->fd, (off_t)view->from_bytes);
	if (base == MAP_FAILED)
		return false;
	view->base = base;
	view->mapped_bytes = window_bytes;
	/* A hint: what it does not help, it does not hurt. */
	if (view->random)
		posix_madvise(base, (size_t)window_bytes, POSIX_MADV_RANDOM);
	return true;
}

/* As much of the file as there is room for, and `offset_bytes` in it. */
static int
map_around(struct io_file *file, uint64_t offset_bytes)
{
	struct view *view = file->state;
	uint64_t window_bytes = view->planned_bytes > view->file_bytes
					? view->planned_bytes
					: view->file_bytes;

	unmap(view);
	if (map_window(file, round_to_pages(window_bytes), offset_bytes))
		return 0;
	for (window_bytes = UINT64_C(1) << 46;
	     errno == ENOMEM && window_bytes >= WINDOW_LEAST_BYTES;
	     window_bytes /= 2)
		if (window_bytes < 2 * view->file_bytes &&
		    map_window(file, window_bytes, offset_bytes))
			return 0;
	return -1;
}

/* The address of `offset_bytes`; *length is cut to what is mapped there. NULL
 * with errno when it cannot be mapped. */
static char *
address_of(struct io_file *file, uint64_t offset_bytes, size_t *length)
{
	struct view *view = file->state;
	uint64_t within;

	if ((!view->base || offset_bytes < view->from_bytes ||
	     offset_bytes - view->from_bytes >= view->mapped_bytes) &&
	    map_around(file, offset_bytes) != 0)
		return NULL;
	within = offset_bytes - view->from_bytes;
	if (*length > view->mapped_bytes - within)
		*length = (size_t)(view->mapped_bytes - within);
	return view->base + within;
}

/* ---- the size ----------------------------------------------------------------- */

static int
ask_size(struct io_file *file)
{
	struct view *view = file->state;
	off_t end = lseek(file->fd, 0, SEEK_END);

	if (end < 0)
		return -1;
	view->file_bytes = (uint64_t)end;
	return 0;
}

static int
set_size(struct io_file *file, uint64_t size_bytes)
{
	struct view *view = file->state;
	int status;

	do
		status = ftruncate(file->fd, (off_t)size_bytes);
	while (status != 0 && errno == EINTR);
	if (status == 0)
		view->file_bytes = size_bytes;
	return status;
}

static int
make_room(struct io_file *file, uint64_t end_bytes)
{
	struct view *view = file->state;

	if (end_bytes <= view->file_bytes)
		return 0;
	if (ask_size(file) != 0)
		return -1;
	if (end_bytes <= view->file_bytes)
		return 0;
	if (!view->is_file) {
		errno = ENOSPC;
		return -1;
	}
	if (set_size(file, end_bytes + GROWTH_BYTES) != 0)
		return errno == EFBIG ? set_size(file, end_bytes) : -1;
	view->grown = true;
	return 0;
}

static int
cut_growth(struct io_file *file)
{
	struct view *view = file->state;

	if (!view->grown)
		return 0;
	view->grown = false;
	return set_size(file, view->end_bytes);
}

/* ---- the engine ---------------------------------------------------------------- */

static int
size_up(struct io_file *file)
{
	struct view *view = file->state;
	struct stat status;

	if (fstat(file->fd, &status) != 0 || ask_size(file) != 0)
		return -1;
	view->is_file = S_ISREG(status.st_mode);
	if ((view->protection & PROT_WRITE) && view->is_file &&
	    view->file_bytes < view->planned_bytes &&
	    set_size(file, view->planned_bytes) != 0)
		return -1;
	view->end_bytes = view->file_bytes;
	return view->file_bytes ? map_around(file, 0) : 0;
}

static int
mmap_open(struct io_file *file, const struct io_calls *calls,
	  const struct io_open *how, struct error *error)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	struct io_open both = *how;
	struct view *view;

	file->engine = &engine_mmap;
	if (how->direct)
		return error_set(error, ERROR_USAGE,
				 "engine 'mmap' works through the page cache, "
				 "want another one for direct I/O");
	/* What can be written to can be read in a mapping. */
	if ((how->flags & O_ACCMODE) == O_WRONLY)
		both.flags = (how->flags & ~O_ACCMODE) | O_RDWR;
	if (engine_file_open(file, calls, &both, error) != 0)
		return -1;
	pthread_once(&once, install_handler);
	view = mem_alloc(1, sizeof *view);
	view->planned_bytes = how->size_bytes;
	view->random = how->random;
	view->protection = PROT_READ;
	if ((both.flags & O_ACCMODE) == O_RDWR)
		view->protection |= PROT_WRITE;
	file->state = view;
	if (size_up(file) == 0)
		return 0;
	error_set_errno(error, errno, "cannot map '%s'", file->name);
	file->state = NULL;
	free(view);
	engine_file_close(file);
	return -1;
}

static ssize_t
mmap_read(struct io_file *file, void *buffer, size_t length,
	  uint64_t offset_bytes)
{
	struct view *view = file->state;
	size_t moved = 0;

	if (offset_bytes + length > view->file_bytes && ask_size(file) != 0)
		return -1;
	if (offset_bytes >= view->file_bytes)
		return 0;
	if (length > view->file_bytes - offset_bytes)
		length = (size_t)(view->file_bytes - offset_bytes);
	while (moved < length) {
		size_t piece = length - moved;
		char *to = (char *)buffer + moved;
		const char *from =
			address_of(file, offset_bytes + moved, &piece);
		ssize_t count = (ssize_t)piece;

		if (!from)
			return -1;
		if (!copy(view, to, from, piece)) {
			unmap(view);
			count = engine_sync.read(file, to, piece,
						 offset_bytes + moved);
		}
		if (count < 0)
			return -1;
		moved += (size_t)count;
		if ((size_t)count < piece)
			break;
	}
	return (ssize_t)moved;
}

static ssize_t
mmap_write(struct io_file *file, const void *buffer, size_t length,
	   uint64_t offset_bytes)
{
	struct view *view = file->state;
	size_t moved = 0;

	if (make_room(file, offset_bytes + length) != 0)
		return -1;
	while (moved < length) {
		size_t piece = length - moved;
		const char *from = (const char *)buffer + moved;
		char *to = address_of(file, offset_bytes + moved, &piece);

		if (!to)
			return -1;
		if (!copy(view, to, from, piece)) {
			unmap(view);
			if (engine_sync.write(file, from, piece,
					      offset_bytes + moved) < 0)
				return -1;
		}
		moved += piece;
		if (offset_bytes + moved > view->end_bytes)
			view->end_bytes = offset_bytes + moved;
	}
	return (ssize_t)moved;
}

static int
mmap_flush(struct io_file *file)
{
	struct view *view = file->state;

	if (cut_growth(file) != 0)
		return -1;
	if (view->base &&
	    msync(view->base, (size_t)view->mapped_bytes, MS_SYNC) != 0)
		return -1;
	/* Also what windows that were left before have changed. */
	return engine_file_flush(file);
}

static int
mmap_close(struct io_file *file)
{
	struct view *view = file->state;
	int status = cut_growth(file);
	int reason = errno;

	unmap(view);
	free(view);
	file->state = NULL;
	if (engine_file_close(file) != 0)
		return -1;
	errno = reason;
	return status;
}

const struct engine engine_mmap = {
	.name = "mmap",
	.never_direct = true,
	.summary = "copies from and to a mapping of the file",
	.open = mmap_open,
	.read = mmap_read,
	.write = mmap_write,
	.flush = mmap_flush,
	.close = mmap_close,
};
