/* exclude.c - reads POMP_FILTER's file, and asks its rules about a construct.
 * Not here: the syntax of the file (filter/), what becomes of an excluded region's events (measurement.c). */
#include "exclude.h"
#include "pomp.h"
#include "pomp_filter.h"
#include "pomp_names.h"
#include "say.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define FILE_MAX (4u << 20)
#define TEXT_MAX 4096

static struct pomp_filter *filter;
static bool verbose;

/* As much of the file as fits; a pipe is read as well. The length, or a negative errno. */
static ssize_t read_file(const char *file, char *text, size_t size) {
  int fd = open(file, O_RDONLY | O_CLOEXEC);
  if (fd < 0)
    return -errno;
  size_t length = 0;
  ssize_t n = 1;
  while (n > 0 && length < size) {
    n = read(fd, text + length, size - length);
    if (n < 0 && errno == EINTR)
      n = 1;
    else if (n > 0)
      length += (size_t)n;
  }
  int error = errno;
  close(fd);
  return n < 0 ? -error : (ssize_t)length;
}

bool pomp_exclude_load(const char *file, bool loud) {
  if (filter)
    return true;
  verbose = loud;
  /* Not from the arena, which is not there yet; and it goes again. */
  char *text = mmap(NULL, FILE_MAX, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  ssize_t length = text == MAP_FAILED ? -ENOMEM : read_file(file, text, FILE_MAX);
  if (length == FILE_MAX)
    length = -EFBIG;
  struct pomp_filter_error wrong;
  if (length < 0)
    pomp_say("POMP_FILTER=%.500s can't be read (%s); the program runs unmeasured", file, strerror((int)-length));
  else if (!(filter = pomp_filter_parse(text, (size_t)length, &wrong)))
    pomp_say("POMP_FILTER=%.500s, line %u: %s; the program runs unmeasured", file, wrong.line, wrong.text);
  if (text != MAP_FAILED)
    munmap(text, FILE_MAX);
  return filter != NULL;
}

size_t pomp_exclude_bytes(void) { return filter ? pomp_filter_bytes(filter) : 0; }

/* Without it, the regions of a team's threads or of a task would have no place in the tree. */
static bool carries(const char *name) {
  return strstr(name, "parallel") || strstr(name, "teams") || strstr(name, "taskloop") || strcmp(name, "task") == 0;
}

/* What a construct is called in tables, but for what its parts add: "critical(sum)", "region(r)", "f()". */
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
  pomp_say("%s at %s:%d is %s", shown_name(d), d->file_name, d->begin_line1,
           excluded == POMP_EXCLUDED ? "excluded by the filter"
                                     : "measured though the filter excludes it: call paths go through it");
}
