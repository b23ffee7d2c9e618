/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* analysis.h - what the numbers of an experiment mean together: regions, call paths over all threads, waits, totals.
 * Not here: the file (read_experiment.c), output (report_tables.c, report_json.c). docs/report-json.md defines each
 * figure. */
#ifndef SUMS_ANALYSIS_H
#define SUMS_ANALYSIS_H

#include "files/experiment.h"

#define NO_PATH UINT32_MAX
#define NO_REGION UINT32_MAX

/* These are the sums of a metric. */
struct metric_sum {
  int64_t inclusive, exclusive;
};

/* These are the totals of a node, a region, a call path or a share. Times are in ns. */
struct totals {
  uint64_t visits, inclusive, exclusive, wait;
  uint64_t tasks;           /* the time in tasks that were executed at a barrier, taskwait, … */
  uint64_t delay;           /* the time from a team's fork, or a task's creation, to its begin */
  uint64_t held;            /* the time for which locks were held, between the routines */
  uint64_t contended;       /* visits that found somebody else inside */
  uint64_t pushed_off;      /* the time for which threads had something to do and no processor */
  uint64_t asleep;          /* the time for which they slept */
  uint64_t min, max;        /* inclusive time of one finished visit; UINT64_MAX and 0 if there is none */
  uint32_t open;            /* visits that had not ended when the measurement did */
  uint64_t open_time;       /* and what `inclusive` has of them; recursive ones count each */
  struct messages messages; /* partners and ranks: the most that one call path of one location has */
  uint32_t metric_count;
  struct metric_sum *metrics; /* one a metric; see analysis.sums */
};

/* Sums of this type are exact, and so do not depend on the order of their terms. Times that may be fractions of a ns
 * are in units of 2^-32 ns; see exact_of of analysis_steps.h. */
__extension__ typedef unsigned __int128 wide;

struct spread {
  uint64_t min, max;
  double mean;
  wide sum;
};

/* These are the times of a node, in ns. There may be millions of them; analysis_node_totals tells the rest. */
struct node_times {
  uint64_t inclusive, exclusive, wait, contended;
};

/* A share is what one location has of a region; analysis_share_totals tells the rest. */
struct share {
  uint32_t location, node_count;
  const uint32_t *nodes;
  uint64_t inclusive; /* recursive visits count once */
  uint64_t exclusive, wait;
};

/* It says how evenly the members of teams shared a worksharing construct. A team is here the members that one location
 * forks. Times are without the barrier at the end. Of a barrier, it says how long after the first one they came. */
struct balance {
  bool known;        /* it is a worksharing construct that was met */
  bool by_instances; /* `max` and `mean` are sums over instances; else sums over teams of what members did in all */
  bool in_teams;     /* it was met in teams, and not outside of them alone */
  bool is_arrivals;  /* it is a barrier: sums over instances, of the times since the first member's arrival */
#define FIGURES_DO DECLARED
#define FIGURES_OF_BALANCE_SUMS
#include "files/figures.def"
  double mean;      /* the mean of the members' times, */
  wide means;       /* and the exact sum that it comes from */
  uint64_t missing; /* visits that are over, and belong to none of the instances */
  uint32_t first_latest, latest;
  uint32_t teams; /* that met it; of use where shares don't tell (balance_teams) */
};

/* This location took longest in so many instances of a region. */
struct latest {
  uint32_t region, location;
  uint64_t instances;
  uint64_t cost;   /* the sum of its times less the sum of the means */
  uint64_t waited; /* the time for which the other members waited for it: the sum of its times less the sum of theirs */
};

/* It says how long the finished visits of a region took, over all locations. */
struct distribution {
  uint64_t visits[POMP_HISTOGRAM_BUCKETS]; /* see analysis.edges */
  uint64_t all;                            /* their sum */
};

/* This is what the system reported of threads: how long they lived while they were measured, and how long they were on
 * a processor, or ready and on none. All are in ns. */
struct scheduled {
  uint64_t lived, on_cpu, ready;
  bool known, ready_known;
  bool switches_known; /* of each call path is known for how long threads had no processor in it */
};

/* This is how many iterations a loop has in an instance, and how many chunks it is dealt out in, as means over the
 * instances that tell it. */
