/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* experiment.h - an experiment as the report sees it: the contents of profile.pomp, checked.
 * Not here: files (load.c), what the numbers mean together (analyse.c). */
#ifndef FILES_EXPERIMENT_H
#define FILES_EXPERIMENT_H

#include "pomp_format.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define NO_NODE UINT32_MAX
#define NO_LOCATION UINT32_MAX
#define NO_STACK UINT32_MAX
#define NO_PROCESS UINT32_MAX

struct construct {
  const char *name, *sub_name, *file, *function;
  int begin_line1, begin_lineN, end_line1, end_lineN, num_sections;
  const char *place;  /* what follows file:begin_line1, if others look like it; else "" */
  const char *source; /* the file's sum, as struct ompregdescr has it; "": not known */
  /* The clauses of the directive, or NULL if they are not known, or there is no directive. The rest is known as little
   * then, and 0, as are numbers that are not constant. The facts are bits of enum pomp_fact. */
  const char *clauses;
  const char *notes; /* what the compiler saw in it, as struct ompregdescr has it; "" or NULL: nothing, or not known */
  uint32_t facts;
  int num_threads, chunk;
  uint64_t iterations;
  bool is_left_out; /* it was left out while the program ran: its visits are those before */
  bool is_of_all;   /* it is a function, and those without constructs were measured in its module, too */
  bool is_site;     /* it is a call of a routine; the next members say where it returns to, as in the file */
  const char *module, *build;
  uint64_t address;
};

/* This is what became of a process. */
enum run_state { RUN_COMPLETE, RUN_RUNNING, RUN_KILLED, RUN_UNKNOWN };

/* This is how it is known until when a process was measured, the best knowledge first. */
enum end_known {
  END_TOLD,  /* The process has said so. */
  END_CLOCK, /* It is alive, and the reader has looked at the clock. */
  END_DEATH, /* It has died then: the kernel has marked that in its file. */
  END_FILE,  /* It was killed later than it wrote its file. */
  END_EVENT  /* It was alive at its last event. */
};

/* This is why it is not known when a process died. */
enum death_doubt {
  DEATH_IS_KNOWN,
  DEATH_UNMARKED, /* The kernel had nothing to mark, or didn't. */
  DEATH_UNTIMED,  /* The file system doesn't tell when a mapped file is written. */
  DEATH_COPIED,   /* The file is a copy with another time than the original's, or one that was rounded. */
  DEATH_UNSTEADY, /* The calendar was set in between, or the machine slept. */
  DEATH_DISTURBED /* The time is not that of the mark: the process did something later. */
};

/* These are FIGURES_DO of files/figures.def: they declare members, and copy them. */
#define DECLARED(member, sum) uint64_t member;
#define COPIED(member, sum) .member = from->member,

/* This is the measured process, or a rank of a job. */
struct process {
  struct pomp_header header;
  const char *program, *command, *directory, *host, *settings, *writer;
  uint32_t first_location, location_count;
  uint32_t first_module, module_count;
  uint64_t blocks, blocks_size; /* where its blocks are in the file that it shares with others; 0: not known */
  uint32_t first_in_file;       /* the number of its first location there */
  uint64_t own_at, own_size;    /* where a file of its own is in that file, if `own_size` is not 0; else the block is */
  uint64_t
      end_tick; /* the tick of its clock at which the measurement ended, or of the last thing known to have happened */
  uint64_t base_ns, base_tick;      /* so many ns are so many ticks */
  uint64_t since_tick;              /* what is known of it begins there; 0: with the measurement */
  struct pomp_sync since_sync;      /* a moment of its clock before that, the latest known then; 0: that of loading */
  enum run_state state;             /* what its file says; load.c knows better */
  bool stopped;                     /* it runs, and a signal or a debugger has stopped it */
  bool replaced;                    /* another part of what is joined has the process's own file, which knows more */
  enum end_known end_known;         /* how `end_tick` is known */
  enum death_doubt doubt;           /* of one that was killed */
  uint64_t mark_at;                 /* where in its own file the word of its death mark is; 0: there is none */
  bool marked;                      /* the kernel has marked its death */
  uint32_t pid_here;                /* the number that it has here, if it runs */
  uint64_t file_device, file_inode; /* its own file; 0: not known */
  bool in_use;                      /* some process of this machine has that file in memory, or open, to write to it */
  uint64_t copied_tick; /* what was open then, and still is in the copy, was so at the same time; a running process's
                           visits are copied one after the other */
};

