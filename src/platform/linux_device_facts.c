#include "platform/platform.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/strbuf.h"
#include "platform/linux.h"

ssize_t
linux_device_read(const struct device_facts *device, const char *name,
		  char *text, size_t size)
{
	char path[PATH_MAX];

	snprintf(path, sizeof path, "dev/block/%u:%u/%s", device->major,
		 device->minor, name);
	return linux_read(linux_sys_root(), path, text, size);
}

/* The queue of a partition is that of its disk. */
static ssize_t
read_queue(const struct device_facts *device, const char *name, char *text,
	   size_t size)
{
	char path[128];
	ssize_t length;

	snprintf(path, sizeof path, "queue/%s", name);
	length = linux_device_read(device, path, text, size);
	if (length >= 0)
		return length;
	snprintf(path, sizeof path, "../queue/%s", name);
	return linux_device_read(device, path, text, size);
}

bool
linux_device_has(const struct device_facts *device, const char *name)
{
	char text[8];

	return linux_device_read(device, name, text, sizeof text) >= 0;
}

static uint64_t
number_or(const char *text, ssize_t length, uint64_t otherwise)
{
	return length > 0 ? (uint64_t)strtoull(text, NULL, 10) : otherwise;
}

/* A machine of one node has no far memory. */
static int
read_node(const struct device_facts *device)
{
	char text[64];

	if (linux_read(linux_sys_root(), "devices/system/node/node1/cpulist",
		       text, sizeof text) < 0 ||
	    linux_device_read(device, "device/numa_node", text, sizeof text) <=
		    0)
		return -1;
	return (int)strtol(text, NULL, 10);
}

void
linux_device_facts(struct device_facts *device)
{
	char text[64];
	ssize_t length;

	length = read_queue(device, "rotational", text, sizeof text);
	device->rotational = length > 0 ? text[0] == '1' : -1;
	length = read_queue(device, "write_cache", text, sizeof text);
	device->write_cache = length > 0 ? strcmp(text, "write back") == 0 : -1;
	length = read_queue(device, "logical_block_size", text, sizeof text);
	device->logical_block_bytes = (unsigned)number_or(text, length, 0);
	length = linux_device_read(device, "alignment_offset", text,
				   sizeof text);
	device->misaligned_bytes =
		length > 0 && text[0] != '-'
			? (unsigned)number_or(text, length, 0)
			: 0;
	device->memory_node = read_node(device);
	length = linux_device_read(device, "size", text, sizeof text);
	device->size_bytes = number_or(text, length, 0) * 512;
	length = linux_device_read(device, "loop/dio", text, sizeof text);
	device->buffered = length > 0 && text[0] == '0';
	device->memory_backed = linux_device_has(device, "mm_stat") ||
				strncmp(device->name, "ram", 3) == 0;
}

/* The scheduler in force is the one in brackets. */
static void
add_scheduler(struct strbuf *text, const char *schedulers)
{
	const char *open = strchr(schedulers, '[');

	if (open)
		strbuf_addf(text, " sched=%.*s", (int)strcspn(open + 1, "]"),
			    open + 1);
	else
		strbuf_addf(text, " sched=%s", schedulers);
}

void
linux_device_describe(struct device_facts *device, const struct strbuf *what)
{
	struct strbuf line;
	char text[128];

	strbuf_init(&line);
	strbuf_add(&line, device->name);
	if (what->length)
		strbuf_addf(&line, " (%s)", what->text);
	if (device->rotational >= 0)
		strbuf_addf(&line, " rotational=%d", device->rotational);
	if (device->write_cache >= 0)
		strbuf_addf(&line, " write_cache=%s",
			    device->write_cache ? "write back"
						: "write through");
	if (read_queue(device, "scheduler", text, sizeof text) > 0)
		add_scheduler(&line, text);
	if (read_queue(device, "read_ahead_kb", text, sizeof text) > 0)
		strbuf_addf(&line, " ra=%sK", text);
	snprintf(device->text, sizeof device->text, "%s", line.text);
	strbuf_release(&line);
}
