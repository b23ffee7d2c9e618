/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* finding.h - what the steps of a diagnosis have in common (finding.c), and the steps.
 * Not here: what others may call (diagnosis.h). */
#ifndef FINDINGS_FINDING_H
#define FINDINGS_FINDING_H

#include "findings/diagnosis.h"

/* These are times of a process, in ns. `computes` is what its first thread has outside of MPI. */
struct rank_times {
  double computes, mpi;
  double finalize;   /* in MPI_Finalize, where ranks wait for each other as well */
  double unknown;    /* in functions that are not said to wait, such as those of files, and may */
  double others_mpi; /* of the other threads */
  bool polls;        /* it asks for messages; the waiting between its calls is not known */
};

/* These are times of a process in a region outside of MPI: of its first thread, and of its other threads. */
enum rank_part { RANK_FIRST_WORKS, RANK_FIRST_WAITS, RANK_OTHERS_WORK, RANK_PARTS };

#define PART_SHOWN 0.01 /* of the wall time: a smaller saving is no finding */

/* This is a diagnosis that is being made. */
struct property_search {
  const struct analysis *a;
  /* The findings that each of several processes has sent: then the call paths of locations may be missing here, and
   * must not be used. NULL: the call paths are here. */
  const struct job_findings *job_findings;
  bool is_rank; /* the search covers one process of several, whose findings are put together later */
  double least; /* PART_SHOWN, or less for a process of several */
  struct finding *findings;
  uint32_t count, room;
  bool failed;              /* there was not enough memory */
  double *lost;             /* scratch, by location: see way_wall */
  double *scratch;          /* as long as `lost` */
  double *threads;          /* by process: how many threads there are for each one that the program started */
  struct rank_times *ranks; /* by process */
  double cpu_wall; /* what the wall time would be by CPU time, in ns (cpu_loss.h); 0: there are no samples of it */
  /* Region r has the idle times analysis.idle[idle[i]], for i from idle_first[r] to less than idle_first[r + 1]. */
  uint32_t *idle_first, *idle;
  /* The call paths of region r are region_path[r], and from each path p on path_next[p]; NO_PATH ends them. */
  uint32_t *region_path, *path_next;
  /* By call path: the path of the barrier that the members of a team come to next after a construct, that of a
   * construct or barrier that follows in the source, at the same depth, or else that at the end of the team; and the
   * path of what ends with a barrier right before a construct: no other one and no measured function is between in the
   * source. NO_PATH if there is none. */
  uint32_t *next_barrier, *barrier_before;
  struct waits *waits; /* see waiting_wall; NULL: they are not made yet */
  uint32_t crowding;   /* the nested fork that makes more threads than there are processors; or NO_REGION */
  double crowding_time;
};

/* True if threads take turns on fewer processors than the machine has. This is processor_findings.c. */
bool find_is_bound(const struct analysis *a);

/* Adds a finding about a region, or about the run if that is NO_REGION. NULL if it is too small to be one. Whom it
 * costs are the locations at which search.lost is not 0, unless they are set later. Times are in ns. */
struct finding *find_add(struct property_search *s, enum property property, uint32_t region, double severity,
                         double saving);
/* The same; the saving is a part of so much wall time. */
struct finding *find_add_of(struct property_search *s, enum property property, uint32_t region, double severity,
                            double saving, double of);
/* True if so much of the wall time is too little for a finding. */
bool find_is_small(const struct property_search *s, double saving);
/* False: the finding of one process of several, which is passed on though it is too small for a run of this process
 * alone. */