/* Returns the number of the process here, or else the one that it gave itself. */
static inline uint32_t process_number(const struct process *p) { return p->pid_here ? p->pid_here : p->header.pid; }

/* This is what the kernel did for the threads that count for a location, as far as that is known; see struct
 * pomp_thread_kernel. */
struct thread_kernel {
#define FIGURES_DO DECLARED
#define FIGURES_OF_THREAD_KERNEL
#include "files/figures.def"
  bool known, switches_known;
};

/* A location is as in the file; its root is the node of the same index. `parent` is NO_LOCATION if it is no member
 * of a team, and otherwise a location before it. */
struct location {
  uint32_t state, flags, served, os_thread, cpu;
  uint32_t parent, thread_num, level, team_size;
  uint32_t process;
  uint32_t line_ticks;
  uint64_t last, repaired, ignored;
  uint64_t in_tasks, in_tasks_since; /* left out of what is open at the parent */
  uint64_t arrived;                  /* since when it waits at the end of its team, or 0 */
  uint64_t joined, team_time, late;  /* see struct pomp_block; and the number of a call path in its file */
  uint32_t team;
  uint64_t wants; /* the address of the OpenMP lock that it is setting, and so may wait for; 0: none */
  struct thread_kernel kernel;
  uint64_t lived, on_cpu, ready; /* `lived` is a time as those of nodes are; the others are in ns */
};

/* This is an OpenMP lock that is held. */
struct held_lock {
  uint64_t address;
  uint64_t since;  /* a tick of the holder's process */
  uint32_t holder; /* a location */
};

/* This is the CPU time of those visits of a call path of role TEAM that were measured; see struct pomp_cpu_time. */
struct cpu_time {
  uint64_t visits, span; /* `span` is a time as those of nodes are; the others are in ns */
  uint64_t on_cpu;
  uint64_t teams, max, mean;
  bool waited;
};

/* This is what the kernel did in those visits, as far as that is known; see struct pomp_kernel_time. */
struct kernel_time {
#define FIGURES_DO DECLARED
#define FIGURES_OF_KERNEL_TIME
#include "files/figures.def"
};

/* This is for how long a thread had no processor in a call path itself; see struct pomp_off_time. The times are as
 * those of nodes are. */
struct off_time {
#define FIGURES_DO DECLARED
#define FIGURES_OF_OFF_TIME
#include "files/figures.def"
};

/* This is what a call path of role MPI has sent and received; `kind` is an enum pomp_mpi_kind, and 0 if nothing was
 * counted. */
struct messages {
  uint64_t sent, sent_bytes, received, received_bytes;
  uint32_t kind, partners, ranks;
};

/* These are the instances of a worksharing construct in which the member took longest whose call path it is, as struct
 * pomp_balance has them; or those of a barrier to which it came last, as struct pomp_arrivals has them. */
struct instances {
#define FIGURES_DO DECLARED
#define FIGURES_OF_INSTANCES
#include "files/figures.def"
};

/* This is how many iterations and chunks the loop of a call path has had; see struct pomp_loop_counts and struct
 * pomp_loop_chunks. */
struct loop_counts {
#define FIGURES_DO DECLARED
#define FIGURES_OF_LOOP_COUNTS
#define FIGURES_OF_LOOP_CHUNKS
#include "files/figures.def"
  uint32_t flags;
};

/* This is what few call paths have beside their times. */
struct node_extra {
  uint64_t open;  /* the part of node.inclusive that a visit has that was not over */
  uint64_t early; /* and the part that it had when its process forked its first team; 0: that is not known */
  struct messages messages;
  struct instances instances;
  struct cpu_time cpu;
  struct loop_counts loop;
  struct kernel_time kernel;
  struct off_time off;
};

/* A node is as in the file, with an index for the parent, which comes before its children. Times are in ticks, or
 * in ns if there are several processes. The roots come first, in the order of their locations. The others follow
 * location by location, as the file has them, or, if some parent would follow its child then, level by level of
 * the call tree. There may be millions of nodes, which are walked many times: so values that few nodes have are in
 * `extras`. */
struct node {
  uint32_t key, parent, location;
  uint32_t extra; /* the number of its element of experiment.extras, plus 1; 0: it has none. See experiment_extra */
  uint64_t visits, inclusive, min, max, wait;
  uint64_t start; /* when a visit began that was not over, or POMP_SUSPENDED; `inclusive` has its time up to the
                     experiment's end */
};

/* It says where a node comes from, which few ask. */
struct node_origin {
  uint32_t number; /* its number in its file */
  uint32_t row;    /* its row in experiment.values */
};

