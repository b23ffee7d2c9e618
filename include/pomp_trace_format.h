/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* pomp_trace_format.h - the layout of trace.pomp, the events of one process in their order, beside its profile.pomp.
 *
 * What lives here: the structures of the file and the codes of its records, as data. What does not: any code that
 * writes or reads them (runtime/libpompomp/records/trace*.c, tools/files). docs/format.md explains the file in prose.
 */
#ifndef POMP_TRACE_FORMAT_H
#define POMP_TRACE_FORMAT_H

#include "pomp_format.h"

#define POMP_TRACE_MAGIC "POMPTRCE" /* 8 bytes, no terminator */
#define POMP_TRACE_VERSION 2u
#define POMP_TRACE_FILE "trace.pomp"
#define POMP_TRACE_HEADER_SIZE 4096u
#define POMP_TRACE_CHUNK_SIZE (32u << 10)
#define POMP_TRACE_DEFINITIONS 0xffffffffu /* the "location" of the chunks that hold definitions */

/* The mode decides what happens when POMP_TRACE_MEMORY is full. */
enum pomp_trace_mode {
  POMP_TRACE_STOP = 0,  /* the trace ends there */
  POMP_TRACE_FLUSH = 1, /* chunks are written through to the disk, and the file goes on */
  POMP_TRACE_RING = 2   /* the oldest chunks are used again */
};

/* Why the trace has a part of the events. */
enum pomp_trace_part {
  POMP_TRACE_NAMED = 1, /* POMP_TRACE_SELECT named what is in it */
  POMP_TRACE_TURNED = 2 /* somebody turned it off and on while the program ran */
};

/* It is at offset 0, and POMP_TRACE_HEADER_SIZE bytes are set aside for it. */
struct pomp_trace_header {
  char magic[8];
  uint32_t byte_order;
  uint32_t version;
  uint32_t header_size; /* offset of the first chunk */
  uint32_t chunk_size;  /* the bytes of each chunk, with its head */
  uint32_t state;       /* enum pomp_state */
  uint32_t mode;        /* enum pomp_trace_mode */
  uint64_t used;        /* end of the last chunk */
  uint64_t limit;       /* POMP_TRACE_MEMORY, in bytes, or less, if the process may not map as much */
  uint64_t pid_start;   /* with pid and load_tick: as in the profile that it belongs to */
  uint64_t load_tick;   /* sync[0].tick */
  uint32_t pid;
  uint32_t stop_reason; /* enum pomp_stop: why the trace ended before the measurement did */
  uint64_t stop_tick;   /* when it did; 0: it did not */
  uint64_t lost;        /* records that found no room, at all locations */
  uint64_t dropped;     /* chunks that were used again */
  uint64_t flushed;     /* bytes that were written through, and not at the end */
  uint32_t selected;    /* enum pomp_trace_part; 0: all is in it */
  uint32_t charged; /* 1: what critical and ordered constructs waited is what BLAME tells; 0, in older traces: all of
                       the time from enter to begin */
  uint32_t reserved[2];
};

enum pomp_chunk_flags {
  POMP_CHUNK_RESUMED = 1 /* events before it are missing: it begins in the state that its head tells */
};

/* It is at the begin of each chunk. After it come `suspended` frames, and then records up to the end of the
 * chunk. A byte 0 between records, or after the last one, has no meaning. */
struct pomp_trace_chunk {
  uint32_t location;
  uint32_t valid;      /* 1, stored last; anything else: nothing is in it (yet) */
  uint64_t sequence;   /* its number among the location's chunks, from 0 */
  uint64_t begin_tick; /* the tick to which the first record's time is added */
  uint32_t current;    /* the node that was open, and the base below which it was; see pomp_frame */
  uint32_t base;
  uint64_t task; /* the task that was executing; 0 is the implicit one */
  uint32_t flags;
  uint32_t suspended;
  uint32_t team_size, generation; /* the team that the location is in */
  uint32_t reserved[2];
};

/* A frame is what a task has interrupted; the outermost comes first. Nodes have the numbers that the definitions
 * give them. */
struct pomp_frame {
  uint32_t current, base;
  uint64_t task;
};

/* Records. The first byte tells how long the head is, and what it is:
 *
 *   bits 0-2  bytes of the head, less 1
 *   bits 3-4  enum pomp_record_kind
 *
 * The rest of the head, little-endian, are the ticks since the record before, above what the kind has: a payload. A
 * record of kind OTHER has arguments after the head, numbers as LEB128; its payload says how many bytes they have. If
 * these are POMP_RECORD_ARGUMENTS_LONG or more, a byte that says it comes first. Zeros at the arguments' end are left
 * out, but for values and frames. A reader skips codes that it doesn't know, and arguments beyond those that it does.
 */
