/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* source_search.h - finds and reads the source files that an experiment names, the one that was compiled if it is
 * there. Not here: what is in their lines (source_lines.h). */
#ifndef SHOW_SOURCE_SEARCH_H
#define SHOW_SOURCE_SEARCH_H

#include "files/experiment.h"

/* This is how far a file's lines are to be believed. */
enum source_state { SOURCE_READ, SOURCE_CHANGED, SOURCE_MISSING, SOURCE_OUTSIDE };

enum { SOURCE_PATHS = 8 };

/* This is what the user wants to see of the source. */
struct source_place {
  const char *file;                /* NULL: all files */
  unsigned line;                   /* 0: all lines */
  bool anywhere;                   /* files are read wherever they are */
  const char *paths[SOURCE_PATHS]; /* folders with source files, in the order of the search */
  unsigned path_count;
};

/* Files are looked for in these folders, and read below them: names come from the experiment, and #line makes any. */
struct source_folders {
  const struct experiment *experiment;
  struct source_folder {
    char *at; /* without links, but for one that a compiler ran in */
    enum { FOLDER_PATH, FOLDER_HERE, FOLDER_RUN, FOLDER_BESIDE, FOLDER_COMPILED } kind;
  } *all;
  uint32_t count, room;
  bool anywhere, has_compiled;
};

/* False if there is not enough memory. Either way source_folders_close is to be called. */
bool source_folders_open(struct source_folders *f, const struct experiment *e, const char *directory,
                         const struct source_place *p);
void source_folders_close(struct source_folders *f);

/* Reads a file whose sum is `sum`, "" if that is not known; without a sum, a file that is newer than the run has
 * changed. A file that is as it was compiled is read wherever it is: who made the experiment knows it. `*text` is from
 * malloc; NULL if it is not read. False if there is not enough memory. */
bool source_read(struct source_folders *f, const char *name, const char *sum, enum source_state *state, char **text,
                 size_t *size);

#endif
