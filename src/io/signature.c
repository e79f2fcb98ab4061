#include "io/signature.h"

#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

#include "core/error.h"
#include "core/mem.h"
#include "core/units.h"

enum { PAGE_BYTES = 4096, PARTS = 3 };

#define KIB UNITS_KIB
#define MIB UNITS_MIB

/* Bytes that stand at an offset. A magic of two bytes is found in random data
 * now and then: such a row has more parts, all of which must be there. */
struct part {
	uint32_t offset_bytes;
	uint32_t length_bytes;
	const char *bytes;
};

enum place {
	FROM_START,
	FROM_END, /* `at` bytes before the end */
	FROM_END_64K, /* before the end rounded down to 64 KiB */
	FROM_END_4K, /* the same to 4 KiB */
};

struct signature {
	const char *kind;
	enum place place;
	uint64_t at;
	struct part parts[PARTS];
	/* The parts may stand at any of `count` places. */
	uint64_t stride_bytes;
	unsigned count;
};

/* clang-format off */
#define TEXT(offset, text)                                                     \
	{                                                                      \
		offset, sizeof(text) - 1, text                                 \
	}
#define ROW(kind, place, at, text)                                             \
	{                                                                      \
		kind, place, at, { TEXT(0, text) }, 0, 1                       \
	}
#define HEAD(kind, at, text) ROW(kind, FROM_START, at, text)
#define TAIL(kind, at, text) ROW(kind, FROM_END, at, text)
#define SOME(kind, at, text, stride, count)                                    \
	{                                                                      \
		kind, FROM_START, at, { TEXT(0, text) }, stride, count         \
	}
#define ALL(kind, ...)                                                         \
	{                                                                      \
		kind, FROM_START, 0, { __VA_ARGS__ }, 0, 1                     \
	}

/* Few maps, and zones as large as blocks. */
#define MINIX(magic)                                                           \
	ALL("minix", TEXT(1024 + 16, magic), TEXT(1024 + 5, "\0"),             \
	    TEXT(1024 + 10, "\0\0"))
#define BCACHE_MAGIC                                                           \
	"\xc6\x85\x73\xf6\x4e\x1a\x45\xca\x82\x65\xf5\x7f\x48\xba\x6d\x81"
#define BCACHEFS_MAGIC                                                         \
	"\xc6\x85\x73\xf6\x66\xce\x90\xa9\xd9\x6a\x60\xcf\x80\x3d\xf7\xef"
#define MD_MAGIC "\xfc\x4e\x2b\xa9"

