/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* pomp_format.h - the layout of profile.pomp, the one file that the runtime writes and the tools read.
 *
 * What lives here: the structures of the file and the names of its codes, as data. What does not: any code that writes
 * or reads them (runtime/libpompomp, tools). docs/format.md explains the file in prose.
 *
 * Everything is in the byte order of the machine that measured and at its natural alignment. References are numbers,
 * never pointers: a node by its offset in the file / 64, a string by its offset / 8; 0 is none.
 * The library that measures writes this file and takes nothing back from it but the control word and what is asked for
 * in the control block, which it checks. A reader must not interpret reserved fields: older versions kept something of
 * their own there. */
#ifndef POMP_FORMAT_H
#define POMP_FORMAT_H

#include "pomp_roles.h" /* enum pomp_role, a part of each key */

#include <stdint.h>

#define POMP_FORMAT_MAGIC "POMPINST" /* 8 bytes, no terminator */
#define POMP_FORMAT_BYTE_ORDER 0x01020304u
#define POMP_FORMAT_VERSION 2u
#define POMP_FORMAT_HEADER_SIZE 4096u
#define POMP_FORMAT_ALIGN 4096u /* offset and size of every block are multiples of it */
#define POMP_FORMAT_FILE "profile.pomp"
#define POMP_FORMAT_RANK_FILE "rank-%u.pomp" /* one process of a job, until all are in profile.pomp */
/* These files hold what the file of a process, or of a rank, held at the end of an interval (pomp-control reset), from
 * 1 on. Their `end_tick` is that time, whatever their state. */
#define POMP_FORMAT_INTERVAL_FILE "interval-%u.pomp"
#define POMP_FORMAT_INTERVAL_RANK_FILE "interval-%u-rank-%u.pomp"
/* The same of intervals that the library closes itself (POMP_PROFILE_EVERY). Numbers may be missing: then an interval
 * is that of several. */
#define POMP_FORMAT_EVERY_FILE "every-%u.pomp"
#define POMP_FORMAT_EVERY_RANK_FILE "every-%u-rank-%u.pomp"
#define POMP_FORMAT_RANK_DIRECTORY "rank-%u" /* or a directory with the process's profile.pomp and trace.pomp */

/* How far the measurement got. A file that says RUNNING and whose process is gone was killed. */
enum pomp_state { POMP_STATE_RUNNING = 1, POMP_STATE_COMPLETE = 2 };

/* The control word. A viewer may write ON or OFF while the program runs; it takes effect at once. If the byte after
 * that is not 0, there is a request in the control block (struct pomp_control_block), which the next event of any
 * thread carries out. */
enum pomp_control { POMP_CONTROL_OFF = 0, POMP_CONTROL_ON = 1, POMP_CONTROL_ASKED = 0x100 };

/* Why measurement ended before the program did. */
enum pomp_stop {
  POMP_STOP_NONE = 0,
  POMP_STOP_LIMIT = 1,
  POMP_STOP_SPACE = 2,
  POMP_STOP_FILE = 3,
  POMP_STOP_MEMORY = 4 /* the process was refused memory: it is no limit of ours */
};

/* Why the tree of teams is known, or is not. */
enum pomp_nesting {
  POMP_NESTING_UNKNOWN = 0, /* no OpenMP runtime has offered OMPT */
  POMP_NESTING_OMPT = 1
};

enum pomp_clock_kind { POMP_CLOCK_TSC = 1, POMP_CLOCK_MONOTONIC = 2 };

/* A node's key has the construct's number (from 1) and the role. */
#define POMP_KEY_ROLE_SHIFT 26
#define POMP_KEY(construct, role) ((uint32_t)(construct) | (uint32_t)(role) << POMP_KEY_ROLE_SHIFT)
#define POMP_KEY_CONSTRUCT(key) ((key) & ((1u << POMP_KEY_ROLE_SHIFT) - 1))
#define POMP_KEY_ROLE(key) ((key) >> POMP_KEY_ROLE_SHIFT)
#define POMP_MAX_CONSTRUCTS ((1u << POMP_KEY_ROLE_SHIFT) - 1)

#define POMP_CPU_WORDS 16 /* of 64 processors each */

/* This is the same instant on the measurement clock and in ns of CLOCK_MONOTONIC. */
struct pomp_sync {
  uint64_t tick, ns;
};

/* When a process's CLOCK_MONOTONIC was `ns`, that of the job's rank 0 was ns + offset, give or take `error` ns. */
struct pomp_alignment {
  uint64_t ns; /* 0: not measured */
  int64_t offset;
  uint64_t error;
};

/* It is at offset 0, and POMP_FORMAT_HEADER_SIZE bytes are set aside for it. Fields are only added at its end;
 * they are 0 in files that are older. */
struct pomp_header {
  char magic[8];
  uint32_t byte_order;
  uint32_t version;
  uint32_t header_size; /* offset of the first block */
  uint32_t state;       /* enum pomp_state */
  uint32_t stop_reason; /* enum pomp_stop */
  uint32_t clock;       /* enum pomp_clock_kind */
  uint64_t used;        /* end of the last block */
  uint64_t limit;       /* POMP_MEMORY, in bytes */
  uint64_t end_tick;    /* when measurement ended; 0 while it runs */
  uint64_t epoch_ns;    /* CLOCK_REALTIME at sync[0] */

  /* The control word has a cache line of its own, because every event reads it. */
  uint32_t control; /* enum pomp_control */
  uint32_t control_reserved[15];

