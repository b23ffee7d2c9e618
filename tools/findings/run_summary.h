/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* run_summary.h - what is kept of an experiment to compare it with others: constructs, regions and call paths with
 * their sums over all threads. It stands for itself, so that the experiment can be freed. Not here: which constructs of
 * two runs are the same (construct_matching.h), where runs are stored (tools/commands/runs). */
#ifndef FINDINGS_RUN_SUMMARY_H
#define FINDINGS_RUN_SUMMARY_H

#include "files/load.h"
#include "sums/analysis.h"

#define RUN_NONE UINT32_MAX

/* These figures are compared. Times are in ns. */
enum run_figure {
  RUN_SELF,
  RUN_INCLUSIVE,
  RUN_WAIT,
  RUN_VISITS,
  RUN_STORED,              /* the database has those above */
  RUN_WORKED = RUN_STORED, /* RUN_SELF without what threads had no processor for, if `work_known` */
  RUN_FIGURES
};

/* These are those of a whole run. */
enum run_total {
  RUN_WALL,
  RUN_THREAD_WALL, /* threads × wall */
  RUN_IN_REGIONS,
  RUN_OUTSIDE,
  RUN_IDLE,
  RUN_WAITING,
  RUN_READY, /* how long threads were ready and had no processor, if `ready_known` */
  RUN_TOTALS
};

struct run_construct {
  const char *name, *sub_name, *function, *file;
  const char *where;   /* as the report shows it */
  const char *clauses; /* NULL: they are not known */
  int line, last_line; /* 0: not known */
  uint64_t address;    /* of a call whose line is not known; 0: none */
};

struct run_region {
  uint32_t construct, role; /* RUN_NONE and 0 of what is outside of all regions */
  uint64_t figures[RUN_FIGURES];
};

struct run_path {
  uint32_t parent, region; /* a parent comes before its children; the first is the root, whose parent is RUN_NONE */
  uint64_t figures[RUN_FIGURES];
};

struct run {
  const char *name;    /* what the user calls the experiment */
  const char *program; /* without its folder */
  const char *command, *directory, *host, *state;
  uint64_t start; /* ns since 1970 */
  uint32_t threads, ranks;
  bool traced, ready_known, work_known;
  uint64_t lived; /* ns: of threads that the kernel was asked about, if that is known */
  uint64_t totals[RUN_TOTALS];
  struct run_construct *constructs; /* by function, file and line */
  struct run_region *regions;       /* the first is what is outside of all regions */
  struct run_path *paths;
  uint32_t construct_count, region_count, path_count;
  char **texts; /* all strings */
  uint32_t text_count, text_room;
};

/* Keeps what there is to compare of an experiment. `traced`: its figures follow from the trace. False: not enough
 * memory. Either way run_free is to be called. */
bool run_take(struct run *r, const struct loaded *l, const struct analysis *a, bool traced);
void run_free(struct run *r);

/* Returns a copy of the text that lives as long as the run; NULL: not enough memory. */
const char *run_text(struct run *r, const char *text);

/* Puts the constructs into their order, and gives the regions their new numbers. False: not enough memory. */
bool run_sort(struct run *r);

/* Writes the name of a region. */
void run_region_name(const struct run_construct *c, uint32_t role, char *text, size_t size);

/* Returns the next function and file with the constructs from `from` on: where their sequence ends. */
uint32_t run_sequence_end(const struct run *r, uint32_t from);

#endif