/* A histogram is as in the file: the finished visits of a region at a location. Its buckets are in ticks of the
 * location's process, whatever the nodes' times are in. */
struct histogram {
  uint32_t key, location;
  uint32_t visits[POMP_HISTOGRAM_BUCKETS];
};

/* This is the sum of a region's histograms at all locations of a process. */
struct histogram_sum {
  uint32_t process, key;
  uint64_t visits[POMP_HISTOGRAM_BUCKETS];
};

/* This is code that was in memory while threads were sampled, as struct pomp_module has it. */
struct code_module {
  const char *path, *build;
  uint64_t low, high, bias;
};

/* This is what lay on a thread's stack, as struct pomp_stack has it. */
struct raw_stack {
  uint64_t number, at, which;
  uint32_t process, flags, scanned;
  uint32_t modules; /* so many of its process's were known */
  uint32_t registers, words;
  const uint64_t *values; /* the registers whose bits are set in `which` */
  const uint32_t *places; /* of the words: their distances from `at` in words, in ascending order */
  const uint64_t *word_values;
};

/* These are samples that found the same, as struct pomp_sample has them. */
struct sample_record {
  uint32_t process, node, location, stack, state, os_thread; /* NO_NODE, NO_LOCATION, NO_STACK: none */
  uint64_t pc, count, time;
  bool early; /* the process had forked no team yet */
};

#define METRICS 256 /* at most */

/* A metric is as in the file. */
struct metric {
  const char *name, *unit, *text, *source;
  uint32_t flags;
};

/* This is a string record of the file. */
struct text_at {
  uint64_t number;
  const char *text;
};

struct phase;
struct phase_cells;
struct finalize_sums;

/* It says whether the call paths of a job's file have in all what its ranks have added up (POMP_BLOCK_SUMS). */
enum added_up_kind {
  ADDED_UP_NODES,
  ADDED_UP_VISITS,
  ADDED_UP_INCLUSIVE,
  ADDED_UP_WAIT,
  ADDED_UP_MIN,
  ADDED_UP_MAX,
  ADDED_UP_KINDS
};
struct added_up {
  uint32_t differ; /* of how many regions they have something else; 0 also if that is not known. The rest is of the
                      first of these */
  uint32_t key;
  enum added_up_kind kind;
  uint64_t is, was; /* what the call paths have, and what was added up; times are in ticks */
  uint32_t process; /* the one whose part has been changed; NO_PROCESS: it is not known which */
};

/* An array is beside its length. NOLINTNEXTLINE(clang-analyzer-optin.performance.Padding) */
struct experiment {
  struct pomp_header header; /* the first process's, as the next members are */
  const char *program, *command, *directory, *host, *settings, *writer;
  struct process *processes;    /* by rank; their locations follow each other */
  uint32_t process_count;       /* never 0 */
  bool of_job;                  /* all that is there of a job, not the file of one rank */
  struct construct *constructs; /* number n is constructs[n - 1] */
  uint32_t construct_count;
  struct location *locations; /* by id */
  uint32_t location_count;
  struct node *nodes;
  struct node_origin *origins; /* by node */
  uint32_t node_count;
  bool by_location;          /* the nodes that are no roots are location by location */
  struct node_extra *extras; /* in no order */
  uint32_t extra_count, extra_room;
  struct held_lock *held; /* of all processes, in no order */
  uint32_t held_count;
  struct histogram_sum *histogram_sums; /* by process, then by key */
  uint32_t histogram_sum_count;
  /* These are in no sum: some of their numbers are full, or their process, which was traced,
   * found no room for others. */
  struct histogram *histograms;
  uint32_t histogram_count;
  struct code_module *modules; /* by process, then in the order in which they were found */
  struct raw_stack *stacks;
  struct sample_record *samples; /* in the order of the file; their counts add up to no more than POMP_MAX_VISITS, and
                                    their times to POMP_MAX_CPU_TIME */
  uint64_t *stack_values;        /* what the stacks have */
  uint32_t module_count, stack_count, sample_count;
  struct phase *phases;            /* see phases.h */
  struct phase_cells *phase_cells; /* what their visits had, in no order */
  uint32_t phase_count, phase_cells_count;
  char *phase;        /* which visits of a phase all numbers are of (phase_choice.h); NULL: they are of the run */
  uint32_t phase_key; /* the region of such a phase; 0: there is none */
  struct metric *metrics;
  uint32_t metric_count;
  int64_t *values;             /* inclusive: a row of `metric_count` for each node; NULL if there are no metrics */
  uint64_t base_ns, base_tick; /* the process's; of several, 1 and 1 */
  char *text;                  /* all strings */
  struct text_at *texts;
  uint32_t text_count;
  struct added_up added_up;
  struct finalize_sums
      *counted; /* of who reads process by process: what is to be compared so (rank_experiment.h); else NULL */
  bool taken;   /* the call paths were handed to the caller's function; this struct has none */
  bool left;    /* that function got no call paths, and this struct has none either */
  struct experiment
      *parts; /* the experiments that were joined; all that they hold is in the members above, but for their text */
  uint32_t part_count;
};