  struct pomp_sync sync[3]; /* [0]: when the runtime was loaded; [1], [2]: later ones, in turn */
  uint32_t sync_latest;     /* 1 or 2; 0: there is none yet */
  uint32_t pid;
  uint64_t pid_start; /* field 22 of /proc/PID/stat: tells a reused pid */
  uint64_t pair_cost; /* ticks that 1000 enter/exit pairs take with nothing executed beside, measured at the start */
  uint64_t ignored;   /* exits on threads that have no location */
  uint64_t lost;      /* events that came while the runtime was busy on the same thread */
  uint32_t program;   /* strings */
  uint32_t command;   /* the arguments, joined by spaces */
  uint32_t directory; /* where it ran */
  uint32_t host;      /* where: the name of the machine */
  uint32_t settings;  /* lines NAME=value */
  uint32_t writer;    /* name and version of the runtime */
  uint32_t nesting;   /* enum pomp_nesting */
  uint32_t threads;   /* the most OS threads that were measured at the same time */
  uint32_t filtered;  /* constructs that POMP_FILTER excluded so far */
  /* The ns of each sync point were read between two readings of the clock, so many ticks apart. They are off by no
   * more than half of that. */
  uint32_t sync_width[3];
  uint32_t left_barriers; /* constructs so far whose implicit barriers have no events: only OMPT can report them */
  uint32_t reserved;

  /* The next fields say whether the process is one of several of a job (MPI). */
  uint32_t rank, ranks;               /* which rank it is, and of how many; ranks is 0 if it is no rank */
  uint64_t job;                       /* the same number for all ranks of a job */
  struct pomp_alignment alignment[2]; /* how its clock compared to rank 0's when the job began (MPI_Init), and when it
                                         ended (MPI_Finalize) */
  uint32_t histograms_missing;        /* how many more would be there, had there been room for them */
  uint32_t traced;                    /* 1: events are traced as well */

  /* The next fields say what the system let the process have. */
  uint32_t cpu_flags; /* enum pomp_cpu_flags */
  uint32_t cpus;      /* on how many processors the threads could run; 0: not known */
  uint32_t cpu_quota; /* the limit of its control group, in thousandths of a processor; 0: there is none */
  uint32_t cpu_reserved;
  uint64_t throttled;               /* ns for which that limit held threads back */
  uint64_t cpu_set[POMP_CPU_WORDS]; /* which processors, by their numbers; all 0: not known */

  /* The next fields say what the process's death mark (struct pomp_death_mark) tells. */
  uint32_t death_told; /* enum pomp_death_told */
  uint32_t marker;     /* the thread whose end the kernel marks, as the system numbers it */
  uint64_t cpu_cost;   /* ticks that 1000 readings of a thread's CPU time take, measured at the start */
  uint64_t switches; /* how often a thread that had something to do gave its processor to another thread, or lost it */
  /* 1 + the most threads that were measured at the same time and that the OpenMP runtime had started; 0: not known */
  uint32_t workers;
  uint32_t workers_reserved;
  uint64_t ompt_end; /* when the OpenMP runtime ended OMPT, if teams began after that; 0: no team began without it */
  uint32_t forked;   /* processes that were forked while this one was measured, and had events: no file has those */
  uint32_t forked_reserved;
  /* Ticks that 1000 atomic updates of a variable take which no other processor has, each with the two readings of the
   * clock around it, measured at the start; 0: not known. */
  uint64_t atomic_cost;

  /* The next fields say what the kernel did for the process, from when the library was loaded, without what the library
   * did until the measurement began. */
  uint32_t kernel_flags;         /* enum pomp_kernel_flags */
  uint32_t online;               /* how many processors the machine has that are in use; 0: not known */
  uint64_t user, system;         /* ns on processors: in the program's own code, and in the kernel */
  uint64_t faults, major_faults; /* page faults; those of them that needed a disk */
  uint64_t sleeps;               /* how often a thread gave up its processor because it had to wait */
  uint64_t own_pages;            /* pages of memory and files that the library itself has taken in this time */
  uint64_t resident;             /* the most memory that the process ever had, in bytes */
  uint64_t reads, writes;        /* system calls that read, and that write */

  /* The next fields say how threads were sampled (POMP_SAMPLE). */
  uint32_t sample_source; /* enum pomp_sample_source */
  uint32_t sample_signal; /* the number of the signal that tells a thread to take a sample */
  uint64_t sample_period; /* ns from one sample of a thread to the next, as it was asked for; 0: no samples */
  uint64_t samples_lost;  /* samples that were due and that no record has */
  uint32_t sample_unseen; /* threads that could not be sampled */
  uint32_t sample_reserved;

  /* The tick at which the process forked its first team, as OMPT tells it; 0: it has forked none, or that is not known.
   * Then `early` of nodes is reserved, and so are the flags of samples. */
  uint64_t first_fork;

  uint64_t pid_space; /* the inode of /proc/self/ns/pid: where `pid` counts; 0: not known */

  uint32_t switches_unseen; /* threads of which the kernel has not told when they had a processor, or not always */
  uint32_t switches_reserved;
  /* The same as pair_cost, if they come right after each other; and if each is around an atomic update, without what
   * that takes by itself. Both are 0 in files that are older. */
  uint64_t pair_cost_in_row, pair_cost_around;
  uint32_t devices; /* that the OpenMP runtime has told of, and what it does with them; 0: it has told of none */
  uint32_t devices_reserved;
};

/* --- requests to a program that runs --- */

enum pomp_command {
  POMP_COMMAND_NONE = 0,
  POMP_COMMAND_ON = 1, /* events are recorded */
  POMP_COMMAND_OFF = 2,
  POMP_COMMAND_TRACE_ON = 3, /* and traced, if there is a trace */
  POMP_COMMAND_TRACE_OFF = 4,
  POMP_COMMAND_SAMPLE = 5,  /* threads are sampled each `value` ns; 0: they are not */
  POMP_COMMAND_SUSPEND = 6, /* who begins the user's region `text` waits there, until RESUME, or for `value` ns */
  POMP_COMMAND_RESUME = 7,
  POMP_COMMAND_FILTER = 8, /* constructs are left out from now on: bit i of the bytes of `text` stands for the number
                              `value` + i; POMP_REQUEST_BITS of them, and the last byte is a zero */
  POMP_COMMAND_COUNT
};

