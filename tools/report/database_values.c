/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* database_values.c - the figures and texts of a row of --trend and --scaling.
 * Not here: what they are called (columns.c), which runs are in a row (database_show.c). */
#include "database_rows.h"
#include "pomp_text.h"
#include "values.h"

#include <math.h>
#include <string.h>
#include <time.h>

static const struct sample *sample_of(const struct stored *s, const struct column *column) {
  return &s->figures[column->index];
}
static const struct run *run_of(const struct row *row) { return row->stored->run; }

VALUE(value_stored_id) { return value_count((uint64_t)row->stored->id); }
VALUE(value_stored_threads) { return value_count(run_of(row)->threads); }
VALUE(value_stored_ranks) { return value_count(run_of(row)->ranks); }
VALUE(value_stored_runs) { return value_count(row->stored->figures[STORED_WALL].count); }
VALUE(value_stored) {
  double mean = sample_of(row->stored, column)->mean;
  return (struct value){column->unit == UNIT_SECONDS ? VALUE_TIME : VALUE_COUNT, llround(mean), mean};
}
VALUE(value_stored_within) {
  const struct sample *s = sample_of(row->stored, column);
  if (s->count < 2)
    return NOTHING;
  double within = student_quantile(0.975, s->count - 1) * sqrt(s->squares / (s->count - 1) / s->count);
  return (struct value){VALUE_TIME, llround(within), within};
}
VALUE(value_stored_change) {
  const struct stored *before = row->stored->reference;
  double a = before ? sample_of(before, column)->mean : 0;
  return a > 0 ? value_number(100 * (sample_of(row->stored, column)->mean / a - 1)) : NOTHING;
}
VALUE(value_stored_growth) { return value_stored_change(row, column); }

static double speedup_of(const struct stored *s) {
  double wall = s->figures[STORED_WALL].mean;
  return s->reference && wall > 0 ? s->reference->figures[STORED_WALL].mean / wall : 0;
}
VALUE(value_stored_speedup) {
  double speedup = speedup_of(row->stored);
  return speedup > 0 ? value_number(speedup) : NOTHING;
}
VALUE(value_stored_efficiency) {
  double speedup = speedup_of(row->stored);
  if (!(speedup > 0) || !run_of(row)->threads)
    return NOTHING;
  return value_number(100 * speedup * row->stored->reference->run->threads / run_of(row)->threads);
}

/* Names may hold anything: a program gets them as they are. */
CELL(cell_stored_name_plain) { snprintf(text, size, "%s", run_of(row)->name); }
CELL(cell_stored_name) {
  cell_stored_name_plain(text, size, row, column);
  pomp_text_clean(text, 0);
}
CELL(cell_started) {
  time_t seconds = (time_t)(run_of(row)->start / 1000000000u);
  struct tm tm;
  *text = 0;
  if (gmtime_r(&seconds, &tm))
    strftime(text, size, "%Y-%m-%d %H:%M:%S", &tm);
}
CELL(cell_stored_program) { snprintf(text, size, "%s", run_of(row)->program); }
CELL(cell_stored_host) { snprintf(text, size, "%s", run_of(row)->host); }
CELL(cell_stored_state) { snprintf(text, size, "%s", run_of(row)->state); }