static const struct signature signatures[] = {
	/* Disk encryption, volume managers, arrays. */
	HEAD("LUKS", 0, "LUKS\xba\xbe"),
	SOME("LUKS", 16 * KIB, "SKUL\xba\xbe", 16 * KIB, 256),
	HEAD("BitLocker", 3, "-FVE-FS-"),
	SOME("LVM2", 0, "LABELONE", 512, 4),
	HEAD("md", 0, MD_MAGIC),
	HEAD("md", 4 * KIB, MD_MAGIC),
	ROW("md", FROM_END_4K, 8 * KIB, MD_MAGIC),
	ROW("md", FROM_END_64K, 64 * KIB, MD_MAGIC),
	TAIL("ddf", 512, "\xde\x11\xde\x11"),
	TAIL("imsm", 1024, "Intel Raid ISM Cfg"),
	TAIL("nvraid", 1024, "NVIDIA"),
	TAIL("DRBD", 4 * KIB - 60, "\x83\x74\x02\x6b"),
	TAIL("DRBD", 4 * KIB - 60, "\x83\x74\x02\x6c"),
	TAIL("DRBD", 4 * KIB - 60, "\x83\x74\x02\x6d"),
	HEAD("bcache", 4 * KIB + 24, BCACHE_MAGIC),
	SOME("stratis", 512 + 4, "!Stra0tis", 4 * KIB, 2),
	HEAD("vdo", 0, "dmvdo001"),
	HEAD("bluestore", 0, "bluestore block device"),
	HEAD("asm", 32, "ORCLDISK"),
	HEAD("vmfs", MIB, "\x0d\xd0\x01\xc0"),
	/* File systems. */
	ALL("ext4", TEXT(1024 + 56, "\x53\xef"), TEXT(1024 + 25, "\0\0\0"),
	    TEXT(1024 + 77, "\0\0\0")),
	HEAD("xfs", 0, "XFSB"),
	HEAD("btrfs", 64 * KIB + 64, "_BHRfS_M"),
	HEAD("bcachefs", 4 * KIB + 24, BCACHEFS_MAGIC),
	SOME("zfs", 128 * KIB, "\x0c\xb1\xba\0\0\0\0\0", KIB, 128),
	SOME("zfs", 384 * KIB, "\x0c\xb1\xba\0\0\0\0\0", KIB, 128),
	SOME("zfs", 128 * KIB, "\0\0\0\0\0\xba\xb1\x0c", KIB, 128),
	HEAD("f2fs", 1024, "\x10\x20\xf5\xf2"),
	HEAD("erofs", 1024, "\xe2\xe1\xf5\xe0"),
	ALL("nilfs", TEXT(1024 + 6, "\x34\x34"), TEXT(1024, "\2\0\0\0")),
	ALL("hfs", TEXT(1024, "BD"), TEXT(1024 + 20, "\0"), TEXT(1024 + 23, "\0")),
	HEAD("hfs", 1024, "H+\0\4"),
	HEAD("hfs", 1024, "HX\0\5"),
	HEAD("apfs", 32, "NXSB"),
	HEAD("jfs", 32 * KIB, "JFS1"),
	HEAD("reiserfs", 64 * KIB + 52, "ReIsEr"),
	HEAD("reiserfs", 8 * KIB + 52, "ReIsEr"),
	HEAD("reiserfs", 64 * KIB, "ReIsEr4"),
	HEAD("ufs", 8 * KIB + 1372, "\x54\x19\x01\0"),
	HEAD("ufs", 64 * KIB + 1372, "\x19\x01\x54\x19"),
	HEAD("gfs2", 64 * KIB, "\x01\x16\x19\x70"),
	SOME("ocfs2", 1024, "OCFSV2", KIB, 8),
	HEAD("ntfs", 3, "NTFS    "),
	HEAD("exfat", 3, "EXFAT   "),
	HEAD("vfat", 54, "FAT12   "),
	HEAD("vfat", 54, "FAT16   "),
	HEAD("vfat", 82, "FAT32   "),
	HEAD("refs", 0, "\0\0\0ReFS\0"),
	HEAD("hpfs", 8 * KIB, "\x49\xe8\x95\xf9"),
	SOME("befs", 32, "BFS1", 512, 2),
	SOME("befs", 32, "1SFB", 512, 2),
	MINIX("\x7f\x13"),
	MINIX("\x8f\x13"),
	MINIX("\x68\x24"),
	MINIX("\x78\x24"),
	ALL("minix", TEXT(1024 + 24, "\x5a\x4d"), TEXT(1024 + 12, "\0\0\0\0")),
	HEAD("romfs", 0, "-rom1fs-"),
	HEAD("ubi", 0, "UBI#"),
	HEAD("ubifs", 0, "\x31\x18\x10\x06"),
	HEAD("zonefs", 0, "SFOZ"),
	HEAD("squashfs", 0, "hsqs"),
	HEAD("squashfs", 0, "sqsh"),
	SOME("cramfs", 0, "\x45\x3d\xcd\x28", 512, 2),
	SOME("udf", 32 * KIB + 1, "BEA01", 2 * KIB, 64),
	SOME("udf", 32 * KIB + 1, "NSR0", 2 * KIB, 64),
	SOME("iso9660", 32 * KIB + 1, "CD001", 2 * KIB, 64),
	/* Swap, also with a frozen system in it; the page size varies. */
	HEAD("swap", 4 * KIB - 10, "SWAPSPACE2"),
	HEAD("swap", 8 * KIB - 10, "SWAPSPACE2"),
	HEAD("swap", 16 * KIB - 10, "SWAPSPACE2"),
	HEAD("swap", 64 * KIB - 10, "SWAPSPACE2"),
	HEAD("swap", 4 * KIB - 10, "SWAP-SPACE"),
	HEAD("swap", 4 * KIB - 10, "S1SUSPEND"),
	HEAD("swap", 4 * KIB - 10, "S2SUSPEND"),
	HEAD("swap", 4 * KIB - 10, "LINHIB0001"),
	/* Partition tables; "mbr", which many boot sectors look like, comes
	 * after all of these. */
	HEAD("gpt", 512, "EFI PART"),
	HEAD("gpt", 4 * KIB, "EFI PART"),
	TAIL("gpt", 512, "EFI PART"),
	TAIL("gpt", 4 * KIB, "EFI PART"),
	HEAD("sgi", 0, "\x0b\xe5\xa9\x41"),
	SOME("amiga", 0, "RDSK", 512, 16),
	ALL("mac", TEXT(0, "ER"), TEXT(512, "PM\0\0")),
	SOME("bsd", 0, "\x57\x45\x56\x82", 512, 2),
	ALL("sun", TEXT(508, "\xda\xbe"), TEXT(188, "\x60\x0d\xde\xee")),
	/* Images of disks in files. */
	HEAD("qcow", 0, "QFI\xfb"),
	HEAD("vmdk", 0, "KDMV"),
	HEAD("vdi", 64, "\x7f\x10\xda\xbe"),
	HEAD("vhdx", 0, "vhdxfile"),
	TAIL("vhd", 512, "conectix"),
};

/* clang-format on */

enum { SIGNATURES = sizeof signatures / sizeof *signatures };

/* Its four entries need more than a comparison. */
static const char mbr[] = "mbr";

/* ---- reading ----------------------------------------------------------------- */

/* The piece of the source that was read last. */
struct window {
	const struct signature_source *source;
	unsigned char *bytes;
	uint64_t from_bytes;
	size_t length; /* 0: nothing was read yet */
};

