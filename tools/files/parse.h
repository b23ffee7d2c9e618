/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* parse.h - what the parts of the reader of profile.pomp have in common.
 * Not here: what others may call (experiment.h). */
#ifndef FILES_PARSE_H
#define FILES_PARSE_H

#include "base/paged_array.h"
#include "files/experiment.h"
#include "pomp_array.h"

#include <string.h>

/* A run says where the nodes of a block have gone. Runs are in ascending order. */
struct run {
  uint64_t number; /* the first node's number */
  uint32_t room;   /* how many there may be when the block is full */
  uint32_t index, count, location;
};

/* This is a block, with its head as it was when the reading began, but for what is reserved there: what it counts is
 * there, also while a program runs. */
struct block_at {
  uint64_t at, size;
  uint32_t type, count, first, location;
};

/* This is a block of metrics. */
struct metrics_at {
  uint64_t at; /* of its first record, in the file */
  uint32_t count;
};

/* This is a block of values. */
struct values_at {
  uint64_t at;    /* of its first record, in the file */
  uint64_t last;  /* the offset of the location's last values; 0 if they are in another block */
  uint64_t node;  /* the first one's number */
  uint32_t count; /* how many nodes */
  uint32_t location;
  uint32_t set; /* the number of the block of metrics that they belong to */
};

/* This is a block of records that are read when all nodes are known. */
struct records_at {
  uint64_t at; /* of its first record, in the file */
  uint32_t count;
};

/* These are the blocks of one type, in the order of the file. */
struct later_blocks {
  struct records_at *blocks;
  uint32_t count, room;
};

/* This is a block of a phase, or of what its visits had. */
struct phase_block {
  uint64_t at; /* of its head, in the file */
  struct block_at head;
  uint32_t sets; /* how many blocks of metrics come before it */
};

/* A node that others refer to. Members of a team refer to the same. */
struct referred {
  uint64_t number; /* 0: none */
  struct pomp_node node;
};
#define REFERRED 32u /* so many are kept, by their numbers */

#define READER_ERROR 256 /* bytes that a message has */

struct reader {
  struct experiment *e;
  const struct experiment *frame; /* NULL: the whole file is read; else a process of it, and what it has in common */
  const unsigned char *bytes;
  uint64_t begin, end;     /* where the blocks are that are read */
  uint32_t first_location; /* that number in the file is number 0 of the experiment */
  const struct experiment_way *way;
  uint64_t looked_at; /* bytes of the file since it was released last */
  struct block_at *blocks;
  struct pomp_construct *constructs;
  struct run *runs;
  struct values_at *values;
  struct metrics_at *sets;
  struct phase_block *phase_blocks;
  struct pomp_messages *messages;
  struct later_blocks balances, histograms, loops, chunks, modules, stacks, samples, threads, sums;
  struct pomp_cpu_time *cpu_times;
  struct pomp_kernel_time *kernel_times;
  struct pomp_off_time *off_times;
  uint32_t *room_at;  /* by location: where its next node goes that is no root */
  uint32_t *room_end; /* where that of the next location begins */
  uint32_t found[2];  /* the runs that reader_run has found last: the next node is mostly in one of them */
  struct referred referred[REFERRED];
  struct finalize_sums *counted; /* sums to compare with `sums`; NULL: there are none */
  bool replaced;                 /* some process has another file in place of its blocks */
  uint64_t mark_at;              /* where the word of the process's death mark is in the file; 0: there is none */
  bool out_of_order;             /* some node has a parent that follows it */
  bool some_open;                /* some visit had not ended */
  uint64_t *noted;               /* the notes of reader_note; the caller frees the notes of a half */
  size_t text_size;
  uint32_t run_count, value_count, set_count, held_room, locations_found;
  uint32_t block_count, blocks_room, runs_room, values_room, sets_room, constructs_room, locations_room, texts_room,
      nodes_room, processes_room, messages_count, messages_room, cpu_count, cpu_room, kernel_count, kernel_room,
      off_count, off_room, noted_count, noted_room, phase_block_count, phase_blocks_room, phases_room, phase_cells_room;
  char *error;
  size_t error_size;
};

