/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* source_lines.h - the lines of the source files that a run has figures of.
 * Not here: how they are shown (source_view.c), what is noted at a line (source_notes.c). */
#ifndef SHOW_SOURCE_LINES_H
#define SHOW_SOURCE_LINES_H

#include "findings/diagnosis.h"
#include "show/source_search.h"
#include "sums/samples.h"

/* This is a line of a file, with the sums of the regions that begin there, and of the samples that found threads there.
 */
struct source_line {
  const char *file;
  uint32_t number;              /* from 1 on; 0: it stands for lines that are left out */
  bool measured;                /* a region begins here */
  uint64_t self, wait, visits;  /* visits: of the part of a construct that has most of them */
  struct sampled_count sampled; /* what found a thread here, or in what is called here; none: not more than noise */
  char *text;                   /* without control characters, tabs as spaces; NULL: the file can't be read */
  char *notes;                  /* what is noted here, with a line feed behind each note; NULL: nothing */
};

struct source_file {
  const char *name; /* as the experiment has it */
  enum source_state state;
  uint64_t self, sampled;    /* ns */
  bool measured;             /* a region begins in it */
  struct source_line *lines; /* of the file, in order; if it can't be read, those that were measured */
  uint32_t line_count, line_room;
};

struct source_files {
  struct source_file *files; /* in descending order of their self time, then of their samples' */
  uint32_t count;
};

static inline bool source_has_figures(const struct source_line *l) { return l->measured || l->sampled.count; }

/* Finds the files, and reads them (source_search.h). Only files whose name is that of `p` or
 * ends with it after a slash, if it is not NULL. A file in
 * which no region begins is there if samples found threads in it, and it can be read. The findings are noted at their
 * lines. False if there is not enough
 * memory. Either way source_free is to be called. */
bool source_find(struct source_files *s, const struct diagnosis *d, const char *directory,
                 const struct source_place *p);
/* Tells on stderr that a file's lines are not there, or not those that ran. */
void source_tell(const struct source_file *f);
void source_free(struct source_files *s);

/* Returns the notes on a region as one text of several lines, from malloc; "" if there are none, NULL if there is not
 * enough memory. If `brief`, they are the findings alone. */
char *source_notes(const struct diagnosis *d, uint32_t region, bool brief);

#endif