enum pomp_record_kind {
  POMP_RECORD_ENTER_WIDE = 0, /* 19 bits of payload, as the next */
  POMP_RECORD_ENTER = 1,      /* 11 bits of payload: the node's number, less that of the location's root */
  POMP_RECORD_EXIT = 2,       /* no payload: what is open */
  POMP_RECORD_OTHER = 3       /* 11 bits of payload: enum pomp_record_code, and above its 7 bits the arguments' bytes */
};
#define POMP_RECORD_LENGTH_BITS 3
#define POMP_RECORD_HEAD_BITS 5
#define POMP_RECORD_PAYLOAD_BITS 11
#define POMP_RECORD_WIDE_BITS 19
#define POMP_RECORD_CODE_BITS 7
#define POMP_RECORD_ARGUMENTS_LONG 15
#define POMP_RECORD_ROLE_BITS 6 /* a key, as an argument: the construct's number, then the role in so many bits */

/* The comments have the arguments in brackets. Codes and arguments are only ever added. A node is written as its
 * number less that of the location's root; this and other signed numbers are zigzag (common/pomp_varint.h). */
enum pomp_record_code {
  POMP_CODE_GAP = 0,       /* the bytes of its arguments mean nothing: a record was being stored there */
  POMP_CODE_CLOCK = 1,     /* [tick] time is set: the clock went back, or stood for hours */
  POMP_CODE_ENTER_FAR = 2, /* [node] as ENTER */
  POMP_CODE_REENTER = 3,   /* [key] a part of a visit that was counted before */
  POMP_CODE_EXIT_PART = 4, /* [ticks] in older files: an exit; so much of the visit was elsewhere */
  POMP_CODE_EXIT_FAR = 6,  /* [node] as EXIT */
  POMP_CODE_BLAME = 5, /* [key, holder, ticks] key 0: of the region around the open one; else a child of what is open:
                          waited so long, as the construct `holder` held it; 0: as nobody did, and each visit that
                          waited has such a record, the last one of its wait */
  POMP_CODE_BLAME_LATE = 7, /* [node, holder, ticks] the same of a visit of the call path `node` that ended before, one
                               of its last visits; the wait was short */

  /* Threads and teams. */
  POMP_CODE_THREAD_BEGIN = 8, /* [os thread] */
  POMP_CODE_THREAD_END = 9,
  POMP_CODE_FORK = 10,         /* [generation, threads asked for] below what is open */
  POMP_CODE_TEAM_ENTER = 11,   /* [node: base, generation, size, ticks since the fork + 1, or 0, os thread or 0: as
                                  before] */
  POMP_CODE_TEAM_LEAVE = 12,   /* [] no time; written by member 0 alone */
  POMP_CODE_TEAM_END = 13,     /* [] the team's region ends but for its implicit barrier */
  POMP_CODE_TEAM_BARRIER = 14, /* [key, ticks, ticks in tasks, 1 if it was added] the end of that barrier */
  POMP_CODE_TEAM_JOIN = 15,    /* [ticks in tasks] these tasks, in a team that was forked here, are left out */

  /* Tasks are numbered from 1 on among those that their location has created. "The task before" is the one that the
   * location created or took before in the same chunk; if there is none, it is number 0 of this location. */
  POMP_CODE_TASK_CREATE = 16, /* [number, less 1 and that of the one created before in the chunk] */
  POMP_CODE_TASK_TAKE = 17,  /* [number, node: base, creator + 1] what is open is suspended. Creator 0: that of the task
                                before; then the number is less its, signed */
  POMP_CODE_TASK_BACK = 18,  /* [1 if the task is not complete] what was suspended goes on */
  POMP_CODE_TASK_LEAVE = 19, /* [] what the task has open goes on elsewhere */
  POMP_CODE_REOPEN = 20,     /* [key, ticks] what it has open goes on here; so much of the visit was elsewhere */
  POMP_CODE_TASK_ENTER = 21, /* [node, ticks since the creation] as ENTER, of the task that was taken */

  /* The lock of a critical section has no records: the enter and exit of its block tell of it. */
  POMP_CODE_LOCK_ACQUIRE = 24, /* [lock, key] by the routine `key`, which has just returned */
  POMP_CODE_LOCK_RELEASE = 25, /* [lock, ticks that it was held + 1, or 0] */

