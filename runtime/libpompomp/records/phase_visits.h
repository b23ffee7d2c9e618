/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* phase_visits.h - the records of the file that say how visits of a phase went, and those that share a profile.
 * Not here: when visits are taken, and which share one (phases.c). */
#ifndef POMP_PHASE_VISITS_H
#define POMP_PHASE_VISITS_H

#include "pomp_format.h"

#include <stddef.h>

/* A visit that took so many ticks is one more of the cluster, or of the record. Readers may come at any time. */
void pomp_phase_cluster_note(struct pomp_phase_cluster *c, uint64_t visit, uint64_t time);
void pomp_phase_visit_note(struct pomp_phase_visit *v, uint64_t visit, uint64_t time);

/* Adds the contents of `from` to `to`, and empties `from`. */
void pomp_phase_cluster_join(struct pomp_phase_cluster *to, struct pomp_phase_cluster *from);

/* Joins each two neighbouring records, so that half of `count` records become free. The records are `size` bytes
 * apart. */
void pomp_phase_visits_halve(char *first, size_t size, uint32_t count, uint32_t metrics);

#endif