enum pomp_answer {
  POMP_ANSWER_DONE = 0,
  POMP_ANSWER_UNKNOWN = 1,       /* there is no such command, or it makes no sense */
  POMP_ANSWER_NO_TRACE = 2,      /* no trace was begun with the measurement, or it has ended */
  POMP_ANSWER_TRACE_CHOOSES = 3, /* POMP_TRACE_SELECT says which visits are traced */
  POMP_ANSWER_NO_SAMPLES = 4,    /* nothing can tell threads that a sample is due */
  POMP_ANSWER_TOO_OFTEN = 5,     /* each sample counts for `sample_period` ns, and that can't become less any more */
  POMP_ANSWER_SANDBOX = 6,       /* threads can't wait, as the program forbids itself system calls */
  POMP_ANSWER_COUNT
};

#define POMP_REQUEST_TEXT 512
#define POMP_REQUEST_BITS (8 * (POMP_REQUEST_TEXT - 1))
#define POMP_LEASE_MOST 3600000000000u /* ns: a request that suspends threads holds for an hour at most */

/* It is at the offset POMP_FORMAT_CONTROL_AT, in the header's room. Who has a request locks these bytes of the file
 * (F_OFD_SETLK), writes the first four fields, `asked` last, and then the byte of POMP_CONTROL_ASKED; all by pwrite,
 * as a file that is cut off while it is mapped would end the process. The library checks all that it reads here, and
 * stores the answer, `answered` last. What else it writes here it never reads. */
#define POMP_FORMAT_CONTROL_AT 2048u
struct pomp_control_block {
  uint32_t asked;   /* the number of the last request: another one than that before; 0: there is none */
  uint32_t command; /* enum pomp_command */
  uint64_t value;
  char text[POMP_REQUEST_TEXT]; /* ends with a zero */
  uint32_t answered;            /* the number of the last request that has an answer */
  uint32_t answer;              /* enum pomp_answer */
  uint32_t tracing;             /* 1: events are traced now */
  uint32_t held;                /* how many threads wait where they are suspended */
  uint64_t period;              /* ns from one sample of a thread to the next, now; 0: none are taken */
  uint64_t until;               /* when what is suspended goes on by itself, in ns of CLOCK_MONOTONIC; 0: nothing is */
  char suspended[POMP_REQUEST_TEXT]; /* the region; it ends with a zero */
  uint32_t left_out;                 /* how many constructs POMP_COMMAND_FILTER has left out */
  uint32_t reserved;
};

/* It says what tells a thread that its next sample is due. */
enum pomp_sample_source {
  POMP_SAMPLE_NONE = 0,
  POMP_SAMPLE_CPU_TIMER =
      1,                /* a timer (timer_create) on the CPU time of the thread, which ticks as the kernel's clock */
  POMP_SAMPLE_PERF = 2, /* perf_event_open: the thread's CPU time (task clock) */
  POMP_SAMPLE_WALL_TIMER = 3 /* a timer on CLOCK_MONOTONIC: threads that wait are sampled as well */
};

enum pomp_kernel_flags {
  POMP_KERNEL_USE = 1,  /* what getrusage tells is known: all but reads and writes */
  POMP_KERNEL_CALLS = 2 /* reads and writes are known */
};

enum pomp_death_told {
  POMP_DEATH_NOT_TOLD = 0, /* no thread has the mark */
  POMP_DEATH_MARKED = 1,   /* the mark tells that the process has died, and nothing tells when */
  POMP_DEATH_TIMED = 2     /* the kernel's write has also given the file the time at which it was last written */
};

enum pomp_cpu_flags {
  POMP_CPU_TIME = 1,    /* locations have the CPU time of their threads */
  POMP_CPU_READY = 2,   /* and the time in which these were ready and not running */
  POMP_CPU_SWITCHES = 4 /* and the call paths in which they were without a processor, of all threads but
                           `switches_unseen` */
};

enum pomp_block_type {
  POMP_BLOCK_STRINGS = 1,    /* string records; count: their bytes */
  POMP_BLOCK_CONSTRUCTS = 2, /* construct records; count: how many */
  POMP_BLOCK_LOCATION = 3,   /* a location record, then nodes; count: how many nodes */
  POMP_BLOCK_NODES = 4,      /* more nodes of a location; count: how many */
  POMP_BLOCK_PROCESSES = 5,  /* process records; count: how many */
  POMP_BLOCK_METRICS =
      6, /* metric records; count: how many. They are those of the values after it, up to the next block of metrics */
  POMP_BLOCK_VALUES = 7,   /* a struct pomp_values, then the metrics of nodes of a location; count: of how many nodes */
  POMP_BLOCK_MESSAGES = 8, /* message records, of call paths of any location; count: how many */
  POMP_BLOCK_LOCKS = 9,    /* records of OpenMP's locks, in no order; count: how many */
  POMP_BLOCK_HISTOGRAMS = 10, /* histogram records, of regions of any location; count: how many */
  POMP_BLOCK_BALANCE = 11,    /* balance records, of call paths of members of teams; count: how many */
  POMP_BLOCK_CPU = 12,        /* records of CPU time in teams, of call paths of any location; count: how many */
  POMP_BLOCK_DEATH = 14,      /* a death mark; count: 1 */
  POMP_BLOCK_OWN_FILE = 15,   /* a process's own file as it is, with its header, in place of the blocks that it has */
  POMP_BLOCK_LOOPS = 16,      /* records of loops, of call paths of any location; count: how many */
  POMP_BLOCK_ARRIVALS = 17,   /* records of arrivals at barriers, of call paths of members; count: how many */
  POMP_BLOCK_KERNEL = 18,  /* records of what the kernel did in teams, of call paths of any location; count: how many */
  POMP_BLOCK_MODULES = 19, /* records of modules, in the order in which they were found; count: how many */
  POMP_BLOCK_STACKS = 20,  /* stacks; count: their bytes */
  POMP_BLOCK_SAMPLES = 21, /* records of samples, of any location; count: how many */
  POMP_BLOCK_CHUNKS = 22,  /* records of chunks, of call paths that have a record of loops; count: how many */
  POMP_BLOCK_THREADS = 23, /* records of what the kernel did for threads, of any location; count: how many */
  POMP_BLOCK_PHASE = 24,   /* a struct pomp_phase_head, its clusters, then records of its visits; count: 1 */
  POMP_BLOCK_PHASE_TABLE = 25, /* as type 28, but the cells of all clusters themselves follow; of older files */
  POMP_BLOCK_SUMS = 26, /* a struct pomp_sums_head, then records of what regions had in all; count: how many records */
  POMP_BLOCK_PHASE_ROWS = 27, /* cells, to which blocks of type 28 refer; count: their bytes */
  POMP_BLOCK_OFF = 29,        /* records of time without a processor, of call paths of any location; count: how many */
  POMP_BLOCK_PHASE_CELLS = 28 /* a struct pomp_phase_cells, numbers of nodes, places of cells; count: how many nodes */
};