struct loop_shape {
  bool known, dealt;       /* the iterations are known; and the chunks */
  bool taken;              /* members take the chunks one after the other while the loop runs, each time */
  double iterations;       /* of all instances that tell them */
  double dealt_iterations; /* the iterations of instances that tell their chunks as well */
  double chunks;
  double chunk;      /* the size of these in iterations, if the run has told it; else 0 */
  double large, few; /* the parts of instances whose chunk is larger than a member's equal share; and that have fewer
                        iterations than members */
};

/* This is the CPU time of the visits of teams that were measured, in ns; see struct cpu_time. */
struct team_cpu {
  uint64_t visits, span, on_cpu;
  uint64_t teams, max, mean;
  bool waited; /* some of it has the waiting at the team's end in it */
};

struct region {
  uint32_t key, role;
  const struct construct *construct; /* NULL: the root, for code outside of all regions */
  char name[160];
  struct totals totals;                     /* inclusive: recursive visits count once */
  uint32_t first_path, paths;               /* its call paths are so many from there on in analysis.region_paths */
  uint32_t shares;                          /* so many locations have a share of it; see analysis_shares */
  struct spread inclusive, exclusive, wait; /* over those locations */
  struct balance balance;
  const struct distribution *distribution; /* NULL: there is none */
  double measuring; /* an estimate of what measuring it took: in its own time, and in that of the region around it */
  double excluded;  /* what is left of it if a filter excludes the region */
  wide measuring_sum, excluded_sum; /* the exact sums that these come from */
  uint64_t visit_time;     /* the inclusive times of all visits, of which recursive ones do not count once but each */
  struct team_cpu cpu;     /* of role TEAM */
  struct loop_counts loop; /* of roles FOR and TASKLOOP: sums over all visits that have counted; see loops.c */
  uint64_t caused_waits, caused_wait; /* the waiting of others for this region, the holder */
};

/* This is a call path; paths of several locations with the same regions are one. The first is the root. */
struct path {
  uint32_t parent, region, depth;
  uint32_t first_child, next_sibling; /* in descending order of the subtrees' time */
  uint32_t first_node, nodes;         /* its nodes are so many from there on in analysis.path_nodes */
  uint64_t subtree; /* exclusive times of this path and of all below it: of members of teams, and of tasks, too */
  struct totals totals;
  bool once; /* it is known that no location has two nodes of it; then the next members are over its locations */
  struct spread inclusive, exclusive, wait;
  bool teams_known; /* then the next members are over the teams that met a worksharing construct; see struct balance */
  uint32_t teams;
  uint64_t teams_max;
  wide teams_mean; /* the exact sum */
};

/* This is the waiting of a region, the waiter, that another one, the holder, caused. */
struct blame {
  uint32_t path, location; /* the waiter's; NO_PATH and NO_LOCATION if all are taken together */
  uint32_t waiter, holder; /* regions; holder: NO_REGION if no part of its construct was entered, or if it is nobody */
  bool held;               /* false: nobody held it during that time */
  uint64_t waits, time;
};

/* This is a region that forked teams of a member. */
struct fork {
  uint32_t location, region; /* the member, the region of role fork */
  uint64_t time;             /* the time of the member in the teams */
};

/* This is what went on while threads were idle. */
enum idle_kind {
  IDLE_SERIAL, /* code of a thread that is in no team */
  IDLE_SMALL,  /* a team that had no place for all threads */
  IDLE_LATE,   /* a fork whose members had not begun yet */
  IDLE_OTHER,  /* the rest: threads that did not live, ends of teams, and what the profile does not tell */
  IDLE_KINDS
};
struct idle_time {
  enum idle_kind kind;
  uint32_t process, location, region; /* the thread's, and the fork's; NO_LOCATION and NO_REGION: of the rest */
  uint64_t time;
  uint64_t early; /* of serial code: the part of it before the process forked its first team, as far as that is known */
};

struct location_totals {
  uint32_t number;   /* the number that an initial thread has in its process, which is its name */
  uint64_t lifetime; /* the life of an initial thread, and of a worker if nesting is unknown */
  uint64_t in_regions, outside, idle, wait, visits;
  uint64_t mpi; /* the time in functions of MPI that may wait */
  uint32_t open;
  uint32_t first_fork, forks;
  struct scheduled scheduled;  /* of the threads that were first seen here; known: there were any */
  struct thread_kernel kernel; /* of the same */
  struct team_cpu cpu;
  struct metric_sum *metrics; /* exclusive: in regions; inclusive: and outside */
};

