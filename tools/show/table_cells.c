/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* table_cells.c - the cells that several tables have.
 * Not here: the cells of a single table, which are in that table's file. */
#include "show/table_cells.h"
#include "files/call_sites.h"
#include "pomp_names.h"
#include "sums/same_rows.h"
#include "sums/samples.h"

#include <stdio.h>

CELL(cell_self_percent) {
  print_fixed(text, size, percent((double)row->totals->exclusive, (double)row->analysis->all.allocation), 1);
}
CELL(cell_self) { print_seconds(text, size, (double)row->totals->exclusive); }
CELL(cell_inclusive) { print_seconds(text, size, (double)row->totals->inclusive); }
CELL(cell_wait) { print_seconds(text, size, (double)row->totals->wait); }
CELL(cell_visits) { print_number(text, size, row->totals->visits); }

CELL(cell_visit) {
  double mean;
  *text = 0;
  if (region_mean_visit(row->region, &mean))
    print_duration(text, size, mean);
}

static void print_some(char *text, size_t size, uint64_t n) {
  *text = 0;
  if (n)
    print_number(text, size, n);
}
CELL(cell_sent) { print_some(text, size, row->totals->messages.sent); }
CELL(cell_sent_bytes) { print_some(text, size, row->totals->messages.sent_bytes); }
CELL(cell_received) { print_some(text, size, row->totals->messages.received); }
CELL(cell_received_bytes) { print_some(text, size, row->totals->messages.received_bytes); }

/* The region's own member `name` has but the begin of a long name. */
CELL(cell_region) {
  const struct region *r = row->region;
  if (r->construct)
    pomp_region_name(text, size, r->role, r->construct->name,
                     row->joined && row->joined->of_kind ? "" : r->construct->sub_name);
  else
    snprintf(text, size, "%s", r->name);
}
CELL(cell_function) {
  const char *function = row->function ? row->function : call_function(row->region->construct);
  if (row->joined && row->joined->instances > 1)
    same_rows_template(function, text_ellipsis(), text, size);
  else
    snprintf(text, size, "%s", function);
}
CELL(cell_where) {
  const struct samples *s = row->analysis->samples;
  if (row->step)
    snprintf(text, size, "%s", s->functions[s->below[row->step].function].file);
  else
    print_where(text, size, row->region);
}
CELL(cell_clauses) {
  bool of_several = row->function || (row->joined && row->joined->of_kind);
  const struct construct *c = of_several ? NULL : row->region->construct;
  snprintf(text, size, "%s", c && c->clauses ? c->clauses : "");
}

CELL(cell_location) { analysis_location_name(row->analysis, row->location, location_arrow(), text, size); }

void print_where(char *text, size_t size, const struct region *r) { call_where(r->construct, text, size); }