/* It is at the begin of each block. A reader skips a block of a type that it does not know. */
struct pomp_block {
  uint32_t type;
  uint32_t count;    /* stored last, when what it counts is complete */
  uint64_t size;     /* the bytes of the block, with this head */
  uint32_t first;    /* offset in the block of what is counted */
  uint32_t location; /* the location whose nodes or values they are */
  /* LOCATION: when the team was joined that the location forked last, 0: none was; and, with `arrived` of its record,
   * the call path of the parallel region that it has ended, 0 in older files, and how long that took. */
  uint64_t joined, team_time;
  /* LOCATION: a visit that is still to be counted in a histogram: its ticks, and above 16 bits the histogram's offset
   * in the file, in units of 64 bytes. 0: there is none, and none is left when the measurement has ended. */
  uint64_t late;
  uint32_t team;
  uint32_t reserved[3];
};

/* A string takes 8 + length + 1 bytes, rounded up to 8. */
struct pomp_string {
  uint32_t reserved;
  uint32_t length;
  char text[]; /* ends with 0 */
};

/* It is a process in a file that holds all of a job's. The records are in the order of the ranks,
 * POMP_PROCESS_SIZE bytes apart. */
struct pomp_process {
  uint32_t first_location, locations; /* which locations are the process's */
  uint64_t blocks, blocks_size;       /* where the blocks of the process are in the file; 0: not known */
  uint64_t own_file;                  /* the block of type OWN_FILE that tells all of the process; 0: none */
  uint32_t flags;                     /* enum pomp_process_flags */
  uint32_t reserved[7];
  struct pomp_header header; /* the header of the process's own file; its strings are numbered as in this file */
};
enum pomp_process_flags {
  POMP_PROCESS_CONVERTS = 1 /* its files are still written, and are to be converted or packed */
};
#define POMP_PROCESS_SIZE 1024u

enum pomp_construct_flags {
  POMP_CONSTRUCT_FILTERED = 1,  /* POMP_FILTER excluded it: it has no call paths */
  POMP_CONSTRUCT_CODE_SITE = 2, /* it is what the program calls at one place, which `module` and `address` say */
  POMP_CONSTRUCT_CLAUSES = 4,   /* it is of a directive whose clauses are known; it is no code site then */
  POMP_CONSTRUCT_OF_ALL = 8,    /* it is a function with POMP_RD_ALL_FUNCTIONS in its descriptor */
  POMP_CONSTRUCT_LEFT_OUT = 16  /* it was measured at first, and left out while the program ran (POMP_COMMAND_FILTER) */
};

/* These are the facts about clauses that pomp.h explains, with the same numbers as there. */
enum pomp_fact {
  POMP_FACT_NOWAIT = 1,
  POMP_FACT_ORDERED = 2,
  POMP_FACT_IF = 4,
  POMP_FACT_FINAL = 8,
  POMP_FACT_UNTIED = 16,
  POMP_FACT_NUM_THREADS = 32,
  POMP_FACT_CHUNK = 64,
  POMP_FACT_GRAINSIZE = 128,
  POMP_FACT_NUM_TASKS = 256,
  POMP_FACT_IN_LOOP = 512,
  POMP_FACT_SHORTENED = 1024,
  POMP_FACT_REDUCES_ARRAY = 2048,
  POMP_FACT_SCATTERED = 4096,
  POMP_FACT_COPIES = 8192
};
/* The schedule is a number in the facts. */
enum pomp_schedule {
  POMP_SCHEDULE_NONE = 0,
  POMP_SCHEDULE_STATIC = 1,
  POMP_SCHEDULE_DYNAMIC = 2,
  POMP_SCHEDULE_GUIDED = 3,
  POMP_SCHEDULE_AUTO = 4,
  POMP_SCHEDULE_RUNTIME = 5
};
#define POMP_FACTS_SCHEDULE(facts) ((facts) >> 16 & 7)

/* It is a construct or user region of the source, or a call of a routine. They are numbered from 1 on in the order of
 * the file. */
struct pomp_construct {
  /* With POMP_CONSTRUCT_CLAUSES the clauses, a string, and the facts of struct ompregdescr; else reserved. A zero and
   * its `notes` may be behind the text of the clauses, within its length. */
  uint32_t clauses, facts;
  uint32_t name, sub_name, file, function; /* strings; as in struct ompregdescr; behind the text of `file`, within its
                                              length, may be a zero and its `place`, then a zero and its `source` */
  int32_t begin_line1, begin_lineN, end_line1, end_lineN;
  int32_t num_sections;
  uint32_t flags; /* enum pomp_construct_flags */
  union {
    /* With POMP_CONSTRUCT_CODE_SITE, the module is the program or a shared object; "" if none is known. What the call
     * returns to has this address in the module's ELF file, or else in memory. The build tells whether a file is still
     * the one that ran: "id:" and its build-id, or "file:" and its size and time; "" if neither is known. */
    struct {
      uint32_t module, build; /* strings */
      uint64_t address;
    };
    /* With POMP_CONSTRUCT_CLAUSES, these are constants of struct ompregdescr, or 0. */
    struct {
      int32_t num_threads, chunk;
      uint64_t iterations;
    };
    /* Else they are reserved. */
  };
};