/* There is a table of sums of metrics for each of these kinds, with a row for each of that kind. */
enum metric_kind { OF_NODES, OF_PATHS, OF_REGIONS, OF_LOCATIONS, METRIC_KINDS };

/* This is the waiting in MPI that follows from the traces of all ranks of a job, in ns: what was found, and between
 * which bounds the true figure is. */
struct mpi_waited {
  bool known;
  uint64_t found, least, most;
};

/* These are the waits in MPI that a finding is about. */
enum mpi_late { MPI_LATE_SENDER, MPI_LATE_RECEIVER, MPI_LATE_COLLECTIVE, MPI_LATE_KINDS };

/* A location has waited so often, and so long, in a function's region, because a process came late; ns as those of
 * struct mpi_waited. */
struct mpi_wait {
  uint32_t region, location, late; /* `late` is the process */
  enum mpi_late kind;
  uint64_t waits, found, least, most;
};

/* While others waited for a process in a function's region, it was in the region `doing` itself for so many ns. If
 * several waited for the same, it counts once. */
struct mpi_doing {
  uint32_t region, late, doing;
  enum mpi_late kind;
  uint64_t time;
};

/* The kernel's work for a process, or for all processes, while it was measured; as in struct pomp_header. */
struct kernel_totals {
#define FIGURES_DO DECLARED
#define FIGURES_OF_KERNEL
#include "files/figures.def"
  bool known, calls_known; /* `calls_known`: reads and writes are */
};

/* So many messages of a size were sent, or received, in a function's region. */
struct mpi_size {
  uint32_t region;
  uint64_t bytes, messages;
};

/* The totals of a process, or of all: then they are the sums, but the wall time is the longest. */
struct process_totals {
  uint32_t threads; /* the most at the same time */
  bool come_and_go; /* some threads did not count during the whole run, so that `allocation` is not threads × wall */
  uint64_t lives;   /* how long the threads lived that the program has; see pomp_run_allocation */
  uint64_t helped;  /* how long helpers (POMP_LOCATION_HELPER) executed tasks, which is in `allocation`, too */
  uint64_t wall, allocation, in_regions, outside, idle, waiting, visits;
  uint64_t excess;              /* what `in_regions` and `outside` have more than there is: it was counted twice */
  uint64_t mpi;                 /* the time in functions of MPI that may wait, which is not in `waiting` */
  struct mpi_waited mpi_waited; /* not known unless mpi_waiting_find has found it */
  struct scheduled scheduled;
  uint32_t cpus;      /* on how many processors its threads could run; 0: not known */
  uint64_t throttled; /* ns for which the limit of its control group held threads back */
  uint64_t switches;  /* as in struct pomp_header */
  struct kernel_totals kernel;
};

/* This is a visit that had not ended when the measurement did, or that the program is in. */
struct open_visit {
  uint32_t node; /* NO_NODE where there are no nodes (job_sums.h) */
  uint32_t path, location;
  uint64_t since, time; /* ns: from the process's begin to the enter, and from there on */
  bool innermost;       /* no other open visit at its location is inside it */
  bool suspended;       /* a task is executed there, and what was open is interrupted */
  bool waits;           /* for what other threads do */
};

/* This is what a thread waits for: another thread, which holds the lock or has not come to the barrier. */
struct awaited {
  uint32_t visit; /* the waiting one, of analysis.open_visits */
  uint32_t by;    /* the open visit of the thread that is waited for */
  bool stuck;     /* that thread can't go on; see thread_now */
};

/* It says what a thread does, or did when the measurement ended. */
enum doing {
  DOING_WAITS,   /* for what other threads do, in a region */
  DOING_WORKS,   /* what a region has */
  DOING_OUTSIDE, /* what is in no region */
  DOING_IDLE     /* nothing: it serves no team */
};
/* It says what the kernel does with a thread. */
enum thread_state { THREAD_UNKNOWN, THREAD_RUNNING, THREAD_READY, THREAD_ASLEEP, THREAD_STOPPED };
struct thread_now {
  uint32_t location; /* its place in the innermost team */
  uint32_t visit;    /* of analysis.open_visits: the innermost one; NO_VISIT: it is in no region */
  uint32_t task;     /* the call path of the explicit task that it executes; NO_PATH: none */
  uint32_t creator;  /* the location that has created that; NO_LOCATION: none */
  enum doing doing;
  enum thread_state kernel; /* see thread_states.h */
  uint64_t since, time;     /* ns: from the process's begin to that visit's, or to its last event; and from there on */
  bool in_cycle;            /* it is in analysis.cycle */
  bool stuck;               /* it can't go on: it is, or it waits for such a thread */
};
#define NO_VISIT UINT32_MAX

