/* experiment.h - an experiment as the report sees it: the contents of profile.pomp, checked.
 * Not here: files (load.c), what the numbers mean together (analysis.c). */
#ifndef REPORT_EXPERIMENT_H
#define REPORT_EXPERIMENT_H

#include "pomp_format.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define NO_NODE UINT32_MAX
#define NO_LOCATION UINT32_MAX

struct construct {
  const char *name, *sub_name, *file, *function;
  int begin_line1, begin_lineN, end_line1, end_lineN, num_sections;
};

/* As in the file; its root is the node of the same index. `parent` is NO_LOCATION if it is no member of a team, and
 * else a location before it. */
struct location {
  uint32_t state, flags, served, os_thread, cpu;
  uint32_t parent, thread_num, level, team_size;
  uint64_t last, repaired, ignored;
};

/* As in the file, with an index for the parent, which stands before its children. Times in ticks. First come the roots,
 * in the order of their locations. */
struct node {
  uint32_t key, parent, location;
  uint64_t visits, inclusive, min, max, wait;
  uint64_t start; /* of a visit that was not over; `inclusive` counts it up to the experiment's end */
};

/* A string record of the file. */
struct text_at {
  uint64_t number;
  const char *text;
};

struct experiment {
  struct pomp_header header;
  const char *program, *command, *directory, *host, *settings, *writer;
  struct construct *constructs; /* number n is constructs[n - 1] */
  uint32_t construct_count;
  struct location *locations; /* by id */
  uint32_t location_count;
  struct node *nodes;
  uint32_t node_count;
  uint64_t end_tick;           /* the end of the measurement, or the last thing that is known to have happened */
  uint64_t base_ns, base_tick; /* so many ns are so many ticks */
  char *text;                  /* all strings */
  struct text_at *texts;
  uint32_t text_count;
};

/* Reads the file's contents in memory: a pure function. Strings come out as UTF-8 without control characters. True, or
 * false and a message; either way experiment_free is to be called. */
bool experiment_parse(struct experiment *e, const void *bytes, size_t size, char *error, size_t error_size);
void experiment_free(struct experiment *e);

/* Is the node's time a part of its parent's? That of a task is not, nor that of a team's member on another thread than
 * the one that forked, nor blame. */
bool experiment_is_part(const struct experiment *e, uint32_t node);

uint64_t experiment_ns(const struct experiment *e, uint64_t ticks);
/* By what part of itself a time may be off, at most: the calibration's error. */
double experiment_clock_error(const struct experiment *e);

/* Is this the beginning of an experiment's file? Then `used` is how much of the file counts. */
bool experiment_probe(const void *bytes, size_t size, uint64_t *used, char *error, size_t error_size);

#endif
