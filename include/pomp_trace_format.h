/* pomp_trace_format.h - the layout of trace.pomp, the events of one process in their order, beside its profile.pomp.
 *
 * What lives here: the structures of the file and the codes of its records, as data. What does not: any code that
 * writes or reads them (runtime/libpompomp/trace*.c, tools/trace). docs/format.md explains the file in prose. */
#ifndef POMP_TRACE_FORMAT_H
#define POMP_TRACE_FORMAT_H

#include "pomp_format.h"

#define POMP_TRACE_MAGIC "POMPTRCE" /* 8 bytes, no terminator */
#define POMP_TRACE_VERSION 1u
#define POMP_TRACE_FILE "trace.pomp"
#define POMP_TRACE_HEADER_SIZE 4096u
#define POMP_TRACE_CHUNK_SIZE (32u << 10)
#define POMP_TRACE_DEFINITIONS 0xffffffffu /* the "location" of the chunks that hold definitions */

/* What happens when POMP_TRACE_MEMORY is full. */
enum pomp_trace_mode {
  POMP_TRACE_STOP = 0,  /* the trace ends there */
  POMP_TRACE_FLUSH = 1, /* chunks are written through to the disk, and the file goes on */
  POMP_TRACE_RING = 2   /* the oldest chunks are used again */
};

/* At offset 0; POMP_TRACE_HEADER_SIZE bytes are set aside for it. */
struct pomp_trace_header {
  char magic[8];
  uint32_t byte_order;
  uint32_t version;
  uint32_t header_size; /* offset of the first chunk */
  uint32_t chunk_size;  /* of each chunk, with its head */
  uint32_t state;       /* enum pomp_state */
  uint32_t mode;        /* enum pomp_trace_mode */
  uint64_t used;        /* end of the last chunk */
  uint64_t limit;       /* POMP_TRACE_MEMORY, in bytes */
  uint64_t pid_start;   /* with pid and load_tick: as in the profile that it belongs to */
  uint64_t load_tick;   /* sync[0].tick */
  uint32_t pid;
  uint32_t stop_reason; /* enum pomp_stop: why the trace ended before the measurement did */
  uint64_t stop_tick;   /* when it did; 0: it did not */
  uint64_t lost;        /* records that found no room, at all locations */
  uint64_t dropped;     /* chunks that were used again */
  uint64_t flushed;     /* bytes that were written through, and not at the end */
  uint32_t selected;    /* 1: POMP_TRACE_SELECT named what is in it; the rest is not */
  uint32_t reserved[3];
};

enum pomp_chunk_flags {
  POMP_CHUNK_RESUMED = 1 /* events before it are missing: it begins in the state that its head tells */
};

/* Heads each chunk. After it `suspended` frames, then records up to the chunk's end; a byte 0 between records, or after
 * the last one, has no meaning. */
struct pomp_trace_chunk {
  uint32_t location;
  uint32_t valid;      /* 1, stored last; anything else: nothing is in it (yet) */
  uint64_t sequence;   /* of its location's chunks, from 0 */
  uint64_t begin_tick; /* to which the first record's time is added */
  uint32_t current;    /* node that was open, and base below which it was; see pomp_frame */
  uint32_t base;
  uint64_t task; /* that was executing; 0: the implicit one */
  uint32_t flags;
  uint32_t suspended;
  uint32_t team_size, generation; /* of the team that the location is in */
  uint32_t reserved[2];
};

/* What a task has interrupted; outermost first. Nodes by the numbers that the definitions give them. */
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
 * record of kind OTHER has arguments after the head: one byte that says how many bytes they have, then numbers as
 * LEB128. A reader skips codes that it doesn't know, and arguments beyond those that it does. */
enum pomp_record_kind {
  POMP_RECORD_ENTER_WIDE = 0, /* 19 bits of payload, as the next */
  POMP_RECORD_ENTER = 1,      /* 11 bits of payload: the node's number, less that of the location's root */
  POMP_RECORD_EXIT = 2,       /* no payload: what is open */
  POMP_RECORD_OTHER = 3       /* 11 bits of payload: enum pomp_record_code */
};
#define POMP_RECORD_LENGTH_BITS 3
#define POMP_RECORD_HEAD_BITS 5
#define POMP_RECORD_PAYLOAD_BITS 11
#define POMP_RECORD_WIDE_BITS 19
#define POMP_RECORD_ROLE_BITS 6 /* a key, as an argument: the construct's number, then the role in so many bits */

