#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "core/mem.h"
#include "core/rng.h"
#include "io/signature.h"
#include "unit.h"

/* A device of zeros (or of noise) with a few bytes on it. */
struct canvas {
	uint64_t size_bytes;
	uint64_t at_bytes[4];
	const char *bytes[4];
	size_t lengths[4];
	size_t count;
	uint64_t noise; /* seed; 0: zeros */
	uint64_t fail_from_bytes;
	unsigned interrupts;
};

static struct canvas canvas;

static void
blank(uint64_t size_bytes)
{
	memset(&canvas, 0, sizeof canvas);
	canvas.size_bytes = size_bytes;
	canvas.fail_from_bytes = UINT64_MAX;
}

static void
paint(uint64_t at_bytes, const char *bytes, size_t length)
{
	canvas.at_bytes[canvas.count] = at_bytes;
	canvas.bytes[canvas.count] = bytes;
	canvas.lengths[canvas.count++] = length;
}

static ssize_t
read_canvas(void *context, void *buffer, size_t length, uint64_t offset_bytes)
{
	unsigned char *to = buffer;

	ck_assert_ptr_eq(context, &canvas);
	ck_assert_uint_eq((uintptr_t)buffer % 4096, 0);
	ck_assert_uint_eq(length % 4096, 0);
	ck_assert_uint_eq(offset_bytes % 4096, 0);
	if (canvas.interrupts && canvas.interrupts-- % 2) {
		errno = EINTR;
		return -1;
	}
	if (offset_bytes + length > canvas.fail_from_bytes) {
		errno = EIO;
		return -1;
	}
	if (offset_bytes >= canvas.size_bytes)
		return 0;
	if (length > canvas.size_bytes - offset_bytes)
		length = (size_t)(canvas.size_bytes - offset_bytes);
	memset(to, 0, length);
	for (size_t i = 0; canvas.noise && i < length; i++)
		to[i] = (unsigned char)rng_mix(canvas.noise + offset_bytes + i);
	for (size_t p = 0; p < canvas.count; p++)
		for (size_t i = 0; i < canvas.lengths[p]; i++)
			if (canvas.at_bytes[p] + i >= offset_bytes &&
			    canvas.at_bytes[p] + i < offset_bytes + length)
				to[canvas.at_bytes[p] + i - offset_bytes] =
					(unsigned char)canvas.bytes[p][i];
	return (ssize_t)length;
}

static const char *
look(const char *allowed)
{
	struct signature_source source = { read_canvas, &canvas,
					   canvas.size_bytes, "canvas" };
	struct error error = { 0 };
	const char *kind = "nothing yet";

	ck_assert_msg(signature_find(&source, allowed, &kind, &error) == 0,
		      "%s", error.text);
	return kind;
}

#define MIB (UINT64_C(1) << 20)
#define SIZE (8 * MIB)

