/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* pomp_read.h - libpompread: what pompinst measures, for programs of others: of a program that runs or has ended, or of
 * all ranks of a job.
 *
 * What lives here: the library's functions, and the structures that they fill. What does not: the file's layout
 * (pomp_format.h), which the library alone has to know, and the interface between instrumented code and a measurement
 * library (pomp.h). docs/read.md has an example.
 *
 *     char error[POMP_READ_ERROR];
 *     struct pomp_read *r = pomp_read_open("12345", error, sizeof error);   // a process, or an experiment's directory
 *     while (r && pomp_read_next(r, error, sizeof error) == 0)              // the next snapshot
 *       show(r);
 *     pomp_read_close(r);
 *
 * A handle has a snapshot: all that was measured up to a moment, as it was then. Nothing in it changes until
 * pomp_read_next takes another one; then the one before is still there, and pomp_read_change tells the differences.
 *
 * All functions:
 *  - may be called by any thread; a handle is used by one thread at a time, and threads with handles of their own take
 *    turns inside the library;
 *  - read files alone, but for pomp_read_ask, which writes to one: nothing is attached to the measured program, and it
 *    is neither stopped nor slowed down;
 *  - print nothing, never end the process, and have no handler of signals; they keep errno;
 *  - take any file: one that is damaged is refused, and never brings the caller down.
 *
 * A function that returns an int returns 0, or -1 if there is no such thing as was asked for. Times are in ns of the
 * measured program's clock. Texts are UTF-8 without control characters, never NULL, "" if nothing is known, and belong
 * to the handle: they hold until the next call of pomp_read_next or pomp_read_close with it.
 *
 * A structure is filled as far as the caller has it: `size` is its size there. Members are only ever appended, so a
 * program goes on with a newer library; what an older library does not know is 0 or NULL. */
#ifndef POMP_READ_H
#define POMP_READ_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* This grows when something is added here. */
#define POMP_READ_VERSION 1

/* A number is this if there is none. */
#define POMP_READ_NONE UINT32_MAX

/* So many bytes have room for each message of pomp_read_open and pomp_read_next. */
#define POMP_READ_ERROR 4608

/* Returns the POMP_READ_VERSION of the library that is loaded. */
uint32_t pomp_read_version(void);

/* --- a snapshot --- */

struct pomp_read;

/* Opens an experiment, and takes the first snapshot. `name` is its directory, a file in it, or, if nothing is called
 * so, the number of a process that is measured; if it is NULL, the experiment is that of POMP_EXPERIMENT_DIR, or else
 * the newest pomp-* in the current directory. All ranks of a job are one, if the directory is named. Returns NULL if it
 * can't be done; then `error`, which has room for `size` bytes, has a line that says why. `error` may be NULL. */
struct pomp_read *pomp_read_open(const char *name, char *error, size_t size);

/* Takes another snapshot of the same experiment. Returns 0, or -1 with a line in `error`: then all is as it was before.
 * A program that has ended can go on being asked, and tells the same each time. */
int pomp_read_next(struct pomp_read *r, char *error, size_t size);

/* Forgets all. Nothing happens if the handle is NULL. */
void pomp_read_close(struct pomp_read *r);

/* --- the run --- */

/* This is what became of the program. If ranks differ, the first state in this list that any rank is in holds for
 * all. */
enum pomp_read_state {
  POMP_READ_COMPLETE = 0, /* The measurement has ended by itself; of all ranks. */
  POMP_READ_RUNNING = 1,
  POMP_READ_KILLED = 2, /* It was killed, and all is known up to then. */
  POMP_READ_UNKNOWN = 3 /* It can't be seen from here: as on another machine. */
};

struct pomp_read_run {
  const char *program;    /* its file, as it was started */
  const char *experiment; /* the directory */
  uint32_t state;         /* enum pomp_read_state */
  uint32_t threads;       /* the most that were measured at the same time */
  /* These say how many there are of what other functions number from 0 on. */
  uint32_t processes, locations, regions, paths, columns, doings;
  uint64_t begin_ns; /* when the measurement began: ns since 1970 */
  uint64_t wall_ns;  /* for how long it has gone on; of several processes, the longest time */
  uint64_t quiet_ns; /* for so long nothing has begun or ended in processes that have not ended themselves */
  /* This is how much longer `wall_ns` is than at the snapshot before; 0: there is none before. */
  uint64_t interval_ns;
  /* The number that was named, of a process that has the experiment in memory and did not make it; else 0. */
  uint32_t other;
};
int pomp_read_run(const struct pomp_read *r, struct pomp_read_run *run, size_t size);