/* These are threads that do the same: the region, the task's construct, its creator, and who is waited for are. */
struct now_group {
  uint32_t first, count; /* so many of analysis.now, in the order of the tree of teams */
  uint64_t since, time;  /* of the one that has done it for longest */
};

struct series;
struct job_findings;

struct analysis {
  const struct experiment *experiment;
  struct process_totals *processes, all;
  uint32_t open;
  uint32_t filtered; /* constructs, of the process that met most excluded constructs */
  uint32_t left_out; /* constructs that were measured at first, and left out while a process ran */
  /* The number of constructs whose waiting in implicit barriers is missing, as only OMPT could have reported it, and
   * OMPT was missing; of the process that met most such constructs. */
  uint32_t missing_barriers;
  uint64_t repaired, ignored, lost;
  uint64_t forked;        /* as in struct pomp_header, of all processes */
  bool part;              /* the figures come from traces that lack something; load.h knows, and who loads sets it */
  double measuring;       /* an estimate of what the measurement took; see pomp_cost.h */
  struct region *regions; /* [0] is the root; the others in descending order of exclusive time */
  uint32_t *keys;         /* those of the regions, in ascending order */
  uint32_t *by_key;       /* regions in the order of their keys */
  struct path *paths;     /* a parent before its children */
  struct location_totals *locations;
  uint32_t
      *location_order;    /* in the order of the tree of teams: a location, the members of its teams, theirs in turn */
  struct fork *forks;     /* by location, then in descending order of time */
  struct idle_time *idle; /* in descending order of time; they add up to the idle time of all */
  bool idle_at_mean;      /* a fork made teams of several sizes, and which of them had no place for whom is not known */
  bool idle_nested;       /* there are forks in teams: what is idle there counts for the fork outside */
  bool idle_shared;       /* several threads were started by a program: each has been given an equal share of others */
  struct blame *blames;   /* by call path and location; in descending order of time, as the next */
  struct blame *pairs;    /* by waiter and holder */
  struct latest *latest;  /* by region, then in descending order of instances */
  bool mpi_late_known;    /* it is in the next three, and all.mpi_waited is known */
  struct mpi_wait *mpi_waits;     /* by region, then by kind, process that was late, and location */
  struct mpi_doing *mpi_doings;   /* by region, then by kind, process that was late, and what it did */
  struct mpi_size *mpi_sizes;     /* by region, then in ascending order of bytes */
  struct open_visit *open_visits; /* by thread, in the order of the tree of teams; from the outermost inwards */
  struct awaited *awaited;        /* by visit */
  uint32_t *cycle;                /* threads that wait for each other: the numbers of their `awaited` */
  struct thread_now *now;         /* by group */
  uint64_t quiet; /* ns: for so long nothing has begun or ended in the processes that have not ended themselves */
  struct now_group *now_groups;       /* those that wait first; then in descending order of time */
  struct distribution *distributions; /* by region, if there are any */
  /* Bucket i has the visits that took edges[i] ns or more, and less than edges[i + 1]. These are the edges of the first
   * process. A process with a clock of another rate has others, whose visits are divided among the buckets. */
  double edges[POMP_HISTOGRAM_BUCKETS];
  uint32_t histograms_missing; /* they found no room in POMP_MEMORY */
  /* These go by the nodes of the experiment. Blame has no path. */
  struct node_times *nodes;
  bool *outermost; /* the node's visits are inside of no other visit of its region; NULL: so it is with all */
  struct metric_sum *sums[METRIC_KINDS];
  struct sampled *sampled; /* what samples have found (sampled.h); NULL: the threads were not sampled */
  struct samples *samples; /* their functions and lines (tools/sums), which who loads sets; NULL: not looked for */
  struct job_findings *job_findings;   /* what processes have told of their findings (tools/findings), which who loads
                                   sets,   where their call paths are not here; else NULL */
  struct efficiency_ranks *efficiency; /* of its processes (tools/findings), which who merges sets; NULL: nodes tell */
  struct same_row_spreads
      *spreads;                   /* of regions that are joined (same_row_spreads.h), which who merges sets; or NULL */
  struct critical_path *critical; /* the critical path (critical.h), which who loads sets; NULL: not looked for */
  struct series *series;          /* of phases (phase_series.h) */
  uint32_t *node_path;
  bool *node_is_part;       /* see experiment_is_part */
  uint32_t *path_nodes;     /* the nodes that have a path, by path, then by location */
  uint32_t *region_paths;   /* the paths, by region */
  uint32_t *location_nodes; /* valid if the nodes are by location: each location's first node that is no root, or its
                               place; the last element is the number of nodes */
  struct shares *shares;    /* the shares of the region in the last call of analysis_shares */
  struct location_rows *
      location_rows; /* the locations' figures, if there are no nodes to compute them from (location_rows.h); or NULL */
  struct region_locations *region_locations; /* which regions locations have met; NULL: nodes and shares tell */
  uint32_t
      *special; /* the numbers of those nodes that some step does more with than to add them up, in ascending order */
  uint64_t *barriers; /* by node of a worksharing construct: the inclusive time of the barrier at its end */
  uint32_t region_count, path_count, fork_count, idle_count, blame_count, pair_count, open_count, awaited_count,
      cycle_length, now_count, now_group_count, latest_count, special_count, mpi_wait_count, mpi_doing_count,
      mpi_size_count, series_count;
};