/* Tells until when a process lived that has not ended its measurement itself: a tick of its clock, or 0 if that is not
 * known. The last event that the file tells of was at the tick `latest`. It sets `state`, `end_known`, `doubt`,
 * `marked`, `copied_tick`.
 */
typedef uint64_t experiment_witness(const void *context, struct process *p, uint64_t latest);

/* --- call paths that are not kept --- */

struct reader;

/* These are the call paths of a location, the root first. The parent of a node is an index here; NO_NODE is that of the
 * root, and of a node whose parent is at another location: the number of that parent in the file is in `above` then,
 * which has 0 for others. Node i, if it is no root, would be node `first` + i of the experiment. */
struct taken_nodes {
  uint32_t location, count, first;
  bool alike; /* keys, parents and `above` are those of the location that was taken before this one */
  const uint32_t *keys, *parents, *above;
  const struct pomp_node *nodes; /* as they are in the file; the root's time is the next member */
  uint64_t lifetime;             /* with what is open: an initial thread lives until the end */
  struct reader *reader;
};

/* This is a node that another one refers to: it is the `place`th of its location, and `above` is its parent's number;
 * 0: it is a root. */
struct node_above {
  uint32_t key, location, place, above;
  uint64_t visits;
};

/* A caller that takes the call paths of a file gets them location by location, from the last location to the first: so
 * a location comes after all locations that it forked. Of other locations' call paths only experiment_above tells
 * something. Then come the records that belong to call paths, of each kind that the caller has a function for. A
 * function that returns false refuses. */
struct node_taker {
  void *context;
  bool (*begin)(void *context, const struct experiment *e, struct reader *r);
  bool (*take)(void *context, const struct taken_nodes *t);
  bool (*take_cpu)(void *context, uint32_t node, const struct cpu_time *t);
  bool (*take_messages)(void *context, uint32_t node, const struct messages *m);
  bool (*take_off_time)(void *context, uint32_t node, const struct off_time *t);
  bool (*take_instances)(void *context, uint32_t node, struct instances i);
  bool or_nothing; /* of a job whose call paths can't be taken, nothing is wanted (`left` of the experiment) */
};

/* Finds a node by its number. False: there is none. */
bool experiment_above(struct reader *r, uint32_t number, struct node_above *n);

/* It says how an experiment is to be read, beyond its contents; what is 0 is not needed. */
struct experiment_way {
  experiment_witness *witness;
  const void *context; /* the witness's */
  /* Call paths go to the taker if all processes have ended, no visit is open but the life of initial threads, and there
   * are no metrics and no samples. Then `taken` of the experiment is set. Otherwise the taker has to forget the call
   * paths that it got. */
  const struct node_taker *taker;
  void (*release)(void); /* the contents may leave memory, and come back when they are read again */
  bool (*copy)(void *to, uint64_t at,
               size_t size); /* copies bytes of the contents that may not be in memory; false: it can't */
  /* Set by a caller that reads process by process: bring a part of the contents into memory, and let it leave memory;
   * false: it can't. */
  bool (*fetch)(const void *source, uint64_t at, uint64_t size);
  void (*leave)(const void *source, uint64_t at, uint64_t size);
  const void *source;
  /* For a frame: reads a rank's own file beside the job's file, which has data that the job's file lacks. False: there
   * is no such file. Either way `own` is to be freed. */
  bool (*own)(void *owner, uint32_t process, const struct pomp_header *rank, struct experiment *own);
  void *owner;
};

/* Reads the contents of a file, which are in memory; this is a pure function, but for what the way has, which may be
 * NULL. Strings come out as UTF-8 without control characters. False, with a message, if the file is refused. Either way
 * experiment_free is to be called. */
bool experiment_parse(struct experiment *e, const void *bytes, size_t size, const struct experiment_way *way,
                      char *error, size_t error_size);

/* Reads what processes of a job have in common, and their locations, from the file of all that have ended, or have
 * files of their own: no call paths, nor what belongs to them. `taken` of the experiment is set. False if that can't
 * be, for whatever reason: then the file is to be read as usual. Either way experiment_free is to be called. */