/* This is a process of the run, that is a rank of a job. They come by rank. */
struct pomp_read_process {
  const char *program, *host;
  uint32_t state; /* enum pomp_read_state */
  uint32_t pid;   /* its number here, if it is running; else the one that it gave itself */
  uint32_t rank;  /* POMP_READ_NONE: it is no rank */
  uint32_t first_location, locations;
  uint64_t wall_ns;
  uint32_t stopped; /* 1: it runs, and a signal or a debugger has stopped it */
};
int pomp_read_process(const struct pomp_read *r, uint32_t process, struct pomp_read_process *of, size_t size);

/* --- where: locations, regions, call paths --- */

/* A location is a place in the tree of teams: an initial thread, or member `thread_num` of the teams that its parent
 * forks, whichever thread of the system serves it. Numbers stay the same from snapshot to snapshot if there is one
 * process. */
struct pomp_read_location {
  const char *name; /* "0->3->2"; of a rank "1:0->3->2" */
  const char *kind; /* "initial", "worker", "helper", "member" or "league" */
  uint32_t process;
  uint32_t parent;     /* POMP_READ_NONE: it is no member of a team */
  uint32_t thread_num; /* in the team; POMP_READ_NONE likewise */
  uint32_t level;      /* how many teams are around it */
  uint32_t os_thread;  /* the thread that has served it last, as the system numbers it; 0: not known */
};
int pomp_read_location(const struct pomp_read *r, uint32_t location, struct pomp_read_location *of, size_t size);

/* A region is a part of a construct that is measured by itself, such as the loop and the barrier of a `for`. Region 0
 * is what is outside of all. Their order is another one in each snapshot. */
struct pomp_read_region {
  const char *name;     /* "for", "critical(A)", "barrier (implicit)" */
  const char *role;     /* as `role` in the JSON of pomp-report: "loop", "critical", "barrier" */
  const char *function; /* that encloses it */
  const char *file;
  uint32_t line, last_line; /* 0: not known */
  uint32_t waiting;         /* 1: all its own time is waiting */
  const char *place;        /* the address in the code, "solver+0x11d8", where no line is known; else "" */
};
int pomp_read_region(const struct pomp_read *r, uint32_t region, struct pomp_read_region *of, size_t size);

/* A call path is a region with all regions around it; paths of several locations with the same regions are one. Path 0
 * is the root, and each path comes after its parent. */
struct pomp_read_path {
  uint32_t parent; /* POMP_READ_NONE: it is the root */
  uint32_t region, depth;
};
int pomp_read_path(const struct pomp_read *r, uint32_t path, struct pomp_read_path *of, size_t size);

/* --- how much: values by column --- */

/* These are the kinds of things that have values. */
enum pomp_read_of { POMP_READ_OF_RUN = 0, POMP_READ_OF_LOCATION = 1, POMP_READ_OF_REGION = 2, POMP_READ_OF_PATH = 3 };

/* A column is what there is a value of. Their order is that of the table in docs/read.md, with the run's metrics
 * (POMP_METRICS) at the end. */
struct pomp_read_column {
  const char *key;  /* "visits", "exclusive_ns", …; of a metric, its name */
  const char *unit; /* "", "ns", …; of a metric, its unit */
  const char *text; /* what it is, in a sentence */
  uint32_t of;      /* bit 1 << POMP_READ_OF_...: such things have it */
  uint32_t metric;  /* 1: it is a metric */
};
int pomp_read_column(const struct pomp_read *r, uint32_t column, struct pomp_read_column *of, size_t size);

/* Finds a column by its key. The result is its number, or POMP_READ_NONE. */
uint32_t pomp_read_find_column(const struct pomp_read *r, const char *key);

/* Gives a value. `of` is an enum pomp_read_of, and `row` the number of the location, region or path; of the run it is
 * 0. `location`: what that location has of a region or path; POMP_READ_NONE: what all have together, as it is with runs
 * and locations. A region's values count for a location what is inside of other visits of the same region once. A
 * location that has nothing of it has 0. Returns -1, and leaves `*value` alone, if there is no such row or location, or
 * its kind does not have the column. */
