/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* runs_values.c - the columns of --trend and --scaling, and the figures and texts in them.
 * Not here: which runs are in a row (answer.c). */
#include "commands/runs/runs.h"
#include "findings/busy_machine.h"
#include "pomp_text.h"
#include "show/column_rows.h"

#include <math.h>
#include <string.h>
#include <time.h>

static const struct statistics *sample_of(const struct stored *s, const struct column *column) {
  return &s->figures[column->index];
}
static const struct run *run_of(const struct row *row) { return row->stored->run; }

static VALUE(value_stored_id) { return value_count((uint64_t)row->stored->id); }
static VALUE(value_stored_threads) { return value_count(run_of(row)->threads); }
static VALUE(value_stored_ranks) { return value_count(run_of(row)->ranks); }
static VALUE(value_stored_runs) { return value_count(row->stored->figures[STORED_WALL].count); }
static VALUE(value_stored) {
  double mean = sample_of(row->stored, column)->mean;
  return (struct value){column->unit == UNIT_SECONDS ? VALUE_TIME : VALUE_COUNT, llround(mean), mean};
}
static VALUE(value_stored_within) {
  const struct statistics *s = sample_of(row->stored, column);
  if (s->count < 2)
    return NOTHING;
  double within = student_quantile(0.975, s->count - 1) * sqrt(s->squares / (s->count - 1) / s->count);
  return (struct value){VALUE_TIME, llround(within), within};
}
static VALUE(value_stored_change) {
  const struct stored *before = row->stored->reference;
  double a = before ? sample_of(before, column)->mean : 0;
  return a > 0 ? value_number(100 * (sample_of(row->stored, column)->mean / a - 1)) : NOTHING;
}
static VALUE(value_stored_growth) { return value_stored_change(row, column); }

static double ready_of(const struct run *r) { return r->ready_known ? (double)r->totals[RUN_READY] : -1; }
static VALUE(value_stored_ready) {
  const struct run *r = run_of(row);
  return r->ready_known && r->lived ? value_number(100 * ready_of(r) / (double)r->lived) : NOTHING;
}

static double speedup_of(const struct stored *s) {
  double wall = s->figures[STORED_WALL].mean;
  return s->reference && wall > 0 ? s->reference->figures[STORED_WALL].mean / wall : 0;
}
static VALUE(value_stored_speedup) {
  double speedup = speedup_of(row->stored);
  return speedup > 0 ? value_number(speedup) : NOTHING;
}
static VALUE(value_stored_efficiency) {
  double speedup = speedup_of(row->stored);
  if (!(speedup > 0) || !run_of(row)->threads)
    return NOTHING;
  return value_number(100 * speedup * row->stored->reference->run->threads / run_of(row)->threads);
}

/* Names may hold anything: a program gets them as they are. */
static CELL(cell_stored_name_plain) { snprintf(text, size, "%s", run_of(row)->name); }
static CELL(cell_stored_name) {
  cell_stored_name_plain(text, size, row, column);
  pomp_text_clean(text, 0);
}
static CELL(cell_started) {
  time_t seconds = (time_t)(run_of(row)->start / 1000000000u);
  struct tm tm;
  *text = 0;
  if (gmtime_r(&seconds, &tm))
    strftime(text, size, "%Y-%m-%d %H:%M:%S", &tm);
}
static CELL(cell_stored_busy) {
  const struct run *r = run_of(row), *before = row->stored->reference ? row->stored->reference->run : NULL;
  bool busy = before && busy_explains((double)before->totals[RUN_WALL], ready_of(before), (double)r->totals[RUN_WALL],
                                      ready_of(r));
  snprintf(text, size, "%s", busy ? "yes" : "");
}
static CELL(cell_stored_program) { snprintf(text, size, "%s", run_of(row)->program); }
static CELL(cell_stored_host) { snprintf(text, size, "%s", run_of(row)->host); }
static CELL(cell_stored_state) { snprintf(text, size, "%s", run_of(row)->state); }

#define STORED(key, head, unit, figure, value, of, words)                                                              \
  {head, false, cell_of_value, figure, key, unit, value, NULL, of, words}

/* A row is a column. The order is that of --help and of the manual; a view has an order of its own. */
/* clang-format off */
const struct column stored_columns[] = {
  NUMBER("run", "run", UNIT_COUNT, value_stored_id, HAS_TREND, "its `id` in the database")
  TEXT("started", "started", cell_started, HAS_TREND, "when the run began, UTC")
  TEXT("program", "program", cell_stored_program, HAS_STORED, "the program, without its directory")
  TEXT("host", "host", cell_stored_host, HAS_STORED, "the machine")
  NUMBER("threads", "threads", UNIT_COUNT, value_stored_threads, HAS_STORED, "the most threads at the same time, of all ranks")
  NUMBER("ranks", "ranks", UNIT_COUNT, value_stored_ranks, HAS_STORED, "how many ranks the job has; 0 without a job")
  NUMBER("runs", "runs", UNIT_COUNT, value_stored_runs, HAS_SCALED, "how many runs there are with these numbers of threads and ranks")
  STORED("wall_s", "wall s", UNIT_SECONDS, STORED_WALL, value_stored, HAS_STORED, "the wall time; of several runs, the mean"),
  STORED("wall_within_s", "wall ± s", UNIT_SECONDS, STORED_WALL, value_stored_within, HAS_SCALED, "half the width of the 95 % confidence interval of that; empty for a single run"),
  STORED("wall_change_percent", "wall change%", UNIT_PERCENT, STORED_WALL, value_stored_change, HAS_TREND, "against the run before of the same program, with as many threads and ranks on the same machine"),
  NUMBER("speedup", "speed-up", UNIT_NUMBER, value_stored_speedup, HAS_SCALED, "the wall time of the row with the fewest threads of this program and machine, by that of this one")
  NUMBER("efficiency_percent", "efficiency%", UNIT_PERCENT, value_stored_efficiency, HAS_SCALED, "that as a part of how many times the threads are")
  STORED("self_s", "self s", UNIT_SECONDS, STORED_SELF, value_stored, HAS_STORED, "`self s` of all regions, or of those that --region names, over all threads"),
  STORED("self_change_percent", "self change%", UNIT_PERCENT, STORED_SELF, value_stored_change, HAS_TREND, "the same change of that"),
  STORED("self_growth_percent", "self growth%", UNIT_PERCENT, STORED_SELF, value_stored_growth, HAS_SCALED, "how much more it is than in the row with the fewest threads; 0 if the region scales perfectly"),
  STORED("wait_s", "wait s", UNIT_SECONDS, STORED_WAIT, value_stored, HAS_STORED, "the part of it that was waiting"),
  STORED("visits", "visits", UNIT_COUNT, STORED_VISITS, value_stored, HAS_STORED, "how often these regions were entered"),
  NUMBER("ready_percent", "ready%", UNIT_PERCENT, value_stored_ready, HAS_TREND, "how long threads were ready and had no processor, as a part of how long they lived; empty: the kernel did not say it")
  TEXT("busy", "busy", cell_stored_busy, HAS_TREND, "`yes`: that is so much more, or less, than in the run before that it may be half of the change of the wall time, or more")
  TEXT("state", "state", cell_stored_state, HAS_TREND, "`complete`, `killed` or `unknown`")
  PLAIN("experiment", "experiment", cell_stored_name, cell_stored_name_plain, HAS_TREND, "what the experiment was called when it was stored")
  {.key = NULL},
};
/* clang-format on */
