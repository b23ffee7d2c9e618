/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* region_filter.c - reads POMP_FILTER's file, and asks its rules about a construct.
 * Not here: the syntax of the file (common/pomp_filter.c), what becomes of an excluded region's events (measurement.c).
 */
#include "state/region_filter.h"
#include "base/message.h"
#include "base/messages.h"
#include "pomp.h"
#include "pomp_filter.h"
#include "pomp_names.h"
#include "pomp_system.h"

#include <errno.h>
#include <string.h>

#define FILE_MAX (4u << 20)
#define TEXT_MAX 4096

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

/* Without these constructs, the regions of a team's threads or of a task would have no parent in the tree. */
static bool carries(const char *name) {
  return strstr(name, "parallel") || strstr(name, "teams") || strstr(name, "taskloop") || strcmp(name, "task") == 0;
}

/* Writes the name that a construct has in tables, without what its parts add: "critical(sum)", "region(r)", "f()". */
static const char *shown_name(const struct ompregdescr *d) {
  static char name[TEXT_MAX];
  pomp_region_name(name, sizeof name, POMP_ROLE_USER, d->name, d->sub_name);
  return name;
}

enum pomp_excluded pomp_exclude(const struct ompregdescr *d) {
  static char path[TEXT_MAX];
  if (!filter)
    return POMP_INCLUDED;
  bool plain = *d->sub_name && (strcmp(d->name, "function") == 0 || strcmp(d->name, "region") == 0);
  struct pomp_filter_names names = {.name = plain ? d->sub_name : NULL, .signature = shown_name(d)};
  if (*d->file_name) {
    names.file = d->file_name;
    snprintf(path, sizeof path, "%s%s", *d->file_name == '/' ? "" : "./", d->file_name);
    names.path = path;
  }
  if (!pomp_filter_excludes(filter, &names))
    return POMP_INCLUDED;
  return carries(d->name) ? POMP_CARRIES : POMP_EXCLUDED;
}

void pomp_exclude_say(const struct ompregdescr *d, enum pomp_excluded excluded) {
  if (!verbose || excluded == POMP_INCLUDED)
    return;
  pomp_say(POMP_SAYS_FILTERED, shown_name(d), d->file_name, d->begin_line1,
           excluded == POMP_EXCLUDED ? "excluded by the filter"
                                     : "measured though the filter excludes it: call paths go through it");
}