int pomp_read_value(const struct pomp_read *r, uint32_t column, uint32_t of, uint32_t row, uint32_t location,
                    int64_t *value);

/* Gives by how much the value is larger than at the snapshot before. A region, path or location that was not there then
 * had 0, and so it is if there was no snapshot before. */
int pomp_read_change(const struct pomp_read *r, uint32_t column, uint32_t of, uint32_t row, uint32_t location,
                     int64_t *value);

/* --- what each thread does now --- */

enum pomp_read_does {
  POMP_READ_WAITS = 0,   /* for what other threads do, in a region */
  POMP_READ_WORKS = 1,   /* what is in the region */
  POMP_READ_OUTSIDE = 2, /* what is in no region */
  POMP_READ_IDLE = 3     /* nothing: the thread serves no team */
};

/* This is what a thread does, or did when its process was killed. A process that has ended itself has no such rows.
 * Waiting threads come first; threads with the same activity are neighbours. */
struct pomp_read_doing {
  uint32_t location;     /* its place in the innermost team */
  uint32_t does;         /* enum pomp_read_does */
  uint32_t region, path; /* that it is in; POMP_READ_NONE: none */
  uint32_t task;         /* the region of the explicit task that it executes; POMP_READ_NONE: none */
  uint32_t creator;      /* the location that has met that task's construct; POMP_READ_NONE likewise */
  uint32_t awaited;      /* for how many threads it waits, as far as that is known; see pomp_read_awaited */
  uint32_t stuck;        /* 1: it can't go on, as it is in a deadlock, or waits for a thread that is */
  uint32_t deadlocked;   /* 1: the thread is in a deadlock: a cycle of waiting threads */
  uint64_t since_ns;     /* when it began to do so, after the begin of its process's measurement */
  uint64_t for_ns;       /* for how long it has done so */
};
int pomp_read_doing(const struct pomp_read *r, uint32_t doing, struct pomp_read_doing *of, size_t size);

/* Gives the i-th location that a thread waits for: that which holds the lock, or has not come to the barrier. */
int pomp_read_awaited(const struct pomp_read *r, uint32_t doing, uint32_t i, uint32_t *location);

/* --- what costs time, and the lines in which it goes --- */

/* A finding is something that keeps the program from being faster, as far as it shows in all that the snapshot has.
 * They are in descending order of what fixing them saves; those that the figures allow no judgement of come last.
 * docs/properties.md describes each property. The advice names no functions that samples have found: see
 * pomp_read_line. */
struct pomp_read_finding {
  const char *property; /* "load_imbalance" */
  const char *text;     /* what it is: "uneven work" */
  const char *advice;   /* how things are, and what helps, in sentences */
  const char *why_not;  /* why it can't be judged; "": it is judged */
  uint32_t region;      /* where it is; POMP_READ_NONE: it is about the whole run */
  uint32_t judged;      /* 1: the next members mean something */
  uint64_t saving_ns;   /* wall time that fixing it saves at most, */
  uint64_t of_ns;       /* of so much */
};

/* Tells of a finding. The first call for a snapshot looks for all of them, which takes longer than other functions.
 * Returns -1 if there are not so many, or not enough memory. */
int pomp_read_finding(const struct pomp_read *r, uint32_t finding, struct pomp_read_finding *of, size_t size);

/* This is a line of the source in which samples have found threads (POMP_SAMPLE, or the command POMP_READ_SAMPLE). */
struct pomp_read_line {
  const char *function; /* demangled, or what is known of it; "": the thread was in none of the user's functions */
  const char *file;     /* "": not known */
  uint32_t line;        /* 0: not known */
  uint32_t region;      /* the innermost region in which that was; a line may be in several */
  uint64_t samples;     /* how many, */
  uint64_t of_region;   /* of so many of the region */
  uint64_t of_all;      /* and so many of all regions */
};

/* Tells of a line; those with the most samples come first. The first call for a snapshot opens the program's files.
 * Returns -1 if there are not so many, nothing was sampled, or there is not enough memory. */
int pomp_read_line(const struct pomp_read *r, uint32_t line, struct pomp_read_line *of, size_t size);

