/* shadow.h - the call paths of a program, as it knows them itself: how often each was entered, and for how long.
 * Not here: the events; ENTER and LEAVE stand around POMP_Begin and POMP_End. One thread alone may use this.
 *
 * After a jump the program says where it is (shadow_back). How long a function was open that was left then is known to
 * lie between the jump and the end of the next event. */
#ifndef SHADOW_H
#define SHADOW_H

#include "pomp.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct shadow {
  const char *name;
  struct shadow *parent;
  long visits, low, high; /* sums, in ns */
  long begun, entered;    /* when POMP_Begin was called, and when it returned */
  struct shadow *left;    /* in the list of those that have been left since the last event */
};
static struct shadow shadow_all[4096];
static int shadow_count = 1;
static struct shadow *shadow_at = shadow_all, *shadow_left;
static long shadow_jumped;

static inline long shadow_now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000000000L + t.tv_nsec;
}
/* An event has come: by now what has been left is closed. */
static inline void shadow_close(long now) {
  for (; shadow_left; shadow_left = shadow_left->left)
    shadow_left->high += now - shadow_left->begun;
}
static inline void shadow_enter(const char *name, long begun) {
  long now = shadow_now();
  shadow_close(now);
  struct shadow *s = shadow_all + 1;
  while (s < shadow_all + shadow_count && (s->parent != shadow_at || strcmp(s->name, name) != 0))
    s++;
  if (s == shadow_all + shadow_count) {
    if (++shadow_count > 4096)
      abort();
    s->name = name;
    s->parent = shadow_at;
  }
  shadow_at = s;
  s->visits++;
  s->begun = begun;
  s->entered = now;
}
static inline void shadow_leave(long ends, long ended) {
  shadow_close(ended);
  shadow_at->low += ends - shadow_at->entered;
  shadow_at->high += ended - shadow_at->begun;
  shadow_at = shadow_at->parent;
}
/* Before the jump. */
static inline void shadow_jumps(void) { shadow_jumped = shadow_now(); }
/* After it. */
static inline void shadow_back(struct shadow *to) {
  while (shadow_at != to) {
    shadow_at->low += shadow_jumped - shadow_at->entered;
    shadow_at->left = shadow_left;
    shadow_left = shadow_at;
    shadow_at = shadow_at->parent;
  }
}
#define ENTER(d)                                                                                                       \
  do {                                                                                                                 \
    long begun_ = shadow_now();                                                                                        \
    POMP_Begin(&(d));                                                                                                  \
    shadow_enter((d).sub_name, begun_);                                                                                \
  } while (0)
#define LEAVE(d)                                                                                                       \
  do {                                                                                                                 \
    long ends_ = shadow_now();                                                                                         \
    POMP_End(&(d));                                                                                                    \
    shadow_leave(ends_, shadow_now());                                                                                 \
  } while (0)

/* Writes all as JSON: the names from the outside in, visits, bounds of the time. */
static inline void shadow_write(const char *path) {
  FILE *f = fopen(path, "w");
  if (!f)
    abort();
  fputc('[', f);
  for (struct shadow *s = shadow_all + 1; s < shadow_all + shadow_count; s++) {
    const char *names[64];
    int depth = 0;
    for (struct shadow *p = s; p != shadow_all && depth < 64; p = p->parent)
      names[depth++] = p->name;
    fprintf(f, "%s[[", s == shadow_all + 1 ? "" : ",\n");
    while (depth-- > 0)
      fprintf(f, "\"%s()\"%s", names[depth], depth ? ", " : "");
    fprintf(f, "], %ld, %ld, %ld]", s->visits, s->low, s->high);
  }
  fputs("]\n", f);
  if (fclose(f))
    abort();
}

#endif
