/* shadow.h - the call paths of a program, as it knows them itself: how often each was entered, and for how long.
 * Not here: the events; ENTER and LEAVE are around POMP_Begin and POMP_End. One thread alone may use this.
 *
 * The clock is the program's, and goes on at each event, by another time each. After a jump the program says where it
 * is (shadow_back); a function that was left then was open until the next event. */
#ifndef SHADOW_H
#define SHADOW_H

#include "pomp.h"
#include "test_clock.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct shadow {
  const char *name;
  struct shadow *parent;
  uint64_t visits, ns, begun;
  struct shadow *left; /* in the list of those that have been left since the last event */
};
static struct shadow shadow_all[4096];
static int shadow_count = 1;
static struct shadow *shadow_at = shadow_all, *shadow_left;
static int shadow_left_count; /* visits that were left */

/* An event comes, some time after the one before: now what has been left is closed. */
static inline void shadow_step(void) {
  static uint64_t step;
  __pomp_time += ++step;
  for (; shadow_left; shadow_left = shadow_left->left)
    shadow_left->ns += __pomp_time - shadow_left->begun;
}
static inline void shadow_enter(const char *name) {
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
  s->begun = __pomp_time;
}
static inline void shadow_leave(void) {
  shadow_at->ns += __pomp_time - shadow_at->begun;
  shadow_at = shadow_at->parent;
}
/* Comes after a jump. */
static inline void shadow_back(struct shadow *to) {
  for (; shadow_at != to; shadow_at = shadow_at->parent, shadow_left_count++) {
    shadow_at->left = shadow_left;
    shadow_left = shadow_at;
  }
}
#define ENTER(d)                                                                                                       \
  do {                                                                                                                 \
    shadow_step();                                                                                                     \
    POMP_Begin(&(d));                                                                                                  \
    shadow_enter((d).sub_name);                                                                                        \
  } while (0)
#define LEAVE(d)                                                                                                       \
  do {                                                                                                                 \
    shadow_step();                                                                                                     \
    POMP_End(&(d));                                                                                                    \
    shadow_leave();                                                                                                    \
  } while (0)

/* The same of a critical section, whose lock nobody takes. */
#define ENTER_CRITICAL(d)                                                                                              \
  do {                                                                                                                 \
    shadow_step();                                                                                                     \
    POMP_Critical_enter(&(d));                                                                                         \
    shadow_enter("critical");                                                                                          \
  } while (0)
#define LEAVE_CRITICAL(d)                                                                                              \
  do {                                                                                                                 \
    shadow_step();                                                                                                     \
    POMP_Critical_exit(&(d));                                                                                          \
    shadow_leave();                                                                                                    \
  } while (0)

/* Writes all as JSON: the names from the outside in, visits, the time in ns. */
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
      fprintf(f, "\"%s\"%s", names[depth], depth ? ", " : "");
    fprintf(f, "], %" PRIu64 ", %" PRIu64 "]", s->visits, s->ns);
  }
  fputs("]\n", f);
  if (fclose(f))
    abort();
}

#endif