/* --- steering: what a process that runs is asked to do --- */

enum pomp_read_command {
  POMP_READ_ON = 1,       /* record events */
  POMP_READ_OFF = 2,      /* record none */
  POMP_READ_TRACE_ON = 3, /* go on with the trace */
  POMP_READ_TRACE_OFF = 4,
  POMP_READ_SAMPLE = 5,  /* sample each thread every `value_ns` ns of its CPU time, or at the multiple next to that of
                            what a sample of this run counts for; 0: none */
  POMP_READ_SUSPEND = 6, /* let each thread wait that begins the user's region `region` (pomp inst begin), until RESUME,
                            or for `value_ns` ns from now on; 1 hour at most. Asked again, it holds for longer. */
  POMP_READ_RESUME = 7,
  POMP_READ_FILTER = 8 /* record nothing more of the regions that `rules` exclude, of those that have begun so far,
                          until the program ends; what is open counts until its end */
};

struct pomp_read_request {
  uint32_t command; /* enum pomp_read_command */
  uint64_t value_ns;
  const char *region; /* NULL: none */
  uint64_t wait_ns;   /* how long to wait for the answer */
  const char *rules;  /* the text of a filter file (docs/filter.md); NULL: none */
};

enum pomp_read_answer {
  POMP_READ_DONE = 0,
  POMP_READ_UNKNOWN_REQUEST = 1, /* the program's library knows no such command, or takes no such value */
  POMP_READ_NO_TRACE = 2,        /* no trace was begun with the measurement, or it has ended */
  POMP_READ_TRACE_CHOOSES = 3,   /* POMP_TRACE_SELECT says what is traced */
  POMP_READ_NO_SAMPLES = 4,      /* threads can't be sampled */
  POMP_READ_TOO_OFTEN = 5,       /* the period can't become shorter than the first one was */
  POMP_READ_SANDBOX = 6,         /* the program can forbid itself system calls, so that threads can't wait */
  POMP_READ_NO_EVENT = 7,        /* none in time: it is done at the next event, unless something else is asked before */
  POMP_READ_NOTHING = 8          /* the rules exclude nothing that has begun */
};

/* Asks a process, and waits for its answer, which its next event gives: an event of any thread. Nothing is attached to
 * it. Who asks needs to be allowed to write to the experiment. Returns an enum pomp_read_answer, or -1 with a line in
 * `error`, which has room for `error_size` bytes and may be NULL: the process does not run here, its experiment can't
 * be written, or somebody else asked it for as long as this was to wait. `size` is that of the request. */
int pomp_read_ask(const struct pomp_read *r, uint32_t process, const struct pomp_read_request *request, size_t size,
                  char *error, size_t error_size);

/* Returns a sentence without its full stop for what an enum pomp_read_answer means; "" for POMP_READ_DONE, and for any
 * other number. It is static. */
const char *pomp_read_answer_text(int answer);

/* Divides the run: what all its processes have measured so far is kept in the experiment as one interval, and each
 * snapshot from now on, like each report, has what came later, until the run is divided again. `pomp-report --interval`
 * shows an earlier interval, or the whole run. A visit that is open counts in both intervals, with its time divided.
 * Nothing is asked of the processes: the time at which they are divided is that of the call, and for each process a
 * file is written beside its own. Returns the number of the interval that has ended, from 1 on, or -1 with a line in
 * `error`: a process does not run here, or the experiment can't be written to. Then the run is not divided. */
int pomp_read_reset(struct pomp_read *r, char *error, size_t size);

/* This is how a process that runs is measured at the moment of the call. */
struct pomp_read_control {
  uint32_t recording; /* 1: events are recorded */
  uint32_t traced;    /* 1: there is a trace, */
  uint32_t tracing;   /* and events go to it */
  uint32_t held;      /* how many threads wait where they are suspended */
  uint64_t sample_ns; /* ns from one sample of a thread to the next; 0: none are taken */
  uint64_t left_ns;   /* for how long threads are suspended yet; 0: none are */
  char region[512];   /* where; "": nowhere */
  uint32_t left_out;  /* how many constructs were left out while the program ran */
};
int pomp_read_control(const struct pomp_read *r, uint32_t process, struct pomp_read_control *of, size_t size);

#ifdef __cplusplus
}
#endif

#endif /* POMP_READ_H */
