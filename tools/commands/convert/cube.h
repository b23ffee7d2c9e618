/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cube.h - the interface between the source files that write CUBE4: archive, call tree, metrics.
 * Not here: the profile (analysis.h). */
#ifndef COMMANDS_CONVERT_CUBE_H
#define COMMANDS_CONVERT_CUBE_H

#include "commands/convert/conversion.h"
#include "commands/convert/output.h"

/* It is a profile on its way into an archive. Cnodes, which are the call paths, are numbered depth first, so that the
 * number of one is its row in metrics whose values are exclusive. */
struct cube {
  const struct analysis *analysis;
  const struct experiment *experiment;
  struct output out;
  uint32_t *deep;      /* call paths, depth first: by cnode */
  uint32_t *cnode;     /* by call path */
  uint32_t *wide;      /* by call path, its row in metrics whose values are inclusive */
  uint32_t depth;      /* of the deepest call path */
  bool *present;       /* by cnode: the metric that is written has a row for it */
  uint64_t *row;       /* of values, which are all of 8 bytes: one for each location */
  const char *missing; /* what a value's file can't have: the reason for giving up */
};

/* --- cube_tar.c: members of the archive --- */

/* Begins a member of so many bytes, which are to be put into `c->out` next. */
void cube_member_begin(struct cube *c, const char *name, uint64_t size);
/* Ends it; it must have a size that is no multiple of 512, or none. */
void cube_member_end(struct cube *c, uint64_t size);
/* Return where the next byte goes, and change that. */
uint64_t cube_position(struct cube *c);
void cube_seek(struct cube *c, uint64_t position);
/* The largest size of a member, by the digits that its header has for it. */
#define CUBE_MEMBER_MAX UINT64_C(0x1FFFFFFFF)

/* --- cube_metrics.c: what is measured --- */

struct cube_metric {
  const char *name, *title, *unit, *text;
  unsigned depth; /* in the tree of metrics: the part of one of the depth above */
  enum cube_form {
    CUBE_COUNT,     /* UINT64 */
    CUBE_TIME,      /* DOUBLE, in seconds; its value is in ns */
    CUBE_INCLUSIVE, /* the same, stored with the call paths below */
    CUBE_SHORTEST,  /* MINDOUBLE, MAXDOUBLE, in seconds */
    CUBE_LONGEST,
    CUBE_COUNTER /* INT64 */
  } form;
  uint32_t number; /* means something to `value` */
  /* Returns the metric's value of a node, without the nodes below it. */
  uint64_t (*value)(const struct cube *c, const struct cube_metric *m, uint32_t node);
};

/* Returns the i-th metric, in the order of the tree; false after the last. The experiment's own counters come last. */
bool cube_metric_at(const struct cube *c, uint32_t i, struct cube_metric *m);

/* --- cube_values.c: severities --- */

/* Write the index and the data of a metric, whose number in the archive is given. */
void cube_put_index(struct cube *c, const struct cube_metric *m, uint32_t number);
void cube_put_data(struct cube *c, const struct cube_metric *m, uint32_t number);

/* --- cube_anchor.c: what the numbers belong to --- */

/* Writes the member `anchor.xml`. */
void cube_put_anchor(struct cube *c);

#endif