enum pomp_location_state { POMP_LOCATION_ACTIVE = 1, POMP_LOCATION_ENDED = 2 };
enum pomp_location_flags {
  POMP_LOCATION_WORKER = 1, /* first seen at the begin of a team that it did not fork: idle when outside of regions */
  POMP_LOCATION_MEMBER = 2, /* it is a member of a team: parent, thread_num, level and team_size are known */
  POMP_LOCATION_LEAGUE = 4, /* the initial thread of a team of a league (teams): thread_num is the team's number */
  /* With WORKER: a thread that the OpenMP runtime has for target tasks alone, and that is no thread of the program: it
   * counts while it executes one. Members of teams that are forked there have this, too. */
  POMP_LOCATION_HELPER = 8
};

/* A location is one of two things: a thread of the program that no team explains (its first thread and threads that
 * it made itself; all threads, where nesting is unknown), or a member of a team, which is the same location whenever
 * its parent forks. One location may be served by several threads, one after the other. */
struct pomp_location {
  uint32_t id; /* counted from 0, which is the program's first thread */
  uint32_t state;
  uint32_t flags;
  uint32_t served;    /* how often another thread than before took it */
  uint32_t os_thread; /* the last one's number */
  uint32_t root;      /* node */
  uint64_t last;      /* tick of the last exit */
  uint64_t repaired;  /* regions that ended without an exit event of their own */
  uint64_t ignored;   /* exits of regions that were not open */
  /* The next fields say which member of which team the location is; a field is POMP_NOT_KNOWN if its value is not
   * known. The parent is the location that forked the team. The location has no time of its own while its thread serves
   * member 0 of a team below it. The level is 0 without a team. */
  uint32_t parent, thread_num, level, team_size; /* team_size: the largest */
  uint32_t cpu; /* where the last thread was first seen here; POMP_NOT_KNOWN: not known */
  /* While the location was a member of teams, a cache line that the thread which forks had written took so many ticks
   * until it was here; 0: not known, or there is one cache. */
  uint32_t line_ticks;
  /* While the location is member 0 of a team, in_tasks has the ticks that its thread spent in tasks since the team
   * began, of tasks that are over or suspended; in_tasks_since is the tick since when it executes others, or 0. What
   * is open at the parent has them in its time until the team ends. Then they are left out there, and these are 0. */
  uint64_t in_tasks, in_tasks_since;
  uint64_t wants; /* the address of the OpenMP lock that a routine is setting here, and so may wait for; 0: none */
  /* Threads of the system count for the location that they were first seen at: how long they lived, in ticks, and in ns
   * how long they were on a processor, and how long they were ready and had none. Each is up to the last time that the
   * system was asked, which the end of a thread and of the measurement are. */
  uint64_t lived, on_cpu, ready;
  /* While the location is a member that has ended its parallel region and waits for the others, this is the tick of its
   * arrival, moved on by what tasks have taken since. Who waits there learns of its end only when it is used again: the
   * barrier was over when the parent's team was `joined`, and is open if the parent has not joined a team since. */
  uint64_t arrived;
};
#define POMP_NOT_KNOWN 0xffffffffu

/* A node is a call path of a location: the region `key`, entered from `parent`. It takes 64 bytes, a cache line, and
 * an event writes no more than one. Times are in ticks. Exclusive time is not stored: it is `inclusive` less that of
 * all children of the same location, and less that of team nodes that member 0 of the team has below it. Tasks
 * (POMP_ROLE_TASK) are no part of what they interrupt, nor of their parent: they hang below the region that created
 * them and take nothing from it. */
struct pomp_node {
  uint32_t key; /* POMP_KEY; 0 for the root */
  /* This is the parent's number; 0 for the root. The parent belongs to the same location, but the first node of a team
   * member or of a task has its parent at the location that forked or created it. The parent is older than the
   * child, but may follow it in the file. */
  uint32_t parent;
  uint64_t visits; /* counted at enter */
  uint64_t inclusive;
  uint64_t min, max; /* inclusive, of one visit; UINT64_MAX and 0 before the first one ends */
  uint64_t start;    /* when the visit began that is not over, or POMP_SUSPENDED; else 0 */
  /* The meaning of `wait` depends on the role (enum pomp_wait). critical, ordered: the time from enter to begin of the
   * visits that had to wait, which is a part of the exclusive time. lock: the time from the routine's return to the
   * release of the lock, which is not in `inclusive`. team: the time from fork to begin, before `inclusive`. task: the
   * time from creation to begin. barrier, taskwait, taskgroup, taskyield, taskloop, task creation: the time in tasks
   * that were executed there, which is not in `inclusive`. */
  uint64_t wait;
  union {
    struct {
      uint32_t reserved;
      uint32_t detail; /* team: the size of the largest team */
    };
    /* Roles other than team and blame: what `inclusive` was when the process forked its first team, with a visit that
     * was open then; of the location that forked it, and 0 elsewhere. See first_fork of struct pomp_header. */
    uint64_t early;
  };
};

/* This is in `start` if a task has interrupted the visit: its time until then is in `inclusive`. If that task
 * visits the same node, it puts its own start here, and 0 at its end. */
#define POMP_SUSPENDED UINT64_MAX

/* The kinds say what a function of MPI is for, where bytes are counted. The columns are the name, the number in
 * files, the text, and the role in OTF2 archives. */
/* clang-format off */
#define POMP_MPI_KINDS(X)                                                                                              \
  X(OTHER, 0, "other", FUNCTION)                                                                                       \
  X(POINT_TO_POINT, 1, "point to point", POINT2POINT)                                                                  \
  X(COMPLETION, 2, "completion", POINT2POINT)  /* wait, test: what non-blocking receives, reads, writes have brought */ \
  X(BARRIER, 3, "barrier", BARRIER)                                                                                    \
  X(ONE_TO_ALL, 4, "one to all", COLL_ONE2ALL) /* collectives, by senders and receivers */                            \
  X(ALL_TO_ONE, 5, "all to one", COLL_ALL2ONE)                                                                         \
  X(ALL_TO_ALL, 6, "all to all", COLL_ALL2ALL)                                                                         \
  X(PREFIX, 7, "prefix", COLL_OTHER)                                                                                   \
  X(NEIGHBORS, 8, "neighbors", COLL_OTHER)                                                                             \
  X(ONE_SIDED, 9, "one-sided", RMA) /* sent is put, received is got */                                                 \
  X(FILE, 10, "file", FILE_IO)      /* sent is written, received is read */                                            \
  X(DEVICE, 11, "device", DATA_TRANSFER) /* no function of MPI: sent is copied to a device, received is copied back */
