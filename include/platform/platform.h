#ifndef PLATFORM_PLATFORM_H
#define PLATFORM_PLATFORM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>

/* The questions that only the operating system can answer. Each platform
 * implements all of them in src/platform/<system>.c; generic.c, in POSIX alone,
 * answers "not known". Functions that return int give 0, or -1 with errno set;
 * ENOTSUP means that this platform has no such thing. Nothing here decides
 * policy and nothing prints. */

extern const char *const platform_name; /* "linux", "generic" */

/* Directories that stand in for /proc and /sys, so that a test can hand in a
 * fake tree. NULL restores the real ones. The strings are kept, not copied. */
void platform_set_roots(const char *proc_root, const char *sys_root);

/* ---- the page cache and direct I/O ------------------------------------- */

/* Drops clean cached pages of a range from the page cache (length 0: to the
 * end). It is a request: ask platform_cached_bytes() whether it worked. */
int platform_evict(int fd, uint64_t offset_bytes, uint64_t length_bytes);

/* How the residency of a file's pages was found out. */
enum residency_ruler {
	RESIDENCY_UNKNOWN,
	RESIDENCY_CACHESTAT,
	RESIDENCY_MINCORE,
};

struct residency {
	uint64_t cached_bytes;
	uint64_t dirty_bytes; /* cachestat only, else 0 */
	enum residency_ruler ruler;
};

/* How much of a range (length 0: to the end) lies in the page cache. A ruler that is known to be
 * blind here (cachestat on an overlay, mincore for a file of somebody else)
 * is not used; without any ruler -1 and ENOTSUP. */
int platform_residency(int fd, uint64_t offset_bytes, uint64_t length_bytes,
		       struct residency *residency);

/* Opens with the page cache bypassed (O_DIRECT, or F_NOCACHE). */
int platform_open_direct(int directory_fd, const char *name, int flags,
			 mode_t mode);

/* Gives the calling thread a table of descriptors of its own, with all that are
 * open now in it: where threads share one, each system call has to count who
 * uses the file, which costs a cached read of 8 KiB a twentieth of its time. To
 * be ended with platform_close_own_table, or descriptors stay open a little
 * longer than the thread can be waited for. Where that cannot be had the table
 * stays shared, and closing does nothing. */
bool platform_take_own_table(void);
void platform_close_own_table(void);

/* Waits, for some milliseconds, until the kernel is about to let go of what was
 * deleted so far (on Linux a grace period of RCU): it does so by the way, and
 * whoever is at work then pays. Where that cannot be waited for it is not. */
void platform_settle(void);

/* Whether the descriptor is in direct mode now. */
bool platform_is_direct(int fd);

/* Whether a device refuses all writes, though it can be opened for them. */
bool platform_is_read_only(int fd);

/* Opens the file that `fd` is open on once more, whatever its name leads to by
 * now, with a position and a read-ahead of its own; where that cannot be had,
 * gives a second descriptor of the same. O_CREAT, O_EXCL and O_TRUNC in `flags`
 * count for nothing. Closed on exec. A descriptor, or -1 with errno. */
int platform_reopen(int fd, int flags, bool direct);

struct direct_alignment {
	uint32_t memory_bytes;
	uint32_t offset_bytes;
};

/* What buffers, offsets and lengths must be multiples of in direct mode. */
int platform_direct_alignment(int fd, struct direct_alignment *alignment);

/* Tells the kernel that reads will be random: no readahead. */
int platform_advise_random(int fd);

/* Puts zeros where `address` (of a page) is mapped, in memory that nobody else
 * sees. May be called in a signal handler. */
int platform_map_zeros(void *address, size_t length_bytes);

/* ---- this thread -------------------------------------------------------- */

/* Blocks of 512 bytes that the calling thread has had read from a device so
 * far; a cached read does not move it. NULL where there is no such counter.
 * A pointer, so that a workload can be handed it without knowing us. */
extern uint64_t (*const platform_thread_blocks_read)(void);

/* ---- the machine -------------------------------------------------------- */

struct platform_memory {
	uint64_t total_bytes;
	uint64_t available_bytes; /* 0: not known */
	uint64_t limit_bytes; /* least limit of any cgroup; UINT64_MAX: none */
};

int platform_memory(struct platform_memory *memory);

/* CPUs that this process may use; at least 1. */
unsigned platform_cpu_count(void);

/* "Linux 6.1.0 x86_64"; at most `size` bytes with the terminator. */
void platform_kernel(char *text, size_t size);

/* The host's name, without its domain. */
void platform_host(char *text, size_t size);

/* ---- what lies under a path --------------------------------------------- */

enum { PLATFORM_TEXT_BYTES = 256, PLATFORM_DEVICES = 16 };

struct mount_facts {
	char file_system[64]; /* "ext4", "fuse.sshfs"; "" not known */
	char options[PLATFORM_TEXT_BYTES];
	char source[PLATFORM_TEXT_BYTES]; /* "/dev/md0" */
	char mount_point[PLATFORM_TEXT_BYTES];
	bool read_only;
	bool memory_backed; /* tmpfs, ramfs */
	bool remote; /* NFS, SMB, FUSE: what is behind it is not ours to see */
};

/* For a block device only `source` is known: it is in no file system. */
int platform_mount_facts(int fd, struct mount_facts *facts);

/* One block device of the stack below a path, uppermost first. */
struct device_facts {
	char name[64]; /* "dm-0", "nvme0n1" */
	char text[PLATFORM_TEXT_BYTES]; /* "loop0 (img on vda, buffered)" */
	unsigned depth; /* 0: directly below the file system */
	unsigned major, minor;
	bool leaf; /* no other device is known to lie below */
	bool memory_backed; /* zram, ram disks */
	bool buffered; /* a file, read and written through the page cache */
	int rotational; /* -1 not known */
	int write_cache; /* 1 write back, 0 write through, -1 not known */
	unsigned logical_block_bytes; /* 0 not known */
	unsigned misaligned_bytes; /* of its start to physical blocks; 0 */
	int memory_node; /* -1 not known, or there is but one */
	uint64_t size_bytes;
};

/* Number of devices filled in, at most `capacity`; 0 when there is no block
 * device behind the path; -1 with ENOTSUP when it cannot be told. */
int platform_device_stack(int fd, struct device_facts *devices,
			  size_t capacity);

/* ---- directories --------------------------------------------------------- */

enum platform_entry_kind {
	PLATFORM_ENTRY_UNKNOWN,
	PLATFORM_ENTRY_DIRECTORY,
	PLATFORM_ENTRY_OTHER,
};

/* Called for each entry but "." and ".."; not 0 ends the listing. */
typedef int platform_entry_visitor(void *context, const char *name,
				   enum platform_entry_kind kind);

/* Lists a directory from its start with async-signal-safe calls only. The
 * descriptor's position moves. -1 with errno (ENOTSUP: not to be had in a
 * signal handler here), or when the visitor ended it. */
int platform_list_directory(int fd, platform_entry_visitor *visit,
			    void *context);

/* ---- the terminal --------------------------------------------------------- */

/* How wide the terminal behind a descriptor is; 0: not known. */
unsigned platform_terminal_columns(int fd);

/* ---- identity ------------------------------------------------------------ */

/* Drops privileges for good; with `group` UINT32_MAX the user's own groups
 * are set. Everything that was root's is given up. */
int platform_drop_privileges(uint32_t user, uint32_t group,
			     const char *user_name);

/* Fills `bytes` with unpredictable bytes, for a seed. */
int platform_entropy(void *bytes, size_t length);

#endif