  POMP_CODE_SWITCH = 28, /* [1 or 0] measurement goes on, or off */
  POMP_CODE_FLUSH = 29,  /* [ticks] so much time, until now, went into writing through */
  POMP_CODE_RESUME = 30, /* [current, base, task, team size, generation; of each frame: current, base, task] as a chunk
                            that has the flag RESUMED begins: events before it are missing */

  /* The next are about metrics and MPI. Partners are written as ranks in MPI_COMM_WORLD; what does not fit into 32
   * bits is left out. What begins in a function has the time of the function's enter. */
  POMP_CODE_METRICS = 32,          /* [first metric, values as zigzag] read at the event before; without it, an event
                                      goes by those that were read last */
  POMP_CODE_METRICS_ROOT = 33,     /* the same: from these on, the location's thread counts */
  POMP_CODE_METRICS_ASIDE = 34,    /* [first metric, differences as zigzag] what TEAM_JOIN's tasks have counted */
  POMP_CODE_METRICS_END = 35,      /* [first metric, values as zigzag] what is open counts up to these */
  POMP_CODE_SEND = 36,             /* [communicator, receiver, tag, bytes] */
  POMP_CODE_RECEIVE = 37,          /* [communicator, sender, tag, bytes] */
  POMP_CODE_ISEND = 38,            /* [communicator, receiver, tag, bytes, request] */
  POMP_CODE_ISEND_DONE = 39,       /* [request] */
  POMP_CODE_IRECEIVE_REQUEST = 40, /* [request] */
  POMP_CODE_IRECEIVE = 41,         /* [communicator, sender, tag, bytes, request] */
  POMP_CODE_COLLECTIVE = 42, /* [enum pomp_mpi_kind, communicator, its rank that is root + 1, or 0, bytes sent, bytes
                                received, request] the function that is open, when it is done; of a non-blocking
                                one, its begin, and then alone it has a request, if its end will be reported */
  POMP_CODE_ACCESS = 44,     /* [1 out: put, written; 0 in: got, read, bytes, rank + 1 whose window it is, or 0: a file;
                              * of a copy to or from a device, the number of the piece of memory + 1] */
  POMP_CODE_PARTNER = 45, /* [rank] the function that is open, a neighbourhood collective, has this neighbour: once */
  POMP_CODE_METRICS_CHUNK = 43,     /* as METRICS: as they were when the chunk began; before its other records */
  POMP_CODE_COLLECTIVE_DONE = 46,   /* [request, the node's number, communicator, root + 1, or 0, bytes sent, bytes
                                       received] the end of a non-blocking one, which the function `node` has begun */
  POMP_CODE_REQUEST_CANCELLED = 47, /* [request] the end of a send or a receive that has not been */
  POMP_CODE_COMM_CREATE = 48,  /* [communicator that there is now, or 0: this rank is not in it; which it is made of; 1
                                  if its own ranks alone have made it, 0: those of the other] */
  POMP_CODE_COMM_DESTROY = 49, /* [communicator] of which the begin was reported */

  POMP_CODE_INSTANCE = 56, /* [node of the member that took longest, members, its ticks, the mean of all members' ticks]
                              of a construct that a team shares; written by the member that was the last to be done. The
                              node may be of another location */
  POMP_CODE_MEETING = 57,  /* [as INSTANCE, times that it counts more than once] of a barrier: its ticks are those since
                              the first member's arrival */
  POMP_CODE_SPARED = 58, /* [node, ticks, times] it is that of the barrier before; so much sooner the last member would
                            have come to the one of the record before, had nobody waited there */

  /* These are in the definitions' chunks alone. */
  POMP_CODE_DEFINE_NODE = 64, /* [number, location, parent, key] of that location */
  POMP_CODE_DEFINE_COMMUNICATOR =
      65, /* [communicator, hash, number, size, rank, own hash, size of the other side] communicator 0 is
            MPI_COMM_WORLD. Hash and number are the same on all its ranks: the hash is of their ranks in MPI_COMM_WORLD;
            the number counts communicators with this hash that were made before. An intercommunicator has the sum of
            the two sides' hashes */
  POMP_CODE_DEFINE_PART = 66 /* [tick, 1: from then on; 0: until then] POMP_TRACE_SELECT lets events into the trace */
};

#define POMP_RECORD_ARGUMENTS_MAX 200 /* bytes */

#endif /* POMP_TRACE_FORMAT_H */
