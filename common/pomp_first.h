/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* pomp_first.h - the first finding of the diagnosis, for the table at the end of a run. The runtime has the tools' own
 * code for that (tools/end, tools/end), which is pure and takes memory from nobody.
 * Not here: the diagnosis (tools/findings), the table (runtime/libpompomp/life/summary_table.c). */
#ifndef POMP_FIRST_H
#define POMP_FIRST_H

#include <stdbool.h>
#include <stddef.h>

struct pomp_first {
  double part;        /* of the wall time that fixing it saves at most */
  char what[512];     /* what is wrong, and in which region */
  char function[256]; /* which function has the region; or "" */
  char where[256];    /* "file:line", without folders; or "" */
};

/* Reads an experiment, which is complete and of one process, and finds what `pomp-report --diagnose` has first.
 * `memory`, zeros at a page's begin, is all that it may need; what the experiment takes of that is several times its
 * size. False if there is no finding that is judged, or no room. One thread alone may call it. */
bool pomp_first_find(struct pomp_first *first, const void *experiment, size_t size, void *memory, size_t room)
    __attribute__((visibility("hidden")));

#endif
