/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* score.h - what measuring each region cost, and which of them a filter should leave out: what a rule of the filter
 * file can name is one entry. Not here: how it is printed (score_view.c), how a filter file is read
 * (common/pomp_filter.h). */
#ifndef FINDINGS_SCORE_H
#define FINDINGS_SCORE_H

#include "findings/analysed_experiment.h"

#include <string.h>

/* It says why an entry is not left out. The columns are the id in JSON, and the words of the table. */
/* clang-format off */
#define SCORE_KEPT(X)                                                                                                  \
  X(SCORE_FREE, "", "")                                                                                                \
  X(SCORE_CARRIES, "carries", "carries call paths")                                                                    \
  X(SCORE_WAITS, "waits", "has waiting")                                                                               \
  X(SCORE_MPI, "mpi", "has messages")                                                                                  \
  X(SCORE_LATE, "unbalanced", "has imbalance")                                                                         \
  X(SCORE_SHARES, "shares_name", "shares its name")                                                                    \
  X(SCORE_CONSTRUCT, "construct", "is no function")
/* clang-format on */
enum score_kept {
#define SCORE_ROW(name, ...) name,
  SCORE_KEPT(SCORE_ROW)
#undef SCORE_ROW
};
extern const char *const score_kept_ids[], *const score_kept_words[];

/* These are the constructs that a rule excludes: all parts of all constructs with one name. */
struct score_entry {
  char name[1024];    /* as in the tables, without the words for parts */
  char pattern[2048]; /* the word of the filter file */
  uint32_t construct; /* the number of the name's first construct, less 1 */
  uint32_t constructs;
  uint64_t visits, self, wait;
  double measuring; /* ns */
  double excluded;  /* the cost that is left if a filter excludes the constructs: the OpenMP runtime still calls back */
  double bytes;     /* of the trace */
  uint64_t samples; /* of serial code, in it and in what it calls that is not measured */
  bool sampled;     /* the samples are enough for the name to stay */
  enum score_kept kept;
  bool chosen;
};

/* These are sums over all measured regions. */
struct score_sums {
  uint64_t visits, wait;
  uint64_t self; /* of the excluded entries: it goes to the regions around them */
  double measuring;
  uint64_t file; /* the size of the trace's file */
};

struct score {
  const struct analysis *analysis;
  struct score_entry *entries; /* the most costly first */
  size_t count;
  uint32_t *of_construct;        /* the entry of each construct, by the order of the experiment */
  bool traced, bytes_known;      /* the bytes are those of the trace; there is a figure for them */
  struct prediction *prediction; /* of the bytes of a trace that there is not; NULL: there is a trace */
  double other_bytes; /* of records that belong to no region, of heads and definitions, and of unused space */
  struct score_sums all, left, lost; /* the sums before the filter, after it, and their difference */
  bool compiled;                     /* the filter is for the next compile, which leaves out functions alone */
  double overhead;                   /* the aim: a part of threads x wall; 0: none */
  uint64_t trace_size;               /* the aim, in bytes; 0: none */
  bool reached;
};

/* This is what the filter is to reach. */
struct score_aims {
  double overhead;     /* per cent; 0: no aim */
  uint64_t trace_size; /* bytes; 0: no aim */
  bool functions;      /* it is to keep the functions that are worth measuring, for the next compile */
};

/* Writes a name as a pattern of the filter file that fits nothing else: what means something in a pattern or a file
 * goes behind a backslash. */
static inline void score_pattern(char *to, size_t size, const char *name) {
  size_t used = 0;
  for (; *name && used + 2 < size; name++) {
    if (strchr("*?[]\\# \t\n", *name))
      to[used++] = '\\';
    to[used++] = *name;
  }
  to[used] = 0;
}

/* Finds all that, and chooses what to leave out. False: not enough memory. Either way score_free is to be called. */
bool score_make(struct score *s, const struct analysed_experiment *o, const struct score_aims *aims);
void score_free(struct score *s);

/* Writes the filter file. False, with a message, if it can't be written. */
bool score_write_filter(const struct score *s, const char *file);

/* Return what measuring is of threads x wall, before and with the filter, which saves some of that time. */
double score_overhead(const struct score *s, const struct score_sums *sums);

/* True if measuring with the filter may take more than `left` says. Threads that share tasks meet more often at the
 * queues of the OpenMP runtime if they have less to do between two tasks, and how much that costs can't be known from
 * a run in which they had more. It is also true if it is true of measuring without the filter. */
bool score_left_is_least(const struct score *s);

/* --- score_functions.c: the functions that are worth measuring --- */

bool score_is_function(const struct score *s, const struct score_entry *e);
/* Chooses the functions to leave out. False: not enough memory. */
bool score_functions(struct score *s);

/* --- score_samples.c: the functions in which serial code was sampled --- */

/* True if there are any, be they measured or not. */
bool score_has_sampled(const struct analysis *a);
/* Writes a filter that keeps them and no others. False, with a message, if it can't be written. */
bool score_write_sampled(const struct analysis *a, const char *file);
/* Tells the entries of functions that are measured how many samples they have. */
void score_add_sampled(struct score *s);

/* --- score_predict.c: the bytes of a trace that there is not --- */

/* Prepares to predict them. NULL: not enough memory. */
struct prediction *prediction_new(const struct score *s, const struct loaded *l);
/* Finds the size of the file, without the chosen entries if it is filtered, or else the bytes of each entry as well.
 * `s->bytes_known` becomes false if the experiment can't be read again; the reason has been printed. False: not enough
 * memory. */
bool prediction_make(struct prediction *p, struct score *s, bool filtered, uint64_t *file);
void prediction_free(struct prediction *p);

/* --- score_trace.c: the bytes of a trace --- */

/* Finds the bytes of each entry and of the file: from the trace, or, without one, as predicted from the visits. False:
 * not enough memory. */
bool score_trace(struct score *s, const struct loaded *l);
/* Finds the size of the file without the chosen entries. */
bool score_trace_filtered(struct score *s, const struct loaded *l);

#endif