/* clang-format on */
enum pomp_mpi_kind {
#define POMP_ROW(name, number, ...) POMP_MPI_##name = (number),
  POMP_MPI_KINDS(POMP_ROW)
#undef POMP_ROW
      POMP_MPI_KIND_COUNT
};

/* This is what a call path of role MPI has sent and received so far, or one of role DEVICE_TO or DEVICE_FROM has
 * copied; a node has at most one such record. docs/mpi.md says what counts as what. Each field is written by itself, so
 * a reader of a running program may see a message whose bytes are not there yet. */
struct pomp_messages {
  uint32_t node;
  uint32_t kind;             /* enum pomp_mpi_kind */
  uint64_t sent, sent_bytes; /* messages; accesses of windows and files; 0 of collectives, whose bytes count */
  uint64_t received, received_bytes;
  uint32_t partners; /* distinct ranks that messages went to, or came from; of devices, distinct pieces of memory */
  uint32_t ranks;    /* how many ranks took part in a collective operation, at most */
  uint64_t reserved_1;
  uint32_t reserved[2];
};

/* It describes an OpenMP lock that is held. Its fields are written one by one, `holder` last when the lock is set, and
 * first when it is freed. A record is another lock's later. Locks of other processes may have the same address. */
struct pomp_held_lock {
  uint64_t address;
  uint64_t since;     /* the tick when it was set */
  uint32_t holder;    /* the location that has set it, + 1; 0: it is not held, and the rest means nothing */
  uint32_t construct; /* in which construct it was set; or that of the lock routine, if it was set outside of all */
  uint32_t depth;     /* how often a nestable lock was set and not freed */
  uint32_t reserved;
};

/* A histogram says how long the finished visits of a region took at a location, on all its call paths together. A
 * region has at most one at each location. pomp_histogram.h says which bucket has which times. A number that has
 * reached UINT32_MAX stays there. */
#define POMP_HISTOGRAM_BUCKETS 30u
struct pomp_histogram {
  uint32_t key; /* POMP_KEY */
  uint32_t location;
  uint32_t visits[POMP_HISTOGRAM_BUCKETS];
};

/* This says how a team's members shared a worksharing construct, in those instances in which the member whose node it
 * is took longest. An instance is one encounter of the construct by a whole team; a member's time in it is without the
 * barrier at the end. Times are in ticks. A node has at most one such record. Each field is written by itself, `max`
 * and `mean` before `instances`. */
struct pomp_balance {
  uint32_t node;
  uint32_t reserved_1;
  uint64_t instances;
  uint64_t visits; /* of all members: the sum of the teams' sizes */
  uint64_t max;    /* the sum of this member's times */
  uint64_t mean;   /* the sum of the means of all members' times, each rounded down */
  uint64_t reserved[3];
};

/* This says when a team's members came to a barrier, in those instances in which the member whose node it is came last.
 * The barrier is one that the program wrote, or that of a worksharing construct; in older files the latter is one whose
 * balance has no record. The rest is as in struct pomp_balance. A program may come to the same barrier again, or to
 * another such one, with nothing in between that the team shares; `pairs` and `spared` are about the latter. */
struct pomp_arrivals {
  uint32_t node;
  uint32_t reserved_1;
  uint64_t instances;
  uint64_t visits;
  uint64_t max;    /* the sum of the times from the first member's arrival to this one's */
  uint64_t mean;   /* the sum of the means of all members' times from the first one's arrival on, each rounded down */
  uint64_t pairs;  /* after so many of the instances, the team came to another barrier */
  uint64_t spared; /* so much sooner the last one would have come to that, had nobody waited here */
  uint64_t reserved;
};

/* This is the CPU time of some visits of a call path of role TEAM, which has at most one such record: all visits that
 * are long, and a part of those that are short, as to read that clock takes long itself. It is taken from the begin of
 * the visit to its end, without the waiting in the barrier there if that has no events of its own. */
struct pomp_cpu_time {
  uint32_t node;
  uint32_t flags;  /* enum pomp_cpu_time_flags */
  uint64_t visits; /* how many they are */
  uint64_t span;   /* ticks from begin to end */
  uint64_t on_cpu; /* ns */
  /* The record of member 0 has sums over the teams, all of whose members were measured: how many teams there were, and
   * the CPU time of the member that took most, and the mean of all members' CPU times, both in ns. */
  uint64_t teams, max, mean;
  uint64_t reserved;
};
enum pomp_cpu_time_flags {
  POMP_CPU_TIME_WAITED = 1 /* the waiting in the barrier at the end of the team is in these times */
};

/* This is how many iterations, and chunks of them, the loop of a call path of role FOR or TASKLOOP has had, which has
 * at most one such record. All figures are those of the whole loop, whichever members execute its iterations, and each
 * member counts them in its own visits. A visit that finds no iterations is not counted. */
struct pomp_loop_counts {
  uint32_t node;
  uint32_t flags;      /* enum pomp_loop_flags */
  uint64_t visits;     /* how many have told the number of iterations */
  uint64_t iterations; /* their sum */
  uint64_t dealt;      /* how many of the visits have told the number of chunks as well */
  uint64_t chunks;     /* their sum */
  uint64_t large;      /* in so many of these the chunk is larger than a member's equal share of the iterations, */
  uint64_t few;        /* and so many of all visits have fewer iterations than the team has members */
  uint64_t dealt_iterations; /* the sum of the iterations of the visits in `dealt` */
};
enum pomp_loop_flags {
  POMP_LOOP_TAKEN = 1, /* members took the chunks of some visit one after the other while the loop ran, */
  POMP_LOOP_GIVEN = 2  /* and those of some visit were given to members in advance */
};

