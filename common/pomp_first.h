/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* pomp_first.h - what a process says of itself at its end: the sums of its regions, and the first finding of the
 * diagnosis. The runtime has the tools' own code for that (tools/end), which takes memory from nobody but the kernel.
 * Not here: the analysis (tools/sums), the diagnosis (tools/findings), the table
 * (runtime/libpompomp/life/summary_table.c). docs/environment.md defines each figure. */
#ifndef POMP_FIRST_H
#define POMP_FIRST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The sum of all call paths of a region. Key 0 stands for what is outside of all regions. Times are in seconds. */
struct pomp_sum {
  uint32_t key;
  uint64_t visits;
  double self, wait;
  uint64_t contended; /* visits that waited for who held the lock */
};

/* The sums of a process, or of all ranks of a job. Times are in seconds. */
struct pomp_summary {
  uint64_t ranks; /* 0: there is no job */
  uint64_t threads;
  bool helped;      /* there were helpers (POMP_LOCATION_HELPER), whose tasks are in `allocation` */
  bool come_and_go; /* some threads did not live during the whole run, so that `allocation` is not threads × wall */
  uint64_t forked;  /* as in struct pomp_header; the sum of a job's */
  uint64_t stopped; /* processes whose measurement ended before they did */
  uint64_t without_ompt; /* processes whose implicit barriers only OMPT could have reported, and there was none */
  double ompt_end;       /* after so long, the OpenMP runtime ended OMPT, of the process where that was last; or 0 */
  bool barriers_end;     /* and the waiting in implicit barriers is missing from then on */
  bool teams_unknown;    /* of which team which location is was not reported, of the process that prints the table */
  double wall, allocation, idle, waiting, measuring;
  double mpi;          /* the time in functions of MPI that may wait, which is not in `waiting` */
  double lived, ready; /* how long threads lived, and were ready without a processor; `ready` is 0 if it is not known */
  double busy;         /* how long they were in regions or outside, and not idle */
  uint64_t switches;   /* as in struct pomp_header; the sum of a job's */
  double user, system; /* how long threads were on processors, in the program's own code and in the kernel */
  uint64_t faults, sleeps; /* as in struct pomp_header; the sum of a job's */
  uint64_t cpus;           /* on how many processors the process's threads could run; 0: not known, or of a job */
  struct pomp_sum *sums;   /* each key once; mapped memory of `size` bytes */
  uint64_t count;
  size_t size;
};

struct pomp_first {
  bool found;         /* there is a finding that is judged; else the rest means nothing */
  double part;        /* of the wall time that fixing it saves at most */
  char what[512];     /* what is wrong, and in which region */
  char function[256]; /* which function has the region; or "" */
  char where[256];    /* "file:line", without folders; or "" */
};

/* Reads an experiment of one process, with the tick of its end, and adds it up as pomp-report does. Unless `first` is
 * NULL, it finds what `pomp-report --diagnose` has first, too: that takes ten times the memory and time. False if there
 * is no memory, or somebody else has written to the experiment. One thread alone may call it. */
bool pomp_first_find(struct pomp_summary *s, struct pomp_first *first, const void *experiment, size_t size)
    __attribute__((visibility("hidden")));

#endif
