/* DMA buffers for a computer that has none, to run libcamera's virtual camera on it.
 *
 * Preloaded, it answers for /dev/udmabuf and /dev/dma_heap/...: a "DMA buffer" is then ordinary
 * shared memory.  libcamera itself stays as it is.  For tests only: no device can read such memory.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <linux/dma-buf.h>
#include <linux/dma-heap.h>
#include <linux/udmabuf.h>
#include <stdarg.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

static const char *answered_for(const char *path)
{
	if (!strcmp(path, "/dev/udmabuf") || !strncmp(path, "/dev/dma_heap/", 14))
		return "/dev/null";
	return path;
}

#define OPENS(name)                                                                  \
	int name(const char *path, int flags, ...)                                   \
	{                                                                            \
		static int (*real)(const char *, int, ...);                          \
		mode_t mode = 0;                                                     \
		if (flags & (O_CREAT | O_TMPFILE)) {                                 \
			va_list rest;                                                \
			va_start(rest, flags);                                       \
			mode = va_arg(rest, mode_t);                                 \
			va_end(rest);                                                \
		}                                                                    \
		if (!real)                                                           \
			real = (int (*)(const char *, int, ...))dlsym(RTLD_NEXT, #name); \
		return real(answered_for(path), flags, mode);                        \
	}
OPENS(open)
OPENS(open64)

static int shared_memory(size_t size)
{
	int memory = memfd_create("buffer", MFD_ALLOW_SEALING);
	if (memory >= 0 && ftruncate(memory, (off_t)size) < 0) {
		close(memory);
		return -1;
	}
	return memory;
}

int ioctl(int fd, unsigned long request, ...)
{
	static int (*real)(int, unsigned long, ...);
	va_list rest;
	va_start(rest, request);
	void *argument = va_arg(rest, void *);
	va_end(rest);

	switch (request) {
	case UDMABUF_CREATE:
		return dup((int)((struct udmabuf_create *)argument)->memfd);
	case DMA_HEAP_IOCTL_ALLOC: {
		struct dma_heap_allocation_data *wanted = argument;
		int memory = shared_memory(wanted->len);
		if (memory < 0)
			return -1;
		wanted->fd = (__u32)memory;
		return 0;
	}
	case DMA_BUF_IOCTL_SYNC:
	case DMA_BUF_SET_NAME_A:
	case DMA_BUF_SET_NAME_B:
		return 0;
	}
	if (!real)
		real = (int (*)(int, unsigned long, ...))dlsym(RTLD_NEXT, "ioctl");
	return real(fd, request, argument);
}