/* Returns the number in the experiment of a location that the file has; none that is there, if it is of a process that
 * is not read. */
static inline uint32_t reader_location(const struct reader *r, uint32_t number) { return number - r->first_location; }

/* Frees what the reader has, and leaves the experiment. */
void reader_free(struct reader *r);

/* Keeps the message. The result is false. */
__attribute__((format(printf, 2, 3))) bool reader_fail(struct reader *r, const char *format, ...);

/* These are readers of the same file for two threads, each with a message of its own. */
struct reader_halves {
  struct reader half[2];
  bool good[2];
  char errors[2][READER_ERROR];
};
void reader_halve(const struct reader *r, struct reader_halves *h);
/* False, with the first message, if one of the halves is not good. */
bool reader_join(struct reader *r, const struct reader_halves *h);

/* Makes room in an array, or leaves the calling function with an error. */
#define ROOM(array, room, needed)                                                                                      \
  do {                                                                                                                 \
    if (!POMP_ARRAY_ROOM(array, room, needed))                                                                         \
      return reader_fail(r, "not enough memory");                                                                      \
  } while (0)

/* The same for an array that has elements for each location (paged_array.h). */
#define PAGED_ROOM(array, room, needed)                                                                                \
  do {                                                                                                                 \
    if (!PAGED_ARRAY_ROOM(array, room, needed))                                                                        \
      return reader_fail(r, "not enough memory");                                                                      \
  } while (0)

/* Notes the place of something that is left for later. False, with a message, if there is no memory. */
bool reader_note(struct reader *r, uint64_t at);

/* Tells that so many bytes of the file more have been looked at, which are not needed for now. */
void reader_leave(struct reader *r, uint64_t bytes);

/* Copies some of the file, which then need not be in memory. False: it can't be read. */
static inline bool reader_copy(const struct reader *r, void *to, uint64_t at, size_t size) {
  if (r->way->copy)
    return r->way->copy(to, at, size);
  memcpy(to, r->bytes + at, size);
  return true;
}

/* Copies a node that is in the file. False: it can't be read. */
bool reader_node(struct reader *r, uint64_t number, struct pomp_node *n);

/* Finds the run that the node of this number is in, or that has room for it; NULL if there is none. */
const struct run *reader_run(struct reader *r, uint64_t number);
/* Finds a string. False, with a message, if there is no such string. */
bool reader_string(struct reader *r, uint32_t number, const char **text);

/* This is in find_blocks.c. It lists the blocks, up to the first one of an impossible size, and gives each call path
 * its place among the nodes: an array that grows would be copied, and each page of it new. */
bool reader_find_blocks(struct reader *r);
/* Returns the head of a block, which has to be within the file. */
struct block_at reader_block(const struct reader *r, uint64_t at);
/* The same file has this, which makes room for all strings that the blocks can hold, at once: the array must not move,
 * as pointers lead into it. */
bool reader_make_texts(struct reader *r);
/* True if the block can be as large as it says; `used` is where the file ends. */
static inline bool reader_is_sound(const struct block_at *b, uint64_t used) {
  return b->size >= sizeof(struct pomp_block) && b->size % POMP_FORMAT_ALIGN == 0 && b->size <= used - b->at;
}

/* This is in read_names.c. Names refer to strings that may be anywhere in the file, so they come when all blocks are
 * known. */
bool names_read(struct reader *r);

/* These are in read_experiment.c: they read a block, or those that were found, but for what is left for later; then
 * what is known of locations; and what is left. */
bool reader_add_block(struct reader *r, const struct block_at *b);
bool reader_read_blocks(struct reader *r);
bool reader_check_locks(struct reader *r);
bool reader_read_call_paths(struct reader *r);

/* This is in read_rank.c: it reads the locations of a process of a job, and where the rest of it is. */
bool reader_read_locations(struct reader *r, uint32_t process);
/* Brings some of the file into memory; false: that can't be. And lets it leave memory, which who reads it can do
 * without. */
