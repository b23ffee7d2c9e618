/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* message_tables.c - the table of what MPI's functions have sent and received.
 * Not here: the numbers (analyse.c), the other tables below the regions (wait_tables.c). */
#include "pomp_names.h"
#include "show/report.h"
#include "show/table_cells.h"

#include <stdlib.h>

static const struct messages *messages_of(const struct row *row) { return &row->totals->messages; }

static CELL(cell_kind) { snprintf(text, size, "%s", pomp_mpi_kind_names[messages_of(row)->kind]); }
static CELL(cell_partners) {
  *text = 0;
  if (messages_of(row)->partners)
    print_number(text, size, messages_of(row)->partners);
}
static CELL(cell_ranks) {
  *text = 0;
  if (messages_of(row)->ranks)
    print_number(text, size, messages_of(row)->ranks);
}
static CELL(cell_each) {
  const struct messages *m = messages_of(row);
  uint64_t count = m->sent + m->received;
  *text = 0;
  if (count)
    snprintf(text, size, "%.1f", ((double)m->sent_bytes + (double)m->received_bytes) / (double)count);
}

static const struct column columns[] = {
    {"time s", false, cell_inclusive},  {"calls", false, cell_visits},
    {"sent", false, cell_sent},         {"bytes sent", false, cell_sent_bytes},
    {"received", false, cell_received}, {"bytes received", false, cell_received_bytes},
    {"bytes each", false, cell_each},   {"partners", false, cell_partners},
    {"ranks", false, cell_ranks},       {"kind", true, cell_kind},
    {"function", true, cell_region},    {"where", true, cell_where},
};

static int by_time(const void *x, const void *y) {
  const struct row *a = x, *b = y;
  if (a->totals->inclusive != b->totals->inclusive)
    return a->totals->inclusive < b->totals->inclusive ? 1 : -1;
  return a->region < b->region ? -1 : a->region > b->region;
}

bool report_messages(FILE *out, const struct analysis *a) {
  struct row *rows = calloc((size_t)a->region_count + 1, sizeof *rows);
  if (!rows)
    return false;
  size_t count = 0;
  for (uint32_t i = 1; i < a->region_count; i++)
    if (a->regions[i].totals.messages.kind && a->regions[i].role == POMP_ROLE_MPI)
      rows[count++] = (struct row){.analysis = a, .region = &a->regions[i], .totals = &a->regions[i].totals};
  if (count) {
    qsort(rows, count, sizeof *rows, by_time);
    fputs("\nMessages\n", out);
    table_print(out, columns, COUNT(columns), rows, count);
  }
  free(rows);
  return true;
}
