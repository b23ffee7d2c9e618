/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* page_locations.h - the locations that a page shows one by one: all of a run that has few, else those that stand out.
 * Not here: what the page has of them (page_document.c, page_cells.c).
 *
 * On the page, those that are shown have numbers of their own, from 0 on. */
#ifndef SHOW_PAGE_LOCATIONS_H
#define SHOW_PAGE_LOCATIONS_H

#include "findings/diagnosis.h"
#include "sums/groups.h"

/* The page of a run with so many locations has all of them. */
#define PAGE_LOCATIONS 10000u

enum { PAGE_LOCATIONS_MOST = 1024 };

struct page_locations {
  bool all;                                /* the page has all locations, with the experiment's numbers */
  uint32_t count;                          /* else it has so many locations, */
  uint32_t locations[PAGE_LOCATIONS_MOST]; /* these, in ascending order */
  struct groups groups;                    /* the groups from which they were chosen */
};

/* True if the page has all locations of the experiment. */
static inline bool page_has_all(const struct experiment *e) { return e->location_count <= PAGE_LOCATIONS; }

/* Chooses the locations. False: not enough memory. Either way page_locations_free is to be called. */
bool page_locations_find(struct page_locations *f, const struct diagnosis *d);
void page_locations_free(struct page_locations *f);

/* Returns the number that a location has on the page; NO_LOCATION: it is not shown. */
uint32_t page_number(const struct page_locations *f, uint32_t location);

#endif