/* Where the documents of each kind put its magic. */
static const struct sample {
	const char *kind;
	uint64_t size_bytes;
	uint64_t at_bytes;
	const char *bytes;
	size_t length;
} samples[] = {
#define S(kind, size, at, text)                       \
	{                                             \
		kind, size, at, text, sizeof text - 1 \
	}
	S("LUKS", SIZE, 0, "LUKS\xba\xbe\0\1"),
	S("LUKS", SIZE, 0x4000, "SKUL\xba\xbe"),
	S("LUKS", SIZE, 0x80000, "SKUL\xba\xbe"),
	S("LVM2", SIZE, 512, "LABELONE\1\0\0\0\0\0\0\0"),
	S("LVM2", SIZE, 1536, "LABELONE"),
	S("md", SIZE, SIZE - 65536, "\xfc\x4e\x2b\xa9"),
	S("md", SIZE + 61440, SIZE - 65536, "\xfc\x4e\x2b\xa9"),
	S("md", SIZE + 61440, SIZE + 61440 - 8192, "\xfc\x4e\x2b\xa9"),
	S("md", SIZE + 512, SIZE - 8192, "\xfc\x4e\x2b\xa9"),
	S("md", SIZE, 0, "\xfc\x4e\x2b\xa9"),
	S("md", SIZE, 4096, "\xfc\x4e\x2b\xa9"),
	S("ext4", SIZE, 1024 + 0x38, "\x53\xef"),
	S("xfs", SIZE, 0, "XFSB"),
	S("btrfs", SIZE, 65600, "_BHRfS_M"),
	S("f2fs", SIZE, 1024, "\x10\x20\xf5\xf2"),
	S("vfat", SIZE, 54, "FAT16   "),
	S("vfat", SIZE, 82, "FAT32   "),
	S("ntfs", SIZE, 3, "NTFS    "),
	S("exfat", SIZE, 3, "EXFAT   "),
	S("iso9660", SIZE, 32769, "CD001"),
	S("udf", SIZE, 32769 + 2048 * 3, "NSR03"),
	S("squashfs", SIZE, 0, "hsqs"),
	S("jfs", SIZE, 32768, "JFS1"),
	S("reiserfs", SIZE, 65536 + 52, "ReIsEr2Fs"),
	S("minix", SIZE, 1024 + 16, "\x7f\x13"),
	S("minix", SIZE, 1024 + 16, "\x8f\x13"),
	S("minix", SIZE, 1024 + 16, "\x68\x24"),
	S("minix", SIZE, 1024 + 16, "\x78\x24"),
	S("minix", SIZE, 1024 + 24, "\x5a\x4d"),
	S("hfs", SIZE, 1024, "BD"),
	S("hpfs", SIZE, 8192, "\x49\xe8\x95\xf9"),
	S("befs", SIZE, 32, "1SFB"),
	S("befs", SIZE, 512 + 32, "BFS1"),
	S("refs", SIZE, 0, "\0\0\0ReFS\0"),
	S("romfs", SIZE, 0, "-rom1fs-"),
	S("ubi", SIZE, 0, "UBI#"),
	S("ubifs", SIZE, 0, "\x31\x18\x10\x06"),
	S("zonefs", SIZE, 0, "SFOZ"),
	S("nvraid", SIZE, SIZE - 1024, "NVIDIA  "),
	S("sgi", SIZE, 0, "\x0b\xe5\xa9\x41"),
	S("amiga", SIZE, 3 * 512, "RDSK"),
	S("swap", SIZE, 4086, "SWAPSPACE2"),
	S("swap", SIZE, 65526, "SWAPSPACE2"),
	S("zfs", SIZE, 131072 + 77 * 1024, "\x0c\xb1\xba\0\0\0\0\0"),
	S("bcache", SIZE, 4120,
	  "\xc6\x85\x73\xf6\x4e\x1a\x45\xca\x82\x65\xf5\x7f\x48\xba\x6d\x81"),
	S("DRBD", SIZE, SIZE - 4096 + 60, "\x83\x74\x02\x6d"),
	S("gpt", SIZE, 512, "EFI PART"),
	S("gpt", SIZE, 4096, "EFI PART"),
	S("gpt", SIZE, SIZE - 512, "EFI PART"),
	S("mbr", SIZE, 510, "\x55\xaa"),
	S("qcow", SIZE, 0, "QFI\xfb"),
	S("vhd", SIZE + 512, SIZE, "conectix"),
};

START_TEST(each_signature_is_found_where_it_is_documented)
{
	for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
		const struct sample *sample = &samples[i];

		blank(sample->size_bytes);
		ck_assert_ptr_null(look(NULL));
		paint(sample->at_bytes, sample->bytes, sample->length);
		ck_assert_pstr_eq(look(NULL), sample->kind);
		ck_assert_ptr_null(look(sample->kind));
		ck_assert_pstr_eq(look("something else"), sample->kind);
	}
}
END_TEST

START_TEST(a_magic_one_byte_off_is_none)
{
	for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
		const struct sample *sample = &samples[i];

		blank(sample->size_bytes);
		paint(sample->at_bytes + 1, sample->bytes, sample->length);
		ck_assert_ptr_null(look(NULL));
	}
}
END_TEST

