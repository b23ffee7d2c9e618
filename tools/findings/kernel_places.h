/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* kernel_places.h - where the kernel worked for the program: in the teams of which region, and outside of teams.
 * Not here: what that means (kernel_findings.c). */
#ifndef FINDINGS_KERNEL_PLACES_H
#define FINDINGS_KERNEL_PLACES_H

#include "findings/finding.h"

/* Times are in ns. The kernel's time is what is certain not to be waiting: a thread that waits in the OpenMP runtime
 * yields its processor again and again, which is the kernel's time, too. */
struct kernel_place {
  uint32_t region; /* that of the teams; or NO_REGION: outside of teams */
  double kernel, cpu, faults, sleeps;
  double own;    /* visits of constructs there: for each, the OpenMP runtime may call the kernel, or sleep */
  bool is_alone; /* only one thread is ever there */
};

struct kernel_places {
  struct property_search *s;
  struct kernel_place *of_region; /* by region, those of teams; and behind them, the place outside of teams */
  double *of_node;                /* by node of role TEAM: the kernel's time there */
  uint32_t *team_of;              /* by node: the node of role TEAM of its location that it is in, or NO_NODE */
  double *of_process;             /* the kernel's time outside of teams */
  double *scratch;                /* as long as the nodes or the regions, whichever are more */
};

/* False: no memory. Either way kernel_places_free is to be called. */
bool kernel_places_make(struct kernel_places *p, struct property_search *s);
void kernel_places_free(struct kernel_places *p);

/* Leaves in search.lost what the kernel did at those places for which `wanted` is true, by index in `of_region`. */
void kernel_places_lost(const struct kernel_places *p, const bool *wanted);

/* Returns the region that must have most of what the kernel did at a place, as all other regions there take less time
 * than that; or that of the place itself. Outside of teams it is NO_REGION if none must have it. */
uint32_t kernel_places_inside(struct kernel_places *p, const struct kernel_place *place);

#endif