bool experiment_parse_frame(struct experiment *e, const void *bytes, size_t size, const struct experiment_way *way);
/* Reads one of these processes, as experiment_of_rank makes it, from those blocks of the file that are its own. */
bool experiment_parse_rank(struct experiment *rank, const struct experiment *frame, uint32_t process, const void *bytes,
                           const struct experiment_way *way);
void experiment_free(struct experiment *e);

/* Returns an array of zeros that has an element for each location, and one more; NULL: not enough memory. Of several
 * processes there may be very many, so that paged_free frees it (paged_array.h). */
void *experiment_by_location(const struct experiment *e, size_t size);

/* Makes one experiment of several that are ranks of a job, in the order of the ranks. The parts, an array from
 * malloc, belong to the result whether it can be done or not: experiment_free frees them all. */
bool experiment_join(struct experiment *e, struct experiment *parts, uint32_t count, char *error, size_t error_size);

/* Returns what a node has beside its times; of one that has nothing, all is 0. */
extern const struct node_extra experiment_no_extra;
static inline const struct node_extra *experiment_extra(const struct experiment *e, const struct node *n) {
  return n->extra ? &e->extras[n->extra - 1] : &experiment_no_extra;
}
/* The same for a node that is to get something; NULL if there is not enough memory. What the function has returned
 * before is of no use then. */
struct node_extra *experiment_extra_of(struct experiment *e, struct node *n);

/* Returns the module of a process that had an address when so many of its modules were known; NULL if none had. */
const struct code_module *experiment_module(const struct experiment *e, uint32_t process, uint32_t known,
                                            uint64_t address);

/* Returns the sum of a region's histograms in a process; NULL if there is none. */
struct histogram_sum *experiment_histogram_sum(const struct experiment *e, uint32_t process, uint32_t key);
/* Counts a visit of a region at a location, of so many ticks. */
void experiment_histogram_add(struct experiment *e, uint32_t location, uint32_t key, uint64_t ticks);
/* True if some number of a histogram is full. */
bool experiment_histogram_is_full(const uint32_t *visits);

/* Returns the number of a metric in `e`, by its name. A metric that is new is added if there is room; if there is
 * none, the result is METRICS. */
uint32_t experiment_metric(struct experiment *e, const struct metric *m);

/* True if the node's time is a part of its parent's. The time of a task is not, nor that of a team's member on
 * another thread than the one that forked, nor blame. */
bool experiment_is_part(const struct experiment *e, uint32_t node);

/* Turns a time of a node into ns. */
uint64_t experiment_ns(const struct experiment *e, uint64_t ticks);

/* Turns ticks of a process's clock into ns. */
uint64_t process_ns(const struct process *p, uint64_t ticks);
/* The same for a caller with millions of times. A division of 64 bits is faster; the result is at most UINT64_MAX / 2,
 * which is longer than any run. */
static inline uint64_t process_ns_inline(const struct process *p, uint64_t ticks) {
  uint64_t product;
  if (__builtin_mul_overflow(ticks, p->base_ns, &product))
    return process_ns(p, ticks);
  const uint64_t ns = product / p->base_tick;
  return ns > UINT64_MAX / 2 ? UINT64_MAX / 2 : ns;
}
/* Returns the ticks of a second. By so much the ends of two files of a process may be apart that was read while it ran.
 */
uint64_t process_second(const struct process *p);
/* Returns the ns from the loading of the runtime in the process to the end of its measurement. */
uint64_t process_wall(const struct process *p);
/* Returns the most threads that the process had at the same time. */
uint32_t process_threads(const struct process *p);
/* Returns by which part of itself a time may be off, at most: that is the error of the calibration. */
double process_clock_error(const struct process *p);
/* Computes rank 0's CLOCK_MONOTONIC less that of this process, at the latter's time `ns`, and by how much that may
 * be off. The offset was measured twice. Between the two times it is interpolated; before and after them it is the
 * nearer one. If both agree within their errors, the better one holds throughout. False if it was not measured. */
bool process_offset(const struct process *p, uint64_t ns, double *offset, double *error);

/* True if both are on one machine, as far as their names and what was measured of their clocks tell: then they have the
 * same CLOCK_MONOTONIC, and the offset that was measured is nothing but error. */
bool process_shares_clock(const struct process *p, const struct process *other);

/* True if this is the beginning of an experiment's file. Then `*used` is how much of the file counts. */
bool experiment_probe(const void *bytes, size_t size, uint64_t *used, char *error, size_t error_size);

#endif