START_TEST(an_allowed_kind_does_not_hide_another)
{
	blank(SIZE);
	paint(1024 + 56, "\x53\xef", 2);
	paint(510, "\x55\xaa", 2);
	ck_assert_pstr_eq(look(NULL), "ext4");
	ck_assert_pstr_eq(look("ext4"), "mbr");
	ck_assert_pstr_eq(look("mbr"), "ext4");
}
END_TEST

/* The entry for all of the disk of type EE. */
START_TEST(an_mbr_that_protects_a_gpt_is_part_of_it)
{
	blank(SIZE);
	paint(446, "\0\0\2\0\xee\xff\xff\xff\1\0\0\0", 12);
	paint(510, "\x55\xaa", 2);
	ck_assert_pstr_eq(look(NULL), "gpt");
	ck_assert_ptr_null(look("gpt"));
	paint(512, "EFI PART", 8);
	ck_assert_ptr_null(look("gpt"));
	ck_assert_pstr_eq(look("mbr"), "gpt");
}
END_TEST

START_TEST(random_data_carries_no_signature)
{
	for (uint64_t seed = 1; seed < 12; seed++) {
		blank(MIB);
		canvas.noise = seed << 32;
		ck_assert_ptr_null(look(NULL));
		/* Not even with the two bytes of the shortest ones. */
		paint(1024 + 56, "\x53\xef", 2);
		paint(510, "\x55\xaa", 2);
		ck_assert_ptr_null(look(NULL));
	}
}
END_TEST

START_TEST(a_source_that_is_too_short_for_a_signature_has_none)
{
	static const uint64_t sizes[] = { 0,    1,    511,  512,   513,
					  1025, 4096, 8191, 70000, 65536 };

	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		blank(sizes[i]);
		ck_assert_ptr_null(look(NULL));
	}
	blank(1024 + 57);
	paint(1024 + 56, "\x53\xef", 2);
	ck_assert_ptr_null(look(NULL));
}
END_TEST

START_TEST(a_source_that_cannot_be_read_is_an_error)
{
	struct signature_source source = { read_canvas, &canvas, SIZE,
					   "canvas" };
	struct error error = { 0 };
	const char *kind = "nothing yet";

	blank(SIZE);
	canvas.fail_from_bytes = SIZE - 4096;
	ck_assert_int_eq(signature_find(&source, NULL, &kind, &error), -1);
	ck_assert_ptr_null(kind);
	ck_assert_ptr_nonnull(strstr(error.text, "'canvas'"));
	ck_assert_int_eq(error.errno_code, EIO);
}
END_TEST

START_TEST(interrupted_reads_are_made_again)
{
	blank(SIZE);
	canvas.interrupts = 1000;
	paint(65600, "_BHRfS_M", 8);
	ck_assert_pstr_eq(look(NULL), "btrfs");
}
END_TEST

START_TEST(every_kind_is_listed_once)
{
	const char *one, *other;

	for (size_t i = 0; (one = signature_kind(i)); i++)
		for (size_t j = 0; j < i && (other = signature_kind(j)); j++)
			ck_assert_str_ne(one, other);
	ck_assert_ptr_nonnull(signature_kind(20));
	ck_assert_ptr_null(signature_kind(1000));
}
END_TEST

int
main(void)
{
	TCase *tests = tcase_create("signature");

	tcase_set_timeout(tests, 60);
	tcase_add_test(tests, each_signature_is_found_where_it_is_documented);
	tcase_add_test(tests, a_magic_one_byte_off_is_none);
	tcase_add_test(tests, an_allowed_kind_does_not_hide_another);
	tcase_add_test(tests, an_mbr_that_protects_a_gpt_is_part_of_it);
	tcase_add_test(tests, random_data_carries_no_signature);
	tcase_add_test(tests,
		       a_source_that_is_too_short_for_a_signature_has_none);
	tcase_add_test(tests, a_source_that_cannot_be_read_is_an_error);
	tcase_add_test(tests, interrupted_reads_are_made_again);
	tcase_add_test(tests, every_kind_is_listed_once);
	return unit_run(tests);
}
