#include "core/utf8.h"

size_t
utf8_length(const char *start)
{
	const unsigned char *text = (const unsigned char *)start;
	unsigned low = 0x80, high = 0xbf;
	size_t length = 2;

	if (text[0] < 0x80)
		return 1;
	if (text[0] < 0xc2 || text[0] > 0xf4)
		return 0;
	if (text[0] >= 0xe0)
		length = text[0] >= 0xf0 ? 4 : 3;
	if (text[0] == 0xe0)
		low = 0xa0;
	else if (text[0] == 0xed)
		high = 0x9f;
	else if (text[0] == 0xf0)
		low = 0x90;
	else if (text[0] == 0xf4)
		high = 0x8f;
	if (text[1] < low || text[1] > high)
		return 0;
	for (size_t i = 2; i < length; i++)
		if ((text[i] & 0xc0) != 0x80)
			return 0;
	return length;
}

size_t
utf8_count(const char *text)
{
	size_t count = 0;

	for (; *text; count++)
		text += utf8_prefix(text, 1);
	return count;
}

size_t
utf8_prefix(const char *text, size_t most)
{
	size_t bytes = 0;

	for (; text[bytes] && most > 0; most--) {
		size_t length = utf8_length(text + bytes);

		bytes += length ? length : 1;
	}
	return bytes;
}