/* Returns whom a visit waits for, of whom there are `*count`. */
const struct awaited *analysis_awaited(const struct analysis *a, uint32_t visit, uint32_t *count);

/* Adds totals to others, with as many metrics as `to` has room for. */
void totals_add(struct totals *to, const struct totals *from);

/* Returns the call path that comes after `path` of those at and below `root`, depth first; `within`: those below `path`
 * come next, else they are passed over. NO_PATH: it was the last one. There are no bounds to the depth, so nothing that
 * goes through call paths calls itself. */
static inline uint32_t analysis_next_below(const struct analysis *a, uint32_t root, uint32_t path, bool within) {
  if (within && a->paths[path].first_child != NO_PATH)
    return a->paths[path].first_child;
  while (path != root && a->paths[path].next_sibling == NO_PATH)
    path = a->paths[path].parent;
  return path == root ? NO_PATH : a->paths[path].next_sibling;
}

/* Returns the totals of a node, but for what is elsewhere of its metrics, which belong to the analysis. */
struct totals analysis_node_totals(const struct analysis *a, uint32_t node);
/* Gives the i-th node of a call path, by location; false behind the last one. */
static inline bool analysis_node(const struct analysis *a, uint32_t path, uint32_t i, uint32_t *node) {
  const struct path *p = &a->paths[path];
  if (i >= p->nodes)
    return false;
  *node = a->path_nodes[p->first_node + i];
  return true;
}

/* Returns the shares of a region, of which there are region.shares, in the order of the locations. They are made when
 * somebody asks, as there may be millions, of which most reports need few. They belong to the analysis and hold until
 * the function is called for another region, so one thread alone may call it. */
const struct share *analysis_shares(const struct analysis *a, const struct region *r);
/* Returns those of a share; `inclusive` of its visits counts once where they are inside of others of the region. The
 * metrics go to `sums`, which is as long as there are metrics. */
struct totals analysis_share_totals(const struct analysis *a, const struct share *s, struct metric_sum *sums);
/* Gives what the next location has of a call path, in the order of the locations; false after the last one. `*at` is 0
 * at first. `sums` has room for METRICS, and is what the totals refer to. */
bool analysis_path_share(const struct analysis *a, uint32_t path, uint32_t *at, uint32_t *location,
                         struct totals *totals, struct metric_sum *sums);
/* Returns the time from a node's team's fork, or its task's creation, to its begin, in ns. */
uint64_t analysis_delay(const struct experiment *e, const struct node *n);

/* Analyses an experiment. False if there is not enough memory. Either way analysis_free is to be called. */
bool analyse(struct analysis *a, const struct experiment *e);
void analysis_free(struct analysis *a);

/* Returns the region with this key, or NO_REGION. */
uint32_t analysis_region(const struct analysis *a, uint32_t key);
/* Returns the part of a construct that most likely keeps others waiting, among the parts that were measured; NO_REGION
 * if there is none. Construct 0 is nobody. */
uint32_t analysis_holder(const struct analysis *a, uint32_t construct);
/* Returns another part of the region's construct, or NULL. */
const struct region *analysis_part(const struct analysis *a, const struct region *r, uint32_t role);

