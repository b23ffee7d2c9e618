/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* sums_state.h - what is known while the call paths of locations are added up, for the files of sums.h.
 * Not here: what others may call (sums.h). */
#ifndef SUMS_SUMS_STATE_H
#define SUMS_SUMS_STATE_H

#include "sums/measuring_cost.h"
#include "sums/path_table.h"
#include "sums/region_locations.h"
#include "sums/sums.h"
#include "sums/team_work.h"

/* --- known_paths.c: which call path a node of another location has --- */

/* This is a node that other locations' nodes refer to, and its path. */
struct known {
  uint32_t number, path;
};

/* The first three members are to be set; the rest is 0 at first. */
struct known_paths {
  struct path_table *table;
  struct reader *reader;
  uint64_t node_count;      /* of all locations */
  struct pomp_index index;  /* finds the known ones by their numbers */
  struct known *known, *up; /* up: nodes on the way to a known one */
  uint32_t known_count, known_room, up_room;
};

/* Returns the path of a node of any location; NO_PATH if it has none, or there is not enough memory. */
uint32_t known_path(struct known_paths *k, uint32_t number);

void known_paths_free(struct known_paths *k);

/* --- what nodes add up to --- */

/* It is what the nodes of a path add up to, in ns. It is what every node changes, and takes one line of the cache. */
struct summed {
  uint64_t visits, inclusive, exclusive, min, max;
  uint64_t firsts; /* visits at locations of the group that were the first ones in their teams, if they are asked for */
  uint32_t first;  /* the number of its first node */
  uint32_t nodes;
  uint32_t group; /* of the last locations: what measuring costs at locations of a group has one formula; 0: none yet */
  bool has_first; /* the formula asks for `firsts` */
  bool nested;    /* some call path above is of the same region */
};

/* Locations of a group have teams of one size, and belong to processes in which a pair takes the same. */
struct cost_group {
  uint32_t team_size;
  struct pomp_cost_model model;
  double pair; /* ns */
};

/* This is the rest, and what few paths have. */
struct rarely {
  uint64_t wait, waited, pushed_off, asleep;
  uint64_t contended[2];   /* visits that were charged to anybody; to nobody alone */
  uint64_t settled_visits; /* at locations of other groups */
  uint32_t settled_nodes;
  uint32_t open;
  uint32_t region; /* its number in struct region_locations */
  struct path_cost formula;
  double measuring, excluded; /* of what is settled */
  struct messages messages;
  struct team_cpu cpu;
};

/* This is the time of member 0 of a team, which is a part of the `place`th node of another location. */
struct part {
  uint32_t place, next; /* the number of the next one there, plus 1; 0: none */
  uint64_t time;
};

/* These facts of a node follow from its key and from where it is, and so hold for all locations that are alike. */
enum place_fact {
  PLACE_BLAME = 1,
  PLACE_TASK = 2,
  PLACE_TEAM = 4,
  PLACE_WAITS = 8,         /* all of its own time is waiting */
  PLACE_BLOCKED = 16,      /* what it has in `wait` is */
  PLACE_CHARGED = 32,      /* some of its waiting is charged to holders */
  PLACE_SHARED = 64,       /* it is a worksharing construct */
  PLACE_INSTANCES = 128,   /* whose instances have members to compare */
  PLACE_OWN_BARRIER = 256, /* it is the barrier at the end of the construct above */
  PLACE_NESTED = 512,      /* its visits may be inside of other visits of the region */
  PLACE_PART = 1024,       /* its time is a part of the time of the node above */
  PLACE_MPI_WAITS = 2048,  /* it is a function of MPI that may wait */
  PLACE_FOREIGN = 4096,    /* the node above is at another location */
  PLACE_LOCK = 8192
};
struct place {
  uint32_t path, region, parent, facts;
};

/* Data about a node of the location that is added up. */
struct at_location {
  uint64_t exclusive; /* until its turn comes, the sum of its parts */
  uint64_t barrier;   /* the time of the barrier at its end */
};
/* Further data about a node that has waited for holders. */
struct charged {
  uint64_t time, visits[2]; /* as in struct rarely */
};

struct sums {
  struct node_taker taker;
  struct analysis *a;
  const struct experiment *e;
  struct reader *reader;
  struct path_table paths;
  struct region_locations *region_locations;
  struct team_work work;
  struct summed *summed; /* by path, as the next */
  struct rarely *rarely;
  struct place *places; /* by node of the location, as the next */
  struct at_location *at;
  struct charged *charged;
  struct cost_group *groups;
  uint64_t *tasks;          /* by location: the time of tasks that its thread has executed */
  uint32_t *first;          /* by location: the one that its thread comes from */
  uint32_t *parts_of;       /* by location: the number of its first part, plus 1; 0: none */
  struct part *parts;       /* of the locations that have not come yet, and of others */
  struct known_paths known; /* of nodes of other locations */
  uint32_t summed_count, summed_room, rarely_room, places_room, at_room, charged_room, group_count, groups_room,
      last_group, part_count, part_room;
  sums_watcher *watcher; /* NULL: nobody watches */
  void *watching;        /* its context */
  uint64_t *exclusive;   /* what it sees */
  uint32_t exclusive_room;
  bool regions;    /* their balance and spreads are wanted */
  bool some_blame; /* at the location that is added up */
  bool to_nobody;  /* some wait was charged to nobody; see add_up_charges of analyse.c */
};

/* Data that the nodes of a location share, and the last node whose teams were asked for. */
struct adding {
  const struct process *process;
  const struct location *location;
  const struct cost_group *cost;
  uint32_t group; /* its number, plus 1 */
  bool alone;     /* each visit of a worksharing construct is an instance */
  struct location_totals *totals;
  uint64_t in_regions, visits; /* as in these */
  uint32_t parent;
  uint64_t teams;
};

/* This is in sums_location.c. It adds a location's nodes, with all that they are parts of. */
bool sums_take(void *context, const struct taken_nodes *t);

/* These are in sums_cost.c. The first two find the group of a location, and begin one for a path. */
bool sums_group(struct sums *s, struct adding *c);
void sums_begin_group(struct sums *s, uint32_t path, const struct adding *c);
/* This adds up what measuring has cost to a path. */
void sums_settle(struct sums *s, uint32_t path);
/* These add costs of measuring a node that the formula for a call path does not cover: the cost of first visits, of a
 * team, and of waits that are blamed on other threads. */
void sums_add_firsts(struct sums *s, const struct taken_nodes *t, uint32_t i, struct adding *c);
void sums_add_lines(const struct sums *s, const struct taken_nodes *t, uint32_t i);
void sums_add_blame(struct sums *s, const struct taken_nodes *t, uint32_t i, const struct adding *c);

#endif
