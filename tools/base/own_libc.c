/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* own_libc.c - gives memory from one piece, which nobody gives back one by one, and does with it what is asked of libc.
 * Not here: where the piece is from (pomp_first_find's caller). */
#include "base/own_memory.h"

#include <errno.h>

#define ALIGN 16u

static char *next, *end;
static bool is_short;

void first_memory(void *memory, size_t size) {
  is_short = false;
  next = memory;
  end = memory ? next + size : NULL;
}

bool first_was_short(void) { return is_short; }

/* Before each piece is its size, for realloc. */
void *pomp_first_malloc(size_t size) {
  size_t left = (size_t)(end - next);
  if (left < 2 * ALIGN || size > left - 2 * ALIGN) {
    errno = ENOMEM;
    return NULL;
  }
  char *piece = next + ALIGN;
  memcpy(next, &size, sizeof size);
  next = piece + (size + ALIGN - 1) / ALIGN * ALIGN;
  return piece;
}

/* All of the memory is zeros at first, and no piece is ever given twice but the last one, which is made zeros. */
void *pomp_first_calloc(size_t count, size_t size) {
  size_t bytes;
  return __builtin_mul_overflow(count, size, &bytes) ? NULL : pomp_first_malloc(bytes);
}

static size_t size_of(const void *piece) {
  size_t size;
  memcpy(&size, (const char *)piece - ALIGN, sizeof size);
  return size;
}

static bool is_last(const void *piece) {
  return (const char *)piece + (size_of(piece) + ALIGN - 1) / ALIGN * ALIGN == next;
}

void pomp_first_free(void *piece) {
  if (!piece || !is_last(piece))
    return;
  next = (char *)piece - ALIGN;
  memset(next, 0, ALIGN + size_of(piece));
}

void *pomp_first_realloc(void *old, size_t size) {
  void *piece = pomp_first_malloc(size);
  if (piece && old)
    memcpy(piece, old, size_of(old) < size ? size_of(old) : size);
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