/* This is a figure that follows from two metrics, or from a metric and the time, such as instructions a cycle or a
 * rate of misses. */
struct derived {
  const char *name;
  double factor;
  uint32_t part[2], whole[2]; /* numbers of metrics; NO_METRIC: none; both wholes are: the time in ns */
};
#define NO_METRIC UINT32_MAX
/* Returns the i-th figure that this experiment has the metrics for; false after the last. */
bool derived_at(const struct experiment *e, uint32_t i, struct derived *d);
/* Computes the figure. False if there is nothing to divide by. */
bool derived_value(const struct derived *d, const struct totals *t, bool inclusive, double *value);

/* Returns which part of its time the slowest member of each instance, or else of each team, could have been spared: 0
 * to 1. */
double balance_imbalance(const struct balance *b);
/* Counts the teams that have met a region. False if there is not enough memory. */
bool balance_teams(const struct analysis *a, const struct region *r, uint32_t *teams);

struct loop_shape region_loop(const struct region *r); /* loops.c */
/* Computes the mean inclusive time of a visit that was over, in ns, of which recursive ones count each. False if there
 * is none. */
bool region_mean_visit(const struct region *r, double *ns);
/* Computes which time this part of the visits, 0 to 1, did not exceed. It is exact up to the bucket's width, in which
 * it is interpolated, and lies between the shortest and the longest visit. False if nothing is known. */
bool region_quantile(const struct analysis *a, const struct region *r, double part, double *ns);
/* Returns which part of the visits, 0 to 1, took `ns` or longer: at least so many. 0 if nothing is known. */
double region_part_from(const struct analysis *a, const struct region *r, double ns);
/* Returns for how long an initial thread slept outside of regions, at least: as its switches tell, or by what it slept
 * in all, as if it had slept in all that it has in regions. */
uint64_t analysis_asleep_outside(const struct analysis *a, uint32_t location);
/* Returns how long the threads were neither on a processor nor ready. */
uint64_t scheduled_asleep(const struct scheduled *s);
/* Returns the part of their lives, 0 to 1. */
double scheduled_part(const struct scheduled *s, uint64_t ns);
/* Returns which part of its CPU time the member with the most could have been spared, as balance_imbalance. */
double team_cpu_imbalance(const struct team_cpu *c);
/* Returns which part of the CPU time was in the kernel, 0 to 1; 0 if that is not known. */
double kernel_part(const struct kernel_totals *k);
double thread_kernel_part(const struct thread_kernel *k);
/* Returns for how long a node was without a processor, with something to do, in ns. */
static inline double analysis_pushed_off(const struct analysis *a, uint32_t node) {
  const struct experiment *e = a->experiment;
  const uint64_t off = e->nodes[node].extra ? experiment_extra(e, &e->nodes[node])->off.pushed_off : 0;
  return off ? (double)experiment_ns(e, off) : 0;
}
/* Returns for how long threads that were woken had no processor, in ns: the kernel does not tell in which node. */
double analysis_woken(const struct analysis *a);
/* True if threads that were ready had to do without a processor for so long that waiting and imbalance have that in
 * them. */
bool analysis_is_crowded(const struct process_totals *t);
/* True if threads were ready without a processor for so long that this may be all of the thread time that is lost by
 * the wall clock, in ns. */
bool analysis_is_doubtful(const struct process_totals *t, double lost);
/* The same of visits that took so many ns longer than others. */
bool analysis_delays_visits(const struct process_totals *t, double longer);

/* False if what is said of the cost of measuring lacks what contended locks add; see pomp_run.h. */
bool analysis_measuring_is_judged(const struct analysis *a);
/* True if measuring costs at least that, and perhaps more, as threads took turns on a processor or share locks. */
bool analysis_measuring_is_least(const struct analysis *a);
/* Returns which of both is to be said behind the figure; "" if neither is. */
const char *analysis_measuring_doubt(const struct analysis *a);

/* Returns "initial", "worker", "helper", "member" or "league". */
const char *analysis_location_kind(const struct analysis *a, uint32_t location);
/* Writes the name of a location, `0→3→2`, with `arrow` between the numbers; the name of a location of a rank is
 * `1:0→3→2`. */
void analysis_location_name(const struct analysis *a, uint32_t location, const char *arrow, char *text, size_t size);

#endif