enum { WINDOW_BYTES = 16 * PAGE_BYTES };

static int
fill_window(struct window *window, uint64_t from_bytes)
{
	const struct signature_source *source = window->source;
	ssize_t length;

	do
		length = source->read(source->context, window->bytes,
				      WINDOW_BYTES, from_bytes);
	while (length < 0 && errno == EINTR);
	if (length < 0)
		return -1;
	window->from_bytes = from_bytes;
	window->length = (size_t)length;
	return 0;
}

/* 1 when the part stands at `base_bytes`, 0 when it does not, or -1. */
static int
stands_at(struct window *window, uint64_t base_bytes, const struct part *part)
{
	uint64_t from_bytes = base_bytes + part->offset_bytes;
	uint64_t within;

	if (from_bytes + part->length_bytes > window->source->size_bytes)
		return 0;
	if ((!window->length || from_bytes < window->from_bytes ||
	     from_bytes + part->length_bytes >
		     window->from_bytes + window->length) &&
	    fill_window(window, from_bytes / PAGE_BYTES * PAGE_BYTES) != 0)
		return -1;
	within = from_bytes - window->from_bytes;
	return within + part->length_bytes <= window->length &&
	       memcmp(window->bytes + within, part->bytes,
		      part->length_bytes) == 0;
}

/* ---- looking ------------------------------------------------------------------ */

/* Where the first place is; false when the source is too short for it. */
static bool
find_base(const struct signature *row, uint64_t size_bytes,
	  uint64_t *base_bytes)
{
	uint64_t end_bytes = size_bytes;

	*base_bytes = row->at;
	if (row->place == FROM_START)
		return true;
	if (row->place == FROM_END_64K)
		end_bytes -= end_bytes % 65536;
	else if (row->place == FROM_END_4K)
		end_bytes -= end_bytes % 4096;
	if (end_bytes < row->at)
		return false;
	*base_bytes = end_bytes - row->at;
	return true;
}

static int
matches(struct window *window, const struct signature *row, uint64_t base_bytes)
{
	int all = 1;

	for (size_t i = 0; all == 1 && i < PARTS && row->parts[i].bytes; i++)
		all = stands_at(window, base_bytes, &row->parts[i]);
	return all;
}

static int
is_there(struct window *window, const struct signature *row)
{
	uint64_t base_bytes;
	int found = 0;

	if (!find_base(row, window->source->size_bytes, &base_bytes))
		return 0;
	for (unsigned i = 0; found == 0 && i < row->count; i++)
		found = matches(window, row,
				base_bytes + i * row->stride_bytes);
	return found;
}

/* A boot sector with four entries that make sense, empty or not. One of type
 * EE only protects a gpt. */
static int
has_mbr(struct window *window, bool *protects_gpt)
{
	static const struct part magic = TEXT(510, "\x55\xaa");
	const unsigned char *entry;
	int found;

	*protects_gpt = false;
	window->length = 0;
	found = stands_at(window, 0, &magic);
	for (unsigned i = 0; found == 1 && i < 4; i++) {
		entry = window->bytes + 446 + 16 * i;
		if (entry[0] != 0 && entry[0] != 0x80)
			return 0;
		if (entry[4] == 0xee)
			*protects_gpt = true;
	}
	return found;
}

static int
look_for_mbr(struct window *window, const char *allowed, const char **kind)
{
	bool protects_gpt;
	int found = has_mbr(window, &protects_gpt);

	if (found == 1) {
		const char *name = protects_gpt ? "gpt" : mbr;

		if (!allowed || strcmp(allowed, name) != 0)
			*kind = name;
	}
	return found < 0 ? -1 : 0;
}

static int
look(struct window *window, const char *allowed, const char **kind)
{
	for (size_t i = 0; i < SIGNATURES; i++) {
		const struct signature *row = &signatures[i];
		int found;

		if (allowed && strcmp(row->kind, allowed) == 0)
			continue;
		found = is_there(window, row);
		if (found < 0)
			return -1;
		if (found) {
			*kind = row->kind;
			return 0;
		}
	}
	return look_for_mbr(window, allowed, kind);
}

int
signature_find(const struct signature_source *source, const char *allowed,
	       const char **kind, struct error *error)
{
	struct window window = { .source = source };
	int status;

	*kind = NULL;
	window.bytes = mem_aligned(PAGE_BYTES, WINDOW_BYTES);
	status = look(&window, allowed, kind);
	if (status != 0)
		error_set_errno(error, errno,
				"cannot read '%s' to see what is on it",
				source->name);
	free(window.bytes);
	return status;
}

const char *
signature_kind(size_t index)
{
	size_t seen = 0;

	for (size_t i = 0; i < SIGNATURES; i++) {
		if (i > 0 &&
		    strcmp(signatures[i].kind, signatures[i - 1].kind) == 0)
			continue;
		if (seen++ == index)
			return signatures[i].kind;
	}
	return seen == index ? mbr : NULL;
}
