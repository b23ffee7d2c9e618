/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* pprof_places.h - the places of sampled stacks as pprof has them: functions that are inlined into one function are one
 * place with several lines. Not here: writing (pprof.c). */
#ifndef COMMANDS_CONVERT_PPROF_PLACES_H
#define COMMANDS_CONVERT_PPROF_PLACES_H

#include "pomp_index.h"
#include "sums/samples.h"

/* This is a place, or the outer part of one. */
struct pprof_place {
  uint32_t place; /* the innermost line */
  uint32_t into;  /* the place that it is inlined into; NO_PLACE: none */
};

struct pprof_places {
  struct pprof_place *all; /* a place comes after the place that it is inlined into */
  uint32_t *frames; /* for each frame of samples.stack its place; NO_PLACE: it is a region, or a part of the place
                       of the next frame */
  uint32_t count, room;
  uint32_t lines; /* no place has more */
  struct pomp_index index;
};

/* False if there is no memory. Either way pprof_places_free is to be called. */
bool pprof_places_find(struct pprof_places *p, const struct samples *s);
void pprof_places_free(struct pprof_places *p);

#endif
