/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* read_internal.h - what the files of libpompread share: a handle with its two snapshots, and what the same things are
 * called in both. Not here: what others may call (pomp_read.h), how experiments are read and analysed (tools/files,
 * tools/sums). */
#ifndef LIBRARY_READ_INTERNAL_H
#define LIBRARY_READ_INTERNAL_H

#include "files/load.h"
#include "sums/analysis.h"

#include <string.h>

#define POMP_READ_API __attribute__((visibility("default")))

/* pomp_read.h has numbers of its own for what the reader has, and they are the same. */
#define SAME_NUMBER(theirs, ours) _Static_assert((theirs) - (ours) == 0, #theirs " is another number")

/* This is all that was measured up to a moment. */
struct snapshot {
  struct loaded loaded;
  struct analysis analysis;
  struct conclusions *conclusions;    /* NULL: nobody has asked for them */
  void (*forget)(struct snapshot *s); /* frees them; NULL likewise */
};

/* The numbers of regions, paths and locations of the snapshot now are found here for the one before;
 * POMP_READ_NONE: it was not there. */
struct same {
  uint32_t *region, *path, *location;
};

struct pomp_read {
  char *pid;                     /* the number of the process that was named; NULL: an experiment was */
  char *experiment;              /* how it is found afterwards */
  struct snapshot *now, *before; /* before: NULL: there is none */
  struct same same;
  char **names; /* by location, as far as somebody has asked; they are of `now` */
};

/* The reader and the analysis have variables of their own, which several threads would share. This is called at the
 * begin and the end of each function that uses them; errno stays as it was. */
int pomp_read_lock(void); /* returns what the next one takes */
void pomp_read_unlock(int error);

/* The same, for functions that may fail: what the reader would print goes to `error`, which has room for `size` bytes
 * and may be NULL. */
int pomp_read_begin(char *error, size_t size);
void pomp_read_end(int was, bool good, char *error, size_t size);

/* Finds all that is in both snapshots. False: no memory. Either way same_free is to be called. */
bool same_find(struct same *same, const struct analysis *now, const struct analysis *before);
void same_free(struct same *same);

/* Fills a structure of the caller's, which has `size` bytes. Always returns 0. */
static inline int give(void *to, size_t size, const void *from, size_t has) {
  memset(to, 0, size);
  memcpy(to, from, size < has ? size : has);
  return 0;
}

/* Returns a location's name; "" if there is no memory. */
const char *location_name(struct pomp_read *r, uint32_t location);

/* Returns how many columns a snapshot has. */
uint32_t column_count(const struct snapshot *s);

#endif
