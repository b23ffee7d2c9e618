/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* job_findings.h - what the processes of a run have told that were diagnosed each by itself, while it is put together.
 * Not here: how a process tells it (rank_findings.c), what follows for the run (diagnose.c and who looks at the run).
 *
 * Regions are known by their keys, call paths by those from the outermost region inwards, locations by their numbers in
 * their process. Times are in ns. */
#ifndef FINDINGS_JOB_FINDINGS_H
#define FINDINGS_JOB_FINDINGS_H

#include "findings/evidence.h"
#include "findings/finding.h"
#include "pomp_bytes.h"
#include "pomp_index.h"

/* This is what a process sends, in this order: its facts, the lengths of the arrays, these, and its findings, each of
 * which is followed by what `struct sent_finding` has the lengths of. */
struct process_facts {
  struct rank_times rank;
  double cpu_wall;      /* see search.cpu_wall */
  double serial;        /* the wall time of its serial code */
  double worked;        /* of threads in teams, on a processor; less than 0: it is not known */
  double outside;       /* of threads outside of teams */
  double forks;         /* how long forks outside of teams took */
  double longest_fork;  /* and one call path of them */
  double crowding_time; /* of the fork `crowding` */
  uint32_t longest_fork_key, crowding_key;
};

struct sent_lengths {
  uint32_t forking; /* runs of locations that fork */
  uint32_t regions, calls, noted, findings;
};

struct sent_run {
  uint32_t first, count; /* locations */
};

struct sent_region {
  uint32_t key;
  double times[RANK_PARTS];
};

struct sent_call {
  uint32_t key, location;
  double own;
};

/* The thread that spends most time in a construct with notes has so much of it. */
struct sent_noted {
  uint32_t construct;
  double time;
};

struct sent_finding {
  uint64_t place; /* finding.place, or the region's key */
  enum property property;
  uint32_t variant, serial_part, region, also;
  double severity, saving, error;
  uint32_t judged, by_cpu, by_work, of_members, remark, is, help;
  uint32_t team, evidence, runs, why, advice; /* lengths: keys of a path, numbers, runs, and bytes of texts */
};

struct sent_evidence {
  uint32_t row;
  double value;
};

/* --- what is put together --- */

/* These are the same locations of so many processes. */
struct location_run {
  uint32_t process, processes, first, count;
};

struct run_list {
  struct location_run *runs;
  uint32_t count, room;
};

struct job_finding {
  struct sent_finding worst; /* of the process where it costs most, as the next members are */
  uint32_t *team;
  uint32_t *rows; /* of its evidence */
  char *why, *advice;
  double severity;     /* of all */
  struct run_list who; /* of all, as the next */
  struct job_evidence *evidence;
  uint32_t evidence_count, evidence_room;
};

struct job_region {
  uint32_t key;
  double all[RANK_PARTS], busiest[RANK_PARTS]; /* of all processes, and of the one that computes most */
};

struct job_call {
  uint32_t key, process, location;
  double own;
};

struct job_findings {
  struct process_facts all; /* sums, but the most of: cpu_wall, serial, forks, longest_fork, crowding_time; no `rank` */
  struct rank_times *ranks; /* by process */
  double *noted;            /* by construct's number, from 0 on */
  struct run_list forking;
  struct job_region *regions;
  struct job_call *calls;
  struct job_finding *findings;
  struct pomp_index by_key, by_finding; /* of the regions, and of the findings */
  double busiest;                       /* what the process computes that computes most */
  uint32_t process_count, ranks_room, noted_count, noted_room, region_count, region_room, call_count, calls_room,
      finding_count, finding_room;
};

/* Returns what the processes' threads had of a region; NULL: nothing. */
const struct job_region *job_findings_region(const struct job_findings *g, uint32_t key);
/* Makes the numbers not 0 of locations that have a part in something: those of the whole experiment. */
void job_findings_mark(const struct experiment *whole, const struct run_list *list, double *of);

#endif