/* This is how large the chunks of such a loop were, if the construct does not tell. A call path has at most one such
 * record. */
struct pomp_loop_chunks {
  uint32_t node;
  uint32_t reserved_1;
  uint64_t visits; /* how many of those in `dealt` had chunks of a size, and not one block for each member */
  uint64_t chunk;  /* the sum of these sizes, in iterations; none is larger than its loop */
  uint64_t reserved[5];
};

/* This is what the kernel did for a member in the visits that the record of CPU time of the same call path is about. A
 * node has at most one. The kernel may divide CPU time into these two kinds by what it sees at its clock's ticks. */
struct pomp_kernel_time {
  uint32_t node;
  uint32_t reserved;
  uint64_t visits;
  uint64_t user, system; /* ns */
  uint64_t faults, major_faults;
  uint64_t sleeps, preempted; /* how often the thread gave up its processor to wait, and how often it lost it */
};

/* This is for how long a thread had no processor in a call path itself, in no other one; a node has at most one. Times
 * are in ticks. What it had none for before the call path's first event, or was not told, is not here. */
struct pomp_off_time {
  uint32_t node;
  uint32_t reserved_1;
  uint64_t pushed_off;     /* it had something to do: another thread had its processor, or it had given it away */
  uint64_t asleep;         /* it waited for something */
  uint64_t pushes, sleeps; /* how often */
  uint64_t reserved[3];
};

/* This is what the kernel did for the threads of the system that count for a location, which has at most one such
 * record, up to the last time that the system was asked. What it did for the start of the measurement is left out. */
struct pomp_thread_kernel {
  uint32_t location; /* + 1; 0: the record is being made */
  uint32_t reserved_1;
  uint64_t user, system; /* ns: their sum is the CPU time, of which the kernel tells `system` in steps */
  uint64_t faults, major_faults;
  uint64_t switches; /* how often a thread got a processor; nothing, as `ready`, without POMP_CPU_READY */
  uint64_t reserved[2];
};

/* It is code that was in memory while threads were sampled: a part of the program, or of a shared object. */
struct pomp_module {
  uint32_t path, build; /* strings, as `module` and `build` of struct pomp_construct; "": there is no file behind it */
  uint64_t low, high;   /* the addresses in memory: from `low` on, below `high` */
  uint64_t bias;        /* an address, less this, is the address that the ELF file gives to it */
};

/* It is what lay on a thread's stack when a sample was taken: of the words from `at` on, those that may be an address
 * of code or of this stack, which is all that a reader needs to find the callers. Behind it are `registers` values in
 * the order of DWARF's numbers of registers, whose bits are set in `which`; then `words` places of type uint32_t, each
 * the word's distance from `at` in words, filled up to 8 bytes; then the `words` words. Samples of other threads and
 * times have the same stack if their words of code are the same at the same distances: those are the callers. A stack
 * is numbered by its offset in the file / 8. */
struct pomp_stack {
  uint32_t size;    /* bytes, with what is behind it: a multiple of 8 */
  uint32_t flags;   /* enum pomp_stack_flags */
  uint64_t at;      /* the stack pointer, in this thread and at this time */
  uint32_t scanned; /* so many bytes were looked at */
  uint32_t
      modules; /* how many modules were known: an address belongs to the last module, of so many, that contains it */
  uint32_t registers, words;
  uint64_t which;
};
enum pomp_stack_flags {
  POMP_STACK_CUT = 1 /* the stack goes on behind what was looked at */
};

/* It says how many samples found a thread with the same stack, at the same instruction, in the same call path and
 * state. */
struct pomp_sample {
  uint32_t node;     /* the innermost open region; 0: the thread has had no location */
  uint32_t location; /* POMP_NOT_KNOWN: none */
  uint32_t stack;    /* 0: it is not known */
  uint32_t
      state;   /* of the thread, as OMPT numbers it (ompt_state_t); POMP_NOT_KNOWN: the OpenMP runtime does not tell */
  uint64_t pc; /* the instruction that came next, as its address in memory */
  uint64_t count;     /* how many samples */
  uint64_t time;      /* ns that they stand for: what was due in between counts as well */
  uint32_t os_thread; /* without a location: the thread, as the system numbers it */
  uint32_t flags;     /* enum pomp_sample_flags */
  uint32_t reserved[4];
};
enum pomp_sample_flags {
  POMP_SAMPLE_EARLY = 1 /* the process had forked no team yet; see first_fork of struct pomp_header */
};

/* --- sums: what the ranks of a job had in all --- */

/* In MPI_Finalize the ranks add up the numbers of their nodes, up a tree; a job's file has one such block, behind all
 * parts. All numbers are as in the nodes: times are in ticks, which may be of different clocks, and sums are modulo
 * 2^64. A rank's part has such a block as well, with the flag SINCE: the difference between the rank's nodes now and
 * the numbers that were added up. So the sum over the nodes of all parts equals the sum of all these blocks. The
 * records are sorted by construct, then by role. */
struct pomp_sums_head {
  uint32_t flags;                          /* enum pomp_sums_flags */
  uint32_t rank;                           /* with SINCE, of which rank it is */
  uint32_t processes, locations;           /* how many have been added up */
  uint64_t nodes, visits, inclusive, wait; /* of all nodes, whatever their keys: with SINCE, as they are now */
  uint64_t reserved[2];
};
enum pomp_sums_flags {
  POMP_SUMS_SINCE = 1,
  POMP_SUMS_LACK = 2 /* some are missing: nothing can be said of the sums of the job */
};
struct pomp_sums {
  uint32_t key; /* POMP_KEY; 0 for the roots */
  uint32_t reserved_1;
  uint64_t nodes;                   /* how many have this key */
  uint64_t visits, inclusive, wait; /* their sums; with SINCE, less what they were, also of `nodes` */
  uint64_t min, max;                /* over the nodes; with SINCE, as they are now */
  uint64_t reserved_2;
};