bool find_counts(const struct finding *f);
/* Sets a number that the finding rests on. */
void find_evidence(struct finding *f, const char *key, const char *unit, double value);
/* Sets whom a finding costs: the locations at which the numbers are not 0. */
void find_locations(struct property_search *s, struct finding *f, const double *of);
/* Writes the advice, in place of an earlier one. If there is not enough memory, it is NULL, which the end finds. */
#define HELPS "\001" /* is in the text where it begins to say what to do, and is taken out */
void find_advise(struct finding *f, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Leaves in search.lost what each instance's last member took longer than the mean, at the location that forks the
 * team; returns the thread time for which the others had to wait. */
double find_late(struct property_search *s, uint32_t region); /* balance_findings.c, as the next */
/* Sets whom a finding costs: the members that are last most often, as the advice is about them. */
void find_last_members(struct property_search *s, struct finding *f, const struct balance *b);
/* Makes a remark of a finding about so many instances, of whose time such a part is lost, if that may be chance: a few
 * instances differ by that much, unless it is the same member that is last so often; and where members are last in
 * turn, many do as well. `latest` is 0 where that is not known. */
void find_chance(struct finding *f, double part, double instances, double latest, double members); /* finding.c */

/* True if a construct has the clause: `collapse`, `nowait`. */
bool find_has_clause(const struct construct *c, const char *clause);
/* True if both constructs are in the same function of the same file; false if one is NULL. */
bool find_is_same_function(const struct construct *x, const struct construct *y);

/* Returns the clauses by which each member or task has its own copy of large objects; NULL: there are none. */
const char *find_copied(const struct region *r);

/* True if a nowait clause can be added to it. */
bool find_may_nowait(const struct construct *c);

/* So often the same member is the last one: that is no chance. */
#define FIND_IS_MOSTLY(times, instances) ((double)(times) > 0.8 * (double)(instances) && (instances) > 1)

/* Returns what the environment of the run had of a variable, up to the end of a line; NULL: it was not set, or that is
 * not known. */
const char *find_variable(const struct experiment *e, const char *name); /* environment.c, as the next */
/* Finds another OpenMP runtime that the process had. False: none is known. */
struct other_runtime {
  const char *path; /* of its file, not terminated */
  int length;
  unsigned long threads; /* threads of the process that were not measured */
  double on_cpu, ready;  /* for how many ns they were on processors together, and one was ready for one at most */
};
bool find_other(const struct experiment *e, struct other_runtime *other); /* other_runtime.c */
/* Says in the finding's advice which variables of the environment may be why. */
void find_tell_variables(struct finding *f, const struct analysis *a);

/* Makes all of search.lost zeros. */
void find_begin(struct property_search *s);
/* Returns for how long a location had a processor in a region itself, as far as that is known: by the wall clock else.
 */
double find_worked(const struct analysis *a, const struct share *s);
/* Leaves in search.lost what a region worked itself, less what measuring it took. Returns the sum. */
double find_own(struct property_search *s, const struct region *r);
/* True if a function's name is one of a list that NULL ends. */
bool mpi_is_one_of(const char *name, const char *const *names); /* mpi_ranks.c */
/* Sets search.ranks. */
void find_rank_times(struct property_search *s); /* mpi_ranks.c, as the next two */
/* Returns the times of a process of several in a region, by enum rank_part. False: there are none. */
bool find_rank_parts(struct property_search *s, uint32_t region, double *times);
/* The same as find_own, for a call of MPI; with several processes, from the findings that they have sent. */
double find_own_call(struct property_search *s, uint32_t region);

/* These tell what is asked of the whole run: the wall time of the serial code of the process that has most of it; how
 * long threads worked in teams and were on a processor at most, or less than 0 if it is not known; how long threads
 * were outside of teams; and how long the forks outside of teams took, of the process that has most of it, which region
 * has most in one call path, and how much that is. The last one leaves the times in search.lost. */
double find_serial_wall(struct property_search *s);     /* serial.c */
double find_worked_in_teams(struct property_search *s); /* run_findings.c */
double find_outside_teams(const struct analysis *a);    /* run_findings.c */
/* False, and the finding is not judged, if the process had so little of its processors that other programs may be why
 * threads had none. */
bool find_has_processors(struct finding *f, const struct process_totals *t, double on_cpu); /* run_findings.c */
double find_forks_time(struct property_search *s, uint32_t *region, double *longest_fork);  /* processor_findings.c */

/* Writes the evidence and the advice of a finding about serial code of a run whose processes have told it. */
void serial_conclude(struct property_search *s, struct finding *f);

/* Returns by how much the wall time would be shorter at most if each location were spared its part of search.lost: a
 * location's own, and of the members of its teams the one that has most; of threads that run side by side, and of
 * processes, the one that has most. This is wall_time.c. */
double way_wall(struct property_search *s);
/* Returns the location that forks the team of a member, or the location itself. */
uint32_t way_forker(const struct property_search *s, uint32_t location);

/* Sets search.next_barrier and barrier_before. False: there is not enough memory. This is next_barrier.c. */
bool sequence_find(struct property_search *s);
/* Returns the path of the barrier at the construct's own end, or NO_PATH. */
uint32_t sequence_own_barrier(const struct analysis *a, uint32_t path);

/* Returns how much wall time is spared at most if nobody has to wait in the region. Where there is not enough memory,
 * it sets search.failed. `waiting_end` is to be called at the end. This is spared_waiting.c. */
double waiting_wall(struct property_search *s, uint32_t region);
void waiting_end(struct property_search *s);

/* Tells of each finding that compares threads by the wall clock what is sure of it, as the kernel tells where
 * threads had no processor: of a process. This is machine_time.c. */
void machine_time_find(struct property_search *s);

/* Sets finding.within of all findings, which are in order. This is same_time.c. */
void same_time_find(struct property_search *s);

/* Puts measurement_overhead behind the findings that measuring disturbs; all are in order. This is
 * disturbed_findings.c. */
void disturbed_order(struct property_search *s);

/* Each of these functions looks for the properties whose rows name it (properties.h). */
void find_serial(struct property_search *s);      /* serial.c */
void find_imbalance(struct property_search *s);   /* balance_findings.c */
void find_loops(struct property_search *s);       /* loop_findings.c */
void find_atomics(struct property_search *s);     /* atomics.c */
void find_reductions(struct property_search *s);  /* reduction_findings.c */
void find_barriers(struct property_search *s);    /* barrier_findings.c */
void find_arrivals(struct property_search *s);    /* arrival_findings.c; it leaves out what rows before have found */
void find_locks(struct property_search *s);       /* lock_findings.c */
void find_teams(struct property_search *s);       /* team_findings.c */
void find_small_teams(struct property_search *s); /* serial.c */
void find_oversubscription(
    struct property_search *s);                     /* run_findings.c; the fork that crowds is known after find_teams */
void find_orphans(struct property_search *s);       /* orphans.c */
void find_other_runtime(struct property_search *s); /* other_runtime.c */
void find_unused(struct property_search *s);        /* processor_findings.c */
void find_phases(struct property_search *s);        /* phase_visits.c */
void find_kernel(struct property_search *s);        /* kernel_findings.c; after find_serial, which has its time, too */
void find_asleep(struct property_search *s);        /* asleep.c */
void find_devices(struct property_search *s);       /* device_findings.c */
void find_mpi_waits(struct property_search *s);     /* mpi_findings.c */
void find_rank_imbalance(struct property_search *s); /* mpi_ranks.c */
void find_mpi_messages(struct property_search *s);   /* mpi_messages.c */
void find_measuring(struct property_search *s);      /* run_findings.c */
void find_unreliable(struct property_search *s);     /* run_findings.c */

/* Looks for what one member of a team does while the others wait for it: a part of find_serial. This is team_serial.c.
 */
void find_team_serial(struct property_search *s);

/* False for regions of code that is not instrumented, about which only OMPT tells something: the teams, and how long
 * their members worked. */
bool find_is_instrumented(const struct region *r);
/* The advice for such code. */
#define FIND_INSTRUMENT                                                                                                \
  "what happens inside is not known, as this code is not instrumented: " HELPS                                         \
  "compile it with pomp-clang, with --pomp-system-headers if it is in a header of the system"
/* Gives each region the least number of those that are copies of the same place of such code, in `of`. False: no
 * memory. */
bool find_copies(const struct analysis *a, uint32_t *of);
/* Returns a number for finding.place that copies have in common; 0: the region has none. */
uint64_t find_copied_place(const struct region *r);

/* Says that the thread that makes the tasks of a construct executes them, as its clauses say, if these are most of what
 * others wait for. This is task_findings.c. */
bool find_tell_undeferred(struct finding *f, const struct analysis *a);

#endif