/* Arguments in brackets. Codes and arguments are only ever added. */
enum pomp_record_code {
  POMP_CODE_CLOCK = 1,     /* [tick] time is set: the clock went back, or stood for hours */
  POMP_CODE_ENTER_FAR = 2, /* [node] as ENTER */
  POMP_CODE_REENTER = 3,   /* [key] a part of a visit that was counted before */
  POMP_CODE_EXIT_PART = 4, /* [ticks] an exit; so much of the visit was elsewhere */
  POMP_CODE_EXIT_FAR = 6,  /* [node] as EXIT */
  POMP_CODE_BLAME = 5, /* [key, holder, ticks] key 0: of the region around the open one; else a child of what is open:
                          waited so long, as the construct `holder` held it */

  /* Threads and teams. */
  POMP_CODE_THREAD_BEGIN = 8, /* [os thread] */
  POMP_CODE_THREAD_END = 9,
  POMP_CODE_FORK = 10,         /* [generation, threads asked for] below what is open */
  POMP_CODE_TEAM_ENTER = 11,   /* [base, generation, size, os thread or 0: as before, ticks since the fork + 1, or 0] */
  POMP_CODE_TEAM_LEAVE = 12,   /* [] no time; told by member 0 alone */
  POMP_CODE_TEAM_END = 13,     /* [] the team's region ends but for its implicit barrier */
  POMP_CODE_TEAM_BARRIER = 14, /* [key, ticks, ticks in tasks, 1 if it was added] the end of that barrier */
  POMP_CODE_TEAM_JOIN = 15,    /* [ticks in tasks] these tasks, in a team that was forked here, are left out */

  /* Tasks. */
  POMP_CODE_TASK_CREATE = 16, /* [which of the location's tasks, key] */
  POMP_CODE_TASK_TAKE = 17,   /* [which of its creator's tasks, creator, base] what is open is suspended */
  POMP_CODE_TASK_BACK = 18,   /* [1 if the task is complete] what was suspended goes on */
  POMP_CODE_TASK_LEAVE = 19,  /* [] what the task has open goes on elsewhere */
  POMP_CODE_REOPEN = 20,      /* [key] what it has open goes on here */
  POMP_CODE_DELAY = 21,       /* [ticks] from its creation to its begin, of the task that is open */

  /* Locks. A critical section's is told by its block's enter and exit. */
  POMP_CODE_LOCK_ACQUIRE = 24, /* [lock, key] by the routine `key`, which has just returned */
  POMP_CODE_LOCK_RELEASE = 25, /* [lock, ticks that it was held + 1, or 0] */

  POMP_CODE_SWITCH = 28, /* [1 or 0] measurement goes on, or off */
  POMP_CODE_FLUSH = 29,  /* [ticks] so much time, until now, went into writing through */

  /* Metrics and MPI. Partners by their ranks in MPI_COMM_WORLD; what is greater than 32 bits is not in it. What begins
   * has the time of the function's enter. */
  POMP_CODE_METRICS = 32,          /* [first metric, values as zigzag] at the enter or exit before */
  POMP_CODE_SEND = 36,             /* [communicator, receiver, tag, bytes] */
  POMP_CODE_RECEIVE = 37,          /* [communicator, sender, tag, bytes] */
  POMP_CODE_ISEND = 38,            /* [communicator, receiver, tag, bytes, request] */
  POMP_CODE_ISEND_DONE = 39,       /* [request] */
  POMP_CODE_IRECEIVE_REQUEST = 40, /* [request] */
  POMP_CODE_IRECEIVE = 41,         /* [communicator, sender, tag, bytes, request] */
  POMP_CODE_COLLECTIVE = 42, /* [enum pomp_mpi_kind, communicator, its rank that is root + 1, or 0, bytes sent, bytes
                                received] the function that is open, when it is done; of a non-blocking one, its
                                begin */

  /* In the definitions' chunks alone. */
  POMP_CODE_DEFINE_NODE = 64, /* [node, location, parent, key] of that location */
  POMP_CODE_DEFINE_COMMUNICATOR =
      65 /* [communicator, hash, number, size, rank, own hash, size of the other side] communicator 0 is MPI_COMM_WORLD.
            Hash and number are the same on all its ranks: the hash is that of their ranks in MPI_COMM_WORLD; so many
            other ones with this hash were made before. An intercommunicator, which has another side, has the sum of
            the two sides' hashes */
};

#define POMP_RECORD_ARGUMENTS_MAX 200 /* bytes */

#endif /* POMP_TRACE_FORMAT_H */
