/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* frame.h - joins the experiments of ranks into one without call paths, so that no more than one rank need be in
 * memory: the result has the locations, constructs, metrics and processes, as experiment_join makes them. Not here: the
 * sources of these experiments (read_frame.c, rank_files.c). */
#ifndef FILES_FRAME_H
#define FILES_FRAME_H

#include "files/experiment.h"
#include "pomp_index.h"

struct frame {
  struct experiment *e; /* its first part is what several ranks have written together, if there is that */
  struct pomp_index constructs, texts;
  const char **text; /* strings, each once */
  char *rest;        /* room for more */
  size_t left;       /* bytes */
  uint32_t *have;    /* by metric: so many parts have it */
  uint32_t parts;
  uint32_t text_count, text_room, constructs_room, processes_room, locations_room, held_room, chunks_room;
};

/* Begins; `e` is going to be the result. `job`, which may be NULL, is what several ranks have written together, without
 * call paths: it is part of the result from now on. False: there is no memory. Either way frame_free and
 * experiment_free are to be called. */
bool frame_begin(struct frame *f, struct experiment *e, struct experiment *job);
/* Add the process next in rank: a process of the job, or the process of an experiment, whose times are in ticks, and
 * which is not needed afterwards. */
bool frame_add(struct frame *f, uint32_t process);
bool frame_add_own(struct frame *f, const struct experiment *own);
/* Fills in the values that depend on all processes. */
bool frame_end(struct frame *f);
void frame_free(struct frame *f);

#endif