static inline bool reader_fetch(const struct experiment_way *way, uint64_t at, uint64_t size) {
  return !way->fetch || way->fetch(way->source, at, size);
}
static inline void reader_leave_range(const struct experiment_way *way, uint64_t at, uint64_t size) {
  if (way->leave)
    way->leave(way->source, at, size);
}

/* These are in read_nodes.c. They are to be called in this order, when all blocks and processes are known: they read
 * the call paths, what few have beside their times, and put them in an order in which parents come before their
 * children.
 */
bool nodes_read(struct reader *r);
/* Reads one of them, a part of nodes_read: it is to be node `at` of the experiment. */
bool nodes_read_one(struct reader *r, const struct pomp_node *n, uint32_t location, uint32_t at, struct node *to);
/* Finds the index of a node's parent, which may be at another location. */
bool nodes_find_parent(struct reader *r, const struct pomp_node *n, uint32_t location, uint32_t *parent);
/* Checks what can be checked of a node without its parent. */
bool nodes_check_one(struct reader *r, const struct pomp_node *n, bool root);
/* Returns a node as an experiment has it. */
static inline struct node node_of(const struct pomp_node *n, uint32_t location, uint32_t parent) {
  return (struct node){.key = n->key,
                       .parent = parent,
                       .location = location,
                       .visits = n->visits,
                       .inclusive = n->inclusive,
                       .min = n->min,
                       .max = n->max,
                       .wait = n->wait,
                       .start = n->start};
}
bool nodes_read_extras(struct reader *r);
/* Finds the node that a record belongs to; NULL if there is none. */
struct node *nodes_find(struct reader *r, uint32_t number);
bool nodes_order(struct reader *r);
/* Returns what a record of messages says. */
struct messages nodes_messages_of(const struct pomp_messages *m);
/* The same of CPU time. */
struct cpu_time nodes_cpu_time_of(const struct process *p, const struct pomp_cpu_time *t);
/* And one of time without a processor. */
struct off_time nodes_off_time_of(const struct pomp_off_time *from);

/* This is in take_nodes.c. It reads the call paths for who takes them, in place of the experiment, which has none then.
 * False if that can't be, for whatever reason: then they are to be read as usual. To be called when all blocks,
 * processes and constructs are known. */
bool nodes_take(struct reader *r);

/* These are in read_processes.c. The first takes a block of process records; the second reads them all, when all
 * blocks are known; the third, when all nodes are known, charges open visits up to the end of the measurement, or
 * else up to the last event of any thread of the process. */
bool processes_add(struct reader *r, uint64_t at, uint32_t count);
bool processes_read(struct reader *r);
bool processes_read_kernel(struct reader *r); /* what the kernel did for the locations' threads */
bool processes_close_visits(struct reader *r);
/* This finds the ends alone, of processes that have told theirs, and, by process, the most ticks that a node may have.
 */
bool processes_end(struct reader *r, uint64_t *most);

/* These are in read_metrics.c. The first takes a block of metrics or values; the second reads them all, when all
 * blocks are known; the third reads which metrics there are, and no values. */
bool metrics_add_block(struct reader *r, const struct block_at *b);
bool metrics_read(struct reader *r);
bool metrics_read_sets(struct reader *r);

/* This is in read_histograms.c. It is to be called when all processes, locations and constructs are known. It reads
 * nothing else of the reader than they and the blocks, and changes nothing else of the experiment than its histograms,
 * so that another thread may go on with the rest. */
enum histograms_result { HISTOGRAMS_READ, HISTOGRAMS_BROKEN, HISTOGRAMS_NO_MEMORY };
enum histograms_result histograms_read(struct reader *r);

/* These are in read_samples.c. The first is to be called when the nodes are known, and before they are sorted. */
bool samples_read(struct reader *r);

/* These are in read_phases.c. The first takes a block; the second reads them all, when the nodes and metrics are known,
 * and before nodes are sorted. */
bool phases_add_block(struct reader *r, const struct block_at *b);
bool phases_read(struct reader *r);

#endif
