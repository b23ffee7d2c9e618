/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* call_tree.h - a location's call tree: its call paths, and their nodes in the mapped file.
 * Not here: visits of call paths (hot_path.h), who owns a tree (location.c). */
#ifndef POMP_CALL_TREE_H
#define POMP_CALL_TREE_H

#include "base/arena.h"
#include "state/thread.h"

#include <stddef.h>

struct ompregdescr;
struct pomp_adapter_messages;
struct pomp_loop;

/* Where the records of a team's member are in the file. */
struct pomp_team_records {
  struct pomp_cpu_time *cpu;
  struct pomp_kernel_time *kernel;
};

/* A call path of a location: a region that is entered from `parent`. What each event needs comes first. */
struct pomp_path {
  struct pomp_path *parent;            /* NULL for the root of a location */
  uint32_t key;                        /* POMP_KEY; 0 for the root */
  uint32_t number;                     /* its node's number */
  struct pomp_histogram *histogram;    /* of its region's visits, in the file (histogram.h); NULL: there is none */
  struct pomp_path *chain;             /* the next call path with the same hash */
  struct pomp_path *site;              /* where tasks go that are created here (creation_site.c); NULL: not known yet */
  union {                              /* what the role of the call path needs */
    uint64_t stack;                    /* USER: where it was begun last (stack_place.h); 0: not known */
    struct pomp_team_records *records; /* TEAM: the member's CPU time and the kernel's (team_cpu.c); or NULL */
    struct pomp_loop *loop;            /* FOR, TASKLOOP: its iterations and chunks (loop.c); or NULL */
    struct pomp_adapter_messages *messages; /* MPI: what was sent and received (adapter.c); or NULL */
    struct ompregdescr *told_by;            /* what OMPT alone tells of and has no loop: its descriptor (told.h) */
  };
  /* USER, in a region of the user or a function: how far from the begin of that it was begun, at least, and how much
   * more at most (stack_place.h). All else is as far as anything. */
  union {
    uint32_t nearest;
    uint32_t is_told; /* not USER: OMPT alone tells of its visits (told.h) */
  };
  uint32_t range;
};

/* The first call path with a hash, and its node: an event fetches the cache lines of both at the same time. */
struct pomp_bucket {
  struct pomp_path *first;
  struct pomp_node *node;
};

/* The call paths whose nodes are one block of the file: call path i has the block's node i. It is as large as a call
 * path. */
struct pomp_paths {
  struct pomp_paths *next; /* the block before it, of the same location; NULL: this is the first one */
  struct pomp_thread *thread;
  struct pomp_block *block;
  uint32_t count, room;
  uint64_t reserved[3];
  struct pomp_path at[];
};
_Static_assert(sizeof(struct pomp_paths) == sizeof(struct pomp_path), "the head of call paths is one of them");

static inline struct pomp_node *pomp_node_of(const struct pomp_path *p) {
  return (struct pomp_node *)(void *)(pomp_base + (uint64_t)p->number * sizeof(struct pomp_node));
}
/* Returns the first node of a block. In a location's first block, the location's record comes before it. */
static inline struct pomp_node *pomp_nodes_of(const struct pomp_paths *paths) {
  size_t first = sizeof *paths->block + (paths->next ? 0 : sizeof(struct pomp_location));
  return (struct pomp_node *)(void *)((char *)paths->block + first);
}
static inline uint32_t pomp_node_number(const struct pomp_node *n) {
  return (uint32_t)((uint64_t)((const char *)n - pomp_base) / sizeof(struct pomp_node));
}
/* Constructs that are defined one after the other are likely to run so, and are neighbours in the table. What depends
 * on the parent takes three cycles only: all of an event before its clock read is one chain of dependences, and counts.
 */
static inline uint32_t pomp_path_hash(const struct pomp_path *parent, uint32_t key, uint32_t role) {
  uint64_t at = (uint64_t)(uintptr_t)parent / 8; /* a call path is an odd number of 8 bytes */
  return (uint32_t)(at * 33) + (key + role * 0x61c88647u);
}
/* True if the block that is being filled has no room for another call path. */
bool pomp_tree_is_full(const struct pomp_thread *t);
/* Makes another block. It has no call paths yet; readers see it after pomp_arena_publish. 0 or an error of
 * pomp_arena_block. Under the slow lock, as all functions down to the next remark. */
int pomp_tree_grow(struct pomp_thread *t);
/* Sets up the tree of a new location, which has no root yet: `first` is the room for its first call paths, `buckets`
 * are `count` of them, a power of 2; both belong to the location. */
void pomp_tree_init(struct pomp_thread *t, struct pomp_bucket *buckets, uint32_t count, struct pomp_paths *first);
/* Makes a child of `parent`, or the root if that is NULL. Readers see it after pomp_tree_publish. */
struct pomp_path *pomp_tree_add(struct pomp_thread *t, uint32_t key, struct pomp_path *parent);
void pomp_tree_publish(struct pomp_thread *t);
/* Takes a call path that has just been made out of the buckets again, so that no usual event finds it: each of its
 * visits begins on the slow path (phases.h). */
void pomp_tree_hide(struct pomp_thread *t, struct pomp_path *p);
/* Removes the call paths of constructs that are left out from the buckets, so that no event enters them any more. Open
 * visits end as usual. Without memory for that nothing happens. `t` may be another thread's. `leaves_out` must give the
 * same answers in each call. */
void pomp_tree_leave_out(struct pomp_thread *t, bool (*leaves_out)(uint32_t construct));
/* Takes the call path out again that was made last, and that nobody has seen yet. The tree has no other call path but
 * its root. */
void pomp_tree_remove(struct pomp_thread *t, struct pomp_path *p);

/* Finds the open call path of this key, at or above `current`; NULL if there is none. Takes no lock. */
struct pomp_path *pomp_open_path(const struct pomp_thread *t, uint32_t key);

#endif
