/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* own_libc.c - gives memory that it maps itself, and does with it what is asked of libc.
 * Not here: who needs it, and when (pomp_first_find). */
#include "base/own_memory.h"
#include "pomp_system.h"

#include <errno.h>

#define ALIGN 16u
#define MAPPED (256u << 10) /* small pieces share mappings of this size; a piece that has no room there has its own */
#define HUGE (4u << 20)     /* one of this size takes a third of the time in huge pages, as few are missing */

/* It begins a mapping; the pieces follow. */
static struct mapping {
  struct mapping *next, *last;
  size_t size, used;
} *mappings; /* the first one is that of small pieces */
static bool is_short;

void first_memory_begin(void) { is_short = false; }

void first_memory_end(void) {
  for (struct mapping *m = mappings, *next; m; m = next) {
    next = m->next;
    pomp_sys_munmap(m, m->size);
  }
  mappings = NULL;
}

bool first_was_short(void) { return is_short; }

static struct mapping *map(size_t size, struct mapping *last) {
  struct mapping *m = pomp_sys_memory(size);
  if (!m)
    return NULL;
  if (size >= HUGE)
    pomp_sys_madvise(m, size, MADV_HUGEPAGE);
  struct mapping **place = last ? &last->next : &mappings;
  *m = (struct mapping){.next = *place, .last = last, .size = size, .used = sizeof *m};
  if (m->next)
    m->next->last = m;
  return *place = m;
}

/* Before each piece is its size. */
static size_t size_of(const void *piece) {
  size_t size;
  memcpy(&size, (const char *)piece - ALIGN, sizeof size);
  return size;
}
static size_t takes(size_t size) { return ALIGN + (size + ALIGN - 1) / ALIGN * ALIGN; }
static bool is_alone(size_t size) { return size > MAPPED / 4; }

/* Returns a mapping with room for a piece, which is the first one, unless the piece has its own. */
static struct mapping *with_room(size_t size) {
  const size_t all = sizeof(struct mapping) + takes(size), page = pomp_sys_page();
  if (size > SIZE_MAX / 2)
    return NULL;
  if ((!mappings || (!is_alone(size) && takes(size) > mappings->size - mappings->used)) && !map(MAPPED, NULL))
    return NULL;
  return is_alone(size) ? map((all + page - 1) / page * page, mappings) : mappings;
}

/* All of it is zeros, as a mapping is, and no piece of a mapping is given twice but the last one. */
void *pomp_first_malloc(size_t size) {
  struct mapping *m = with_room(size);
  if (!m) {
    errno = ENOMEM;
    return NULL;
  }
  char *piece = (char *)m + m->used + ALIGN;
  memcpy(piece - ALIGN, &size, sizeof size);
  m->used += takes(size);
  return piece;
}

void *pomp_first_calloc(size_t count, size_t size) {
  size_t bytes;
  return pomp_first_malloc(__builtin_mul_overflow(count, size, &bytes) ? SIZE_MAX : bytes);
}

void pomp_first_free(void *piece) {
  if (!piece)
    return;
  const size_t size = size_of(piece), all = takes(size);
  struct mapping *m = is_alone(size) ? (struct mapping *)(void *)((char *)piece - ALIGN - sizeof *m) : mappings;
  if (is_alone(size)) {
    m->last->next = m->next;
    if (m->next)
      m->next->last = m->last;
    pomp_sys_munmap(m, m->size);
  } else if ((char *)piece - ALIGN + all == (char *)m + m->used) {
    m->used -= all;
    memset((char *)m + m->used, 0, all);
  }
}

void *pomp_first_realloc(void *old, size_t size) {
  void *piece = pomp_first_malloc(size);
  if (piece && old) {
    memcpy(piece, old, size_of(old) < size ? size_of(old) : size);
    pomp_first_free(old);
  }
  return piece;
}

char *pomp_first_strdup(const char *text) {
  size_t size = strlen(text) + 1;
  char *copy = pomp_first_malloc(size);
  return copy ? memcpy(copy, text, size) : NULL;
}

int pomp_first_vasprintf(char **text, const char *format, va_list values) {
  va_list again;
  va_copy(again, values);
  int length = vsnprintf(NULL, 0, format, again);
  va_end(again);
  *text = length < 0 ? NULL : pomp_first_malloc((size_t)length + 1);
  return *text ? vsnprintf(*text, (size_t)length + 1, format, values) : -1;
}

int pomp_first_asprintf(char **text, const char *format, ...) {
  va_list values;
  va_start(values, format);
  int length = pomp_first_vasprintf(text, format, values);
  va_end(values);
  return length;
}

/* Merges runs of `width` elements into runs of twice as many. */
static void merge(const char *from, char *to, size_t count, size_t size, size_t width,
                  int (*compare)(const void *, const void *, void *), void *context) {
  for (size_t first = 0; first < count; first += 2 * width) {
    size_t middle = first + width < count ? first + width : count;
    size_t last = first + 2 * width < count ? first + 2 * width : count;
    for (size_t left = first, right = middle, i = first; i < last; i++) {
      bool of_left = left < middle && (right >= last || compare(from + left * size, from + right * size, context) <= 0);
      memcpy(to + i * size, from + (of_left ? left++ : right++) * size, size);
    }
  }
}

void pomp_first_qsort_r(void *array, size_t count, size_t size, int (*compare)(const void *, const void *, void *),
                        void *context) {
  char *other = count < 2 ? NULL : pomp_first_malloc(count * size), *from = array, *to = other;
  if (count < 2)
    return;
  if (!other) { /* what is not in order is found at the end */
    is_short = true;
    return;
  }
  for (size_t width = 1; width < count; width *= 2) {
    merge(from, to, count, size, width, compare, context);
    char *was = from;
    from = to;
    to = was;
  }
  if (from != array)
    memcpy(array, from, count * size);
  pomp_first_free(other);
}

struct plain {
  int (*compare)(const void *, const void *);
};
static int compare_plain(const void *a, const void *b, void *context) {
  const struct plain *p = context;
  return p->compare(a, b);
}
void pomp_first_qsort(void *array, size_t count, size_t size, int (*compare)(const void *, const void *)) {
  struct plain plain = {compare};
  pomp_first_qsort_r(array, count, size, compare_plain, &plain);
}

/* Numbers that are larger have no fraction. */
#define WHOLE 4503599627370496.0
double pomp_first_floor(double x) {
  if (!(x > -WHOLE && x < WHOLE))
    return x;
  double whole = (double)(int64_t)x;
  return whole > x ? whole - 1 : whole;
}
double pomp_first_ceil(double x) { return -pomp_first_floor(-x); }

/* Newton's way from above comes nearer each time, until it is as near as can be. */
double pomp_first_sqrt(double x) {
  double root = x > 1 ? x : 1, last = 0;
  if (!(x > 0))
    return 0;
  do {
    last = root;
    root = (last + x / last) / 2;
  } while (root < last);
  return last;
}

int pomp_first_no_thread(void) { return EAGAIN; }

int pomp_first_no_file(void) {
  errno = ENOSYS;
  return -1;
}