/* --- phases: what single visits of a call path had below them --- */

/* A phase is a call path each of whose visits has a profile of its own: of the call paths below it, at all locations.
 * Visits that are alike share one, a cluster: they have had the same call paths, and on the thread that executes the
 * phase none of their exclusive times differed by more than a factor from those of the cluster's first visit. Visits
 * are numbered from 1 on. Behind this are `most` records of clusters, then `room` records of visits, `visit_size` bytes
 * apart. */
struct pomp_phase_head {
  uint32_t node;   /* the phase's call path */
  uint32_t most;   /* how many clusters there can be: POMP_PHASES_MAX */
  uint32_t factor; /* the factor in 64ths: it grows when there would be more clusters than that */
  uint32_t flags;  /* enum pomp_phase_flags */
  uint64_t visits; /* how many have begun */
  uint32_t room, visit_size;
  uint32_t shift;   /* each record of visits is of 2^shift visits */
  uint32_t metrics; /* how many numbers a record of visits ends with */
  uint64_t reserved[3];
};
enum pomp_phase_flags {
  POMP_PHASE_ANY_PATHS = 1, /* the factor was not enough: a call path that one of two visits lacks has a time of 0 */
  POMP_PHASE_CHANGING = 2,  /* clusters or records are being merged: one may be there twice, or half */
  POMP_PHASE_LACKS = 4      /* there was no memory for cells, so that clusters lack some of what their visits had */
};

/* Visits that are alike. Times are those of the phase's visits, in ticks. */
struct pomp_phase_cluster {
  uint64_t count; /* how many visits; 0: there is no such cluster */
  uint64_t first, last;
  uint64_t time; /* their sum */
  uint64_t shortest, shortest_at, longest, longest_at;
};

/* The record number i is of the 2^shift visits from i * 2^shift + 1 on. Times are in ticks, and sums over these visits.
 * Members of the teams that the phase's thread forks add a part of theirs when they have their next event. */
struct pomp_phase_visit {
  uint64_t begin;   /* the tick at which the first one began; 0: none has begun */
  uint64_t time;    /* of the visits that are over */
  uint64_t longest; /* of these visits, */
  uint64_t longest_at;
  uint64_t wait;    /* what threads waited below the phase */
  uint64_t busy;    /* what members of teams did not wait, */
  uint64_t most;    /* and the sum of what that member had of each visit that had most */
  uint32_t count;   /* how many visits are over */
  uint32_t members; /* how often a member had some of the first */
  uint32_t cluster; /* the number of the cluster that the last of them belongs to, from 1 on; 0: it is not over */
  uint32_t reserved;
};

/* Here is what the visits of each cluster had of call paths of one location. After the numbers of `room` nodes, filled
 * up to 8 bytes, come `clusters` numbers of 8 bytes: where in the file the row of each cluster is, in a block of type
 * PHASE_ROWS; 0: its visits had nothing of these call paths. A row has a cell for each node. A cell has 3 numbers as in
 * struct pomp_node: visits, inclusive, wait; then `metrics` values; then, with POMP_PHASE_MESSAGES, what was sent and
 * received, as in struct pomp_messages. What a node has beyond its cells is of a visit that is not over, or was not yet
 * taken. */
struct pomp_phase_cells {
  uint32_t phase; /* the node of the phase */
  uint32_t clusters, room;
  uint32_t values;  /* how many numbers a cell has */
  uint32_t metrics; /* how many of them are metrics */
  uint32_t flags;   /* enum pomp_phase_cells_flags */
  uint64_t visit;   /* the visit that is next to be taken */
};
enum pomp_phase_cells_flags { POMP_PHASE_MESSAGES = 1 };

/* The kernel writes to this page when the thread `marker` of the header ends by the death of its process, and nobody
 * else writes to it. It is at the end of a block of its own, the only one of its type, which ends with a page
 * of the machine. */
struct pomp_death_mark {
  uint32_t reserved[1006];
  uint32_t word; /* a robust futex: the thread's number, and after its death POMP_DEATH_MARK */
  uint32_t reserved_1;
};
#define POMP_DEATH_MARK 0x40000000u /* the kernel's FUTEX_OWNER_DIED */

/* --- metrics: what is counted beside time --- */

enum pomp_metric_flags {
  POMP_METRIC_ESTIMATE = 1,  /* it was counted in turns with others, and scaled up */
  POMP_METRIC_USER = 2,      /* it was counted in user space alone, as the kernel allows no more */
  POMP_METRIC_PROCESS = 4,   /* it belongs to the whole process: all threads read the same number */
  POMP_METRIC_INCOMPLETE = 8 /* it could not be counted on some thread, or not any more */
};

/* It describes a metric. Metrics are numbered in the order of their block. */
struct pomp_metric {
  uint32_t name, unit, text; /* strings: as POMP_METRICS named it; "", "ns" or "bytes"; what it is */
  uint32_t source;           /* string: who counts: PAPI, perf, rusage */
  uint32_t flags;            /* enum pomp_metric_flags */
  uint32_t reserved[11];
};

/* It comes after the head of a block of values. */
struct pomp_values {
  uint32_t node;    /* the first one whose values are here; the others follow it in the file */
  uint32_t metrics; /* how many there are; as many as the last block of metrics before it has */
  uint32_t last; /* offset in the block: one int64_t a metric, as of the location's last event; 0: in no block but the
                  * one with the values of the location's root */
  uint32_t reserved[13];
};

/* From the block's `first` on there is one of these for each node and metric, node by node. An open visit has
 * counted what the thread had at the location's last event, less `start`; it has counted nothing if `start` is
 * POMP_NO_START. */
struct pomp_value {
  int64_t inclusive;
  int64_t start;
};
#define POMP_NO_START INT64_MIN

#endif /* POMP_FORMAT_H */
