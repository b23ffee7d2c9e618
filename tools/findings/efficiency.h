/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* efficiency.h - how well a run, or a region of interest in it, has used its threads, and by which factor it lost how
 * much: the multiplicative hybrid model of POP, the performance optimisation and productivity centre of excellence.
 * Not here: how it is printed. docs/efficiency.md has the formulas. */
#ifndef FINDINGS_EFFICIENCY_H
#define FINDINGS_EFFICIENCY_H

#include "findings/factors.h"
#include "sums/analysis.h"

/* These are the figures of a run, or of a region of interest. What is not known is NAN. */
struct efficiency {
  bool there;              /* false: the run has not entered the region, and all else means nothing */
  uint32_t ranks;          /* the processes that entered it */
  uint32_t threads;        /* of all of them: the most at the same time */
  double width;            /* and on average, as not all of them may live all the time */
  double wall;             /* ns: the longest of the processes' */
  uint64_t visits;         /* of the region; 0 of the whole run */
  double time[TIME_KINDS]; /* ns of thread time; they add up to width × wall */
  double factor[FACTORS];
  double instructions, cycles; /* of the useful time */
  bool has_mpi;                /* there was time in MPI */
  bool crowded;                /* threads were ready without a processor, which is in these times */
  bool machine_known;          /* the kernel tells where; then that is in TIME_MACHINE */
  bool nesting_unknown;        /* the OpenMP runtime did not tell of teams: OpenMP's factors can't be distinguished */
};

/* Marks the nodes that are in regions called `name`: user regions and functions by their own names (`solve`), any
 * region as the report shows it (`critical(sum)`), or by its place (`solver.c:42`). Nodes below are marked, too. The
 * marks have room for each node. Returns the number of visits of the outermost marked nodes. */
uint64_t interest_mark(const struct analysis *a, const char *name, bool *inside);

/* Computes the figures of the whole run, or of the region of that name unless that is NULL, process by process. False
 * if there is not enough memory. */
bool efficiency_find(struct efficiency *f, const struct analysis *a, const char *region);

/* True if what others had of the processors is worth a line. */
bool efficiency_lost_processors(const struct efficiency *f);

/* An analysis that has no nodes (job_sums.h) needs what its processes have told: of the whole run, and of each of these
 * regions, whose names have to live as long. */
struct efficiency_ranks;
struct pomp_bytes;
void efficiency_rank(const struct analysis *rank, const char *const *regions, size_t count, struct pomp_bytes *to);
/* It belongs to the analysis from then on, who frees it after that by efficiency_ranks_free. NULL: not enough memory.
 */
struct efficiency_ranks *efficiency_ranks_begin(struct analysis *a, const char *const *regions, size_t count);
/* Takes what efficiency_rank has put for a process. False if it is not whole. */
bool efficiency_ranks_add(struct efficiency_ranks *p, uint32_t process, struct pomp_bytes *from);
void efficiency_ranks_free(struct efficiency_ranks *p);

/* This is what became of a run in comparison with the reference run. */
struct scaling {
  double speedup;          /* the reference's wall time by the run's; `weak`: and times as many as the threads are */
  double efficiency;       /* that by how many times the threads there are */
  double factor[SCALINGS]; /* the reference's by the run's, or the other way round, so that more is better */
  double lost;       /* which part of the efficiency the worst factor has left, in comparison with the reference's */
  const char *loses; /* that factor's name; "" if each has left more than 0.995 */
  const char *loses_key; /* the same for scripts */
};

/* `weak` says that the problem grows with the threads: then the work of each thread is compared, and not that of all.
 */
void scaling_find(struct scaling *s, const struct efficiency *run, const struct efficiency *reference, bool weak);

#endif
