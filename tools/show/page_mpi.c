/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* page_mpi.c - who waited for whom in MPI, on a page: the rows of --mpi-waits.
 * Not here: how it is found (mpi_waits.c). */
#include "findings/mpi_waits.h"
#include "show/json_parts.h"
#include "show/report_page.h"

static json_t *row(const struct late_row *r, uint32_t path, bool *good) {
  static const char *const keys[LATE_KINDS] = {
      [LATE_SENDER] = "late_sender", [LATE_RECEIVER] = "late_receiver", [LATE_BARRIER] = "mpi_barrier",
      [LATE_ALL] = "all_for_all",    [LATE_ROOT] = "late_root",         [EARLY_ROOT] = "early_root"};
  json_t *o = json_object(), *waits = json_object();
  uint64_t sum = 0;
  for (int k = 0; k < LATE_KINDS; k++) {
    set(waits, keys[k], integer(r->wait[k]), good);
    sum += r->wait[k];
  }
  set(o, "callpath", json_integer(path), good);
  set(o, "visits", integer(r->visits), good);
  set(o, "sum_ns", integer(sum), good);
  set(o, "wait_ns", waits, good);
  return o;
}

json_t *page_mpi_waits(const struct analysed_experiment *o, bool *good) {
  const struct late *l = o->late;
  if (!l)
    return json_null();
  json_t *all = json_object(), *rows = json_array();
  for (uint32_t i = 1; i < o->analysis.path_count; i++)
    if (l->rows[i].visits)
      append(rows, row(&l->rows[i], i, good), good);
  set(all, "rows", rows, good);
  set(all, "messages", integer(l->messages), good);
  set(all, "collectives", integer(l->collectives), good);
  set(all, "clock_error_ns", json_real(l->clock_error), good);
  return all;
}
