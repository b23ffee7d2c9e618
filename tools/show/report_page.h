/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* report_page.h - the page of --html: its blocks of data, and the limits on them. Not here: the document (tools/show),
 * the drawing (tools/page). */
#ifndef SHOW_REPORT_PAGE_H
#define SHOW_REPORT_PAGE_H

#include "findings/analysed_experiment.h"
#include "show/page_block.h"
#include "show/page_locations.h"
#include "show/report_view.h"

/* Writes the page to a file, and says which. The result is the exit status; what went wrong has been said. */
int report_page(const struct view_input *s);

/* These fill the block `run`: everything that --json has, the findings, and what follows here. False: not enough
 * memory. */
bool page_run(html_block_t *b, const struct view_input *s);

/* Returns how good a run is for conclusions: an array of objects with `id`, `level` and `text`. */
json_t *page_quality(const struct analysed_experiment *o, bool *good);

/* This is in page_phases.c: by phase, by profile, call paths and what a visit has of each. */
json_t *page_phases(const struct analysis *a, bool *good);

/* Returns the names of causes; and into which of them the thread time falls, in ns: the parts add up to the thread
 * time. The arrays say of each call path, and each region, what its time is, and its waiting, by the number of the
 * cause. */
json_t *page_causes(bool *good);
json_t *page_bar(const struct analysis *a, bool *good);
bool page_cause_arrays(html_block_t *b, const struct analysis *a);

/* Returns what --json prints, but for `locations` of regions and of call paths, for `blame`, and for profiles of other
 * locations than the first that executes a phase. */
json_t *page_document(const struct loaded *l, const struct analysis *a, const struct page_locations *f, bool *good);

/* This is what a location that is shown, by its number on the page, has of a call path. */
struct page_share {
  uint32_t path, location;
  uint64_t self, wait, visits;
};
/* Finds the shares of a few locations, by path, then by location; the locations' processes are read again where call
 * paths are not in memory. `*shares` is to be freed either way. False: there is not enough memory, or a file has been
 * changed. */
bool page_shares_find(const struct view_input *s, const struct page_locations *f, struct page_share **shares,
                      size_t *count);

/* Adds the self time, waiting and visits of each shown location in each call path. Large tables are rounded, and the
 * object says by how much the numbers may be off. */
json_t *page_cells(html_block_t *b, const struct view_input *s, const struct page_locations *f, bool *good);

/* Returns which call paths waited in MPI, as --mpi-waits has them, and what that rests on; null if it is not known. */
json_t *page_mpi_waits(const struct analysed_experiment *o, bool *good);

/* Returns the lines of the source with what they cost, as --source shows them. */
json_t *page_source(struct diagnosis *d, const char *directory, const struct source_place *p, bool *good);

/* Writes the timeline, if there is a trace. False: not enough memory. */
bool page_timeline(FILE *out, const struct analysed_experiment *o);

#endif
