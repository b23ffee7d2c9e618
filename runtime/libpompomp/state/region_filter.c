/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* region_filter.c - reads POMP_FILTER's file, and asks its rules about a construct.
 * Not here: the syntax of the file (common/pomp_filter.c), what becomes of an excluded region's events (measurement.c).
 */
#include "state/region_filter.h"
#include "base/message.h"
#include "base/messages.h"
#include "pomp.h"
#include "pomp_filter.h"
#include "pomp_system.h"

#include <errno.h>
#include <string.h>

#define FILE_MAX (4u << 20)

static struct pomp_filter *filter;
static bool verbose;

/* Reads the text of a file or a pipe into memory of its own, as there is no arena yet. */
struct text {
  char *at;
  size_t size, length;
};

static int make_room(struct text *text) {
  if (text->length < text->size)
    return 0;
  if (text->size >= FILE_MAX)
    return -EFBIG;
  size_t size = text->size ? text->size * 2 : FILE_MAX >> 10;
  void *at = text->at;
  int error = text->size ? pomp_sys_mremap(&at, text->size, size, MREMAP_MAYMOVE, NULL)
                         : pomp_sys_mmap(&at, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (error)
    return error;
  text->at = at;
  text->size = size;
  return 0;
}

/* Returns 0 or a negative errno. */
static int read_file(const char *file, struct text *text) {
  int fd = pomp_sys_open(file, O_RDONLY | O_CLOEXEC, 0), error = 0;
  if (fd < 0)
    return fd;
  ssize_t n;
  do {
    if ((error = make_room(text)))
      break;
    n = pomp_sys_read(fd, text->at + text->length, text->size - text->length);
    if (n >= 0)
      text->length += (size_t)n;
    else if (n != -EINTR)
      error = (int)n;
  } while (n > 0 || (n < 0 && !error));
  pomp_sys_close(fd);
  return error;
}

bool pomp_exclude_load(const char *file, bool loud) {
  if (filter)
    return true;
  verbose = loud;
  struct text text = {0};
  struct pomp_filter_error wrong;
  int error = read_file(file, &text);
  if (error)
    pomp_say(POMP_SAYS_FILTER_UNREADABLE, file, strerror(-error));
  else if (!(filter = pomp_filter_parse(text.at, text.length, &wrong)))
    pomp_say(POMP_SAYS_FILTER_WRONG, file, wrong.line, wrong.text);
  if (text.size)
    pomp_sys_munmap(text.at, text.size);
  return filter != NULL;
}

size_t pomp_exclude_bytes(void) { return filter ? pomp_filter_bytes(filter) : 0; }

static char shown[POMP_FILTER_TEXT]; /* the name of the construct that was asked about last */

enum pomp_excluded pomp_exclude(const struct ompregdescr *d) {
  static char path[POMP_FILTER_TEXT];
  return filter ? pomp_filter_construct(filter, d->name, d->sub_name, d->file_name, shown, path) : POMP_INCLUDED;
}

void pomp_exclude_say(const struct ompregdescr *d, enum pomp_excluded excluded) {
  if (!verbose || excluded == POMP_INCLUDED)
    return;
  pomp_say(POMP_SAYS_FILTERED, shown, d->file_name, d->begin_line1,
           excluded == POMP_EXCLUDED ? "excluded by the filter"
                                     : "measured though the filter excludes it: call paths go through it");
}
