/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* columns.c - the table of all columns that views may have.
 * Not here: their figures (region_values.c, location_values.c), metrics, which each run has others of
 * (metric_columns.c). */
#include "columns.h"
#include "database_rows.h"
#include "efficiency_rows.h"
#include "kept_run.h"
#include "mpi_waits.h"
#include "values.h"

#include <string.h>

#define NUMBER(key, head, unit, value, of, words) {head, false, cell_of_value, 0, key, unit, value, NULL, of, words}
#define PRINTED(key, head, unit, value, cell, of, words) {head, false, cell, 0, key, unit, value, NULL, of, words}
#define LATE(key, head, kind, words)                                                                                   \
  {head, false, cell_of_value, kind, key, UNIT_SECONDS, value_late, NULL, HAS_LATE, words}
#define COMPARED(key, head, unit, figure, what, words)                                                                 \
  {head, false, cell_##what, figure, key, unit, value_##what, NULL, HAS_COMPARED, words}
#define FACTOR(key, factor, words)                                                                                     \
  {key, false, cell_of_value, FACTOR_##factor, key, UNIT_NUMBER, value_factor, NULL, HAS_EFFICIENCY, words}
#define SCALED(key, factor, words)                                                                                     \
  {key, false, cell_of_value, SCALING_##factor, key, UNIT_NUMBER, value_scaling, NULL, HAS_EFFICIENCY, words}
#define STORED(key, head, unit, figure, value, of, words)                                                              \
  {head, false, cell_of_value, figure, key, unit, value, NULL, of, words}
#define TEXT(key, head, cell, of, words) {head, true, cell, 0, key, UNIT_TEXT, NULL, NULL, of, words}
#define PLAIN(key, head, cell, plain, of, words) {head, true, cell, 0, key, UNIT_TEXT, NULL, plain, of, words}

/* A row is a column. The order is that of --help and of the manual; a view has an order of its own. */
/* clang-format off */
static const struct column all_columns[] = {
  NUMBER("below_percent", "below%", UNIT_PERCENT, value_below_percent, HAS_PATH, "the time of all threads in this call path and below it, also in teams and tasks, as a part of the first line's"),
  NUMBER("below_s", "below s", UNIT_SECONDS, value_below, HAS_PATH, "the same time"),
  NUMBER("self_percent", "self%", UNIT_PERCENT, value_self_percent, HAS_TOTALS, "`self s` as a part of `threads × wall`"),
  NUMBER("self_s", "self s", UNIT_SECONDS, value_self, HAS_TOTALS, "the time inside the region and in no region within it; in the default table, the barrier that a construct implies belongs to it"),
  NUMBER("incl_s", "incl s", UNIT_SECONDS, value_inclusive, HAS_TOTALS, "the same with the regions within it, but without tasks that were executed meanwhile"),
  NUMBER("wait_s", "wait s", UNIT_SECONDS, value_wait, HAS_TOTALS, "the part of `self s` that was waiting"),
  NUMBER("barrier_wait_s", "barrier wait s", UNIT_SECONDS, value_barrier, HAS_BARRIER, "the part of `self s` and `wait s` that was waiting in the barrier at the construct's own end"),
  NUMBER("visits", "visits", UNIT_COUNT, value_visits, HAS_TOTALS, "how often the region was entered"),
  NUMBER("per_visit_s", "per visit", UNIT_DURATION, value_visit, HAS_REGION, "the mean time of a visit, with the regions within it"),
  NUMBER("threads", "threads", UNIT_COUNT, value_threads, HAS_REGION, "on how many threads or team members it was visited"),
  NUMBER("regions", "regions", UNIT_COUNT, value_regions, HAS_JOINED, "how many regions are in this row; a barrier that a construct implies does not count"),
  NUMBER("self_min_s", "self min", UNIT_SECONDS, value_self_min, HAS_REGION, "the least `self s` of one of those, without the barrier"),
  NUMBER("self_mean_s", "mean", UNIT_SECONDS, value_self_mean, HAS_REGION, "the mean of theirs"),
  NUMBER("self_max_s", "max", UNIT_SECONDS, value_self_max, HAS_REGION, "the most of one of them"),
  PRINTED("imbalance_percent", "imbal%", UNIT_PERCENT, value_imbalance, cell_imbalance, HAS_REGION, "for worksharing constructs: which part of its time the slowest member of each team could have been spared if all had had the same to do, each time that a team met the construct. With `~` it is one of sums over the run, as teams are not known, or of single sections: members that are late in turn seem to be in balance there"),
  NUMBER("cpu_imbalance_percent", "CPU imbal%", UNIT_PERCENT, value_cpu_imbalance, HAS_REGION, "for `parallel`: the same by CPU time"),
  NUMBER("held_s", "held s", UNIT_SECONDS, value_held, HAS_REGION, "how long somebody was inside a `critical` or `ordered`, or a lock was set"),
  NUMBER("contended", "contended", UNIT_COUNT, value_contended, HAS_TOTALS, "visits that had to wait for another thread"),
  NUMBER("caused_s", "caused s", UNIT_SECONDS, value_caused, HAS_REGION, "the time that others waited for this region"),
  NUMBER("tasks_s", "in tasks s", UNIT_SECONDS, value_tasks, HAS_TOTALS, "the time spent executing tasks at a barrier, `taskwait` and the like"),
  NUMBER("delay_s", "delay s", UNIT_SECONDS, value_delay, HAS_TOTALS, "the time from the fork of a `parallel` to the begin of its members, or from a task's creation to its begin"),
  NUMBER("min_visit_s", "min", UNIT_DURATION, value_min, HAS_TOTALS, "the shortest visit, with the regions within it"),
  NUMBER("median_visit_s", "median", UNIT_DURATION, value_median, HAS_REGION, "half of the visits took no longer; interpolated between powers of two"),
  NUMBER("p95_visit_s", "95 %", UNIT_DURATION, value_p95, HAS_REGION, "95 of 100 visits took no longer; interpolated as well"),
  NUMBER("max_visit_s", "max visit", UNIT_DURATION, value_max, HAS_TOTALS, "the longest visit"),
  NUMBER("measuring_s", "measuring s", UNIT_SECONDS, value_measuring, HAS_REGION, "an estimate of what measuring it took"),
  NUMBER("sent", "sent", UNIT_COUNT, value_sent, HAS_TOTALS, "messages that a function of MPI has sent"),
  NUMBER("sent_bytes", "bytes sent", UNIT_COUNT, value_sent_bytes, HAS_TOTALS, "how much data that was"),
  NUMBER("received", "received", UNIT_COUNT, value_received, HAS_TOTALS, "messages that it has received"),
  NUMBER("received_bytes", "bytes received", UNIT_COUNT, value_received_bytes, HAS_TOTALS, "how much data that was"),
  TEXT("thread", "thread", cell_location, HAS_LOCATION, "the name of the thread or place in a team"),
  TEXT("kind", "kind", cell_kind, HAS_SUMS, "`initial`, `member` of a team, `league` (an initial thread of one), or `worker`, if nesting is not known"),
  NUMBER("level", "level", UNIT_COUNT, value_level, HAS_SUMS, "how many teams it is in"),
  NUMBER("team_size", "team", UNIT_COUNT, value_team_size, HAS_SUMS, "the size of the largest team that it was a member of"),
  NUMBER("os_thread", "OS thread", UNIT_COUNT, value_os_thread, HAS_SUMS, "the last thread of the system that served it"),
  NUMBER("cpu", "CPU", UNIT_COUNT, value_cpu, HAS_SUMS, "the processor on which that was first seen"),
  NUMBER("served", "served", UNIT_COUNT, value_served, HAS_SUMS, "how many threads it stood for, one after the other"),
  NUMBER("busy_percent", "busy%", UNIT_PERCENT, value_busy_percent, HAS_SUMS, "`in regions` as a part of `threads × wall`"),
  NUMBER("in_regions_s", "in regions", UNIT_SECONDS, value_in_regions, HAS_SUMS, "the time in regions, by the wall clock"),
  NUMBER("outside_s", "outside", UNIT_SECONDS, value_outside, HAS_SUMS, "the time outside of all regions"),
  NUMBER("idle_s", "idle s", UNIT_SECONDS, value_idle, HAS_SUMS, "the time without anything to do"),
  NUMBER("wait_s", "wait s", UNIT_SECONDS, value_location_wait, HAS_SUMS, "the part of `in regions` that was waiting"),
  NUMBER("visits", "visits", UNIT_COUNT, value_location_visits, HAS_SUMS, "how often it has entered regions"),
  NUMBER("on_cpu_percent", "on CPU%", UNIT_PERCENT, value_on_cpu, HAS_SUMS, "the part of the threads' lives that they were on a processor"),
  NUMBER("ready_s", "ready s", UNIT_SECONDS, value_ready, HAS_SUMS, "how long they were ready, and on none"),
  NUMBER("asleep_s", "asleep s", UNIT_SECONDS, value_asleep, HAS_SUMS, "the rest of their lives"),
  NUMBER("in_teams_percent", "in teams%", UNIT_PERCENT, value_team_cpu, HAS_SUMS, "the part of the measured time of teams that the member was on a processor"),
  NUMBER("repaired", "repaired", UNIT_COUNT, value_repaired, HAS_SUMS, "regions without an exit event, which were ended with the region around"),
  NUMBER("ignored", "ignored", UNIT_COUNT, value_ignored, HAS_SUMS, "exits of regions that were not open"),
  NUMBER("unfinished", "unfinished", UNIT_COUNT, value_open, HAS_SUMS, "regions that had not ended when the measurement did"),
  TEXT("forked_at", "forked at", cell_forked, HAS_SUMS, "the parallel construct that made its teams; of several, the one where it spent most time"),
  NUMBER("depth", "depth", UNIT_COUNT, value_depth, HAS_PATH, "how many regions are around it"),
  PLAIN("call_path", "call path", cell_path, cell_path_plain, HAS_PATH, "the region, below those that it was called from; with `--csv` all their names"),
  TEXT("region", "region", cell_region, HAS_NAME, "the region's name"),
  TEXT("function", "function", cell_function, HAS_NAME, "the function that it is in"),
  TEXT("where", "where", cell_where, HAS_NAME, "where it begins in the source"),
  TEXT("clauses", "clauses", cell_clauses, HAS_NAME, "the clauses of its directive, as they are written; those of the whole directive, if it combines several constructs"),
  TEXT("file", "file", cell_file, HAS_NAME, "the file of that place"),
  NUMBER("line", "line", UNIT_COUNT, value_line, HAS_NAME, "its line"),
  NUMBER("self_percent", "self%", UNIT_PERCENT, value_line_self_percent, HAS_LINE, "`self s` as a part of `threads × wall`"),
  NUMBER("self_s", "self s", UNIT_SECONDS, value_line_self, HAS_LINE, "the `self s` of all regions that begin in the line"),
  NUMBER("wait_s", "wait s", UNIT_SECONDS, value_line_wait, HAS_LINE, "the part of it that was waiting"),
  NUMBER("visits", "visits", UNIT_COUNT, value_line_visits, HAS_LINE, "how often what begins there was entered; of several parts of a construct, that which was most often"),
  TEXT("file", "file", cell_line_file, HAS_LINE, "the source file, as the compiler was given it"),
  NUMBER("line", "line", UNIT_COUNT, value_line_number, HAS_LINE, "the number of the line"),
  TEXT("source", "source", cell_source, HAS_LINE, "the line, and below it what there is to note, behind a `^`"),
  TEXT("findings", "findings", cell_findings, HAS_LINE, "what there is to note, in one cell"),
  NUMBER("wait_s", "wait s", UNIT_SECONDS, value_late_sum, HAS_LATE, "the waiting for other ranks in this call path, of all kinds"),
  NUMBER("of_time_percent", "of time %", UNIT_PERCENT, value_late_part, HAS_LATE, "the same as a part of `time s`"),
  LATE("late_sender_s", "late sender", LATE_SENDER, "of it, for a message that was sent later"),
  LATE("late_receiver_s", "late receiver", LATE_RECEIVER, "for a receive that was posted later"),
  LATE("mpi_barrier_s", "barrier", LATE_BARRIER, "for ranks that came later to a barrier"),
  LATE("all_for_all_s", "all for all", LATE_ALL, "for those in other collectives in which all need all"),
  LATE("late_root_s", "late root", LATE_ROOT, "for a root that came later"),
  LATE("early_root_s", "early root", EARLY_ROOT, "of a root, for those that came later"),
  NUMBER("time_s", "time s", UNIT_SECONDS, value_inclusive, HAS_LATE, "the time in the function"),
  NUMBER("calls", "calls", UNIT_COUNT, value_visits, HAS_LATE, "how often it was called"),
  NUMBER("waited", "waited", UNIT_COUNT, value_late_visits, HAS_LATE, "how many calls have waited"),
  TEXT("call_path", "call path", cell_path_plain, HAS_LATE, "the regions around the call, and the function"),
  NUMBER("part_percent", "part%", UNIT_PERCENT, value_part_percent, HAS_COMPARED, "the larger part that the region's own time has of `threads × wall`, on A or on B"),
  COMPARED("self_change_s", "self change s", UNIT_SECONDS, RUN_SELF, change, "how much more `self s` has become from A to B: the difference of the means of the runs"),
  COMPARED("self_within_s", "self ± s", UNIT_SECONDS, RUN_SELF, within, "half the width of the 95 % confidence interval of that; empty if each side is a single run"),
  COMPARED("self_change_percent", "self change%", UNIT_PERCENT, RUN_SELF, change_percent, "the same change as a part of A's mean; empty if that is 0"),
  COMPARED("self_within_percent", "self ±%", UNIT_PERCENT, RUN_SELF, within_percent, "half the width of the interval as a part of A's mean"),
  COMPARED("self_a_s", "self A s", UNIT_SECONDS, RUN_SELF, side_a, "`self s` on A: the mean of its runs, 0 in runs that have no such region"),
  COMPARED("self_b_s", "self B s", UNIT_SECONDS, RUN_SELF, side_b, "`self s` on B"),
  COMPARED("incl_change_s", "incl change s", UNIT_SECONDS, RUN_INCLUSIVE, change, "how much more `incl s` has become from A to B: the difference of the means of the runs"),
  COMPARED("incl_within_s", "incl ± s", UNIT_SECONDS, RUN_INCLUSIVE, within, "half the width of the 95 % confidence interval of that; empty if each side is a single run"),
  COMPARED("incl_change_percent", "incl change%", UNIT_PERCENT, RUN_INCLUSIVE, change_percent, "the same change as a part of A's mean; empty if that is 0"),
  COMPARED("incl_within_percent", "incl ±%", UNIT_PERCENT, RUN_INCLUSIVE, within_percent, "half the width of the interval as a part of A's mean"),
  COMPARED("incl_a_s", "incl A s", UNIT_SECONDS, RUN_INCLUSIVE, side_a, "`incl s` on A: the mean of its runs, 0 in runs that have no such region"),
  COMPARED("incl_b_s", "incl B s", UNIT_SECONDS, RUN_INCLUSIVE, side_b, "`incl s` on B"),
  COMPARED("wait_change_s", "wait change s", UNIT_SECONDS, RUN_WAIT, change, "how much more `wait s` has become from A to B: the difference of the means of the runs"),
  COMPARED("wait_within_s", "wait ± s", UNIT_SECONDS, RUN_WAIT, within, "half the width of the 95 % confidence interval of that; empty if each side is a single run"),
  COMPARED("wait_change_percent", "wait change%", UNIT_PERCENT, RUN_WAIT, change_percent, "the same change as a part of A's mean; empty if that is 0"),
  COMPARED("wait_within_percent", "wait ±%", UNIT_PERCENT, RUN_WAIT, within_percent, "half the width of the interval as a part of A's mean"),
  COMPARED("wait_a_s", "wait A s", UNIT_SECONDS, RUN_WAIT, side_a, "`wait s` on A: the mean of its runs, 0 in runs that have no such region"),
  COMPARED("wait_b_s", "wait B s", UNIT_SECONDS, RUN_WAIT, side_b, "`wait s` on B"),
  COMPARED("visits_change", "visits change", UNIT_NUMBER, RUN_VISITS, change, "how much more `visits` has become from A to B: the difference of the means of the runs"),
  COMPARED("visits_within", "visits ±", UNIT_NUMBER, RUN_VISITS, within, "half the width of the 95 % confidence interval of that; empty if each side is a single run"),
  COMPARED("visits_change_percent", "visits change%", UNIT_PERCENT, RUN_VISITS, change_percent, "the same change as a part of A's mean; empty if that is 0"),
  COMPARED("visits_within_percent", "visits ±%", UNIT_PERCENT, RUN_VISITS, within_percent, "half the width of the interval as a part of A's mean"),
  COMPARED("visits_a", "visits A", UNIT_NUMBER, RUN_VISITS, side_a, "`visits` on A: the mean of its runs, 0 in runs that have no such region"),
  COMPARED("visits_b", "visits B", UNIT_NUMBER, RUN_VISITS, side_b, "`visits` on B"),
  TEXT("significant", "significant", cell_significant, HAS_COMPARED, "`yes` if the interval of `self change` does not contain 0, else `no`; empty if each side is a single run"),
  TEXT("state", "state", cell_state, HAS_COMPARED, "`new`: A has no such region; `gone`: B has none"),
  NUMBER("runs_a", "runs A", UNIT_COUNT, value_runs_a, HAS_COMPARED, "in how many runs of A it is"),
  NUMBER("runs_b", "runs B", UNIT_COUNT, value_runs_b, HAS_COMPARED, "in how many runs of B it is"),
  TEXT("region", "region", cell_compared_region, HAS_COMPARED, "the region's name"),
  TEXT("function", "function", cell_compared_function, HAS_COMPARED, "the function that it is in"),
  TEXT("where", "where", cell_compared_where, HAS_COMPARED, "where it begins in the source, as B has it"),
  TEXT("was", "was", cell_compared_was, HAS_COMPARED, "where it was on A, if that is elsewhere"),
  TEXT("file", "file", cell_compared_file, HAS_COMPARED, "the file of that place, as B has it"),
  NUMBER("line", "line", UNIT_COUNT, value_compared_line, HAS_COMPARED, "its line"),
  TEXT("called_from", "called from", cell_called_from, HAS_COMPARED, "the regions that are around it, from the outermost inwards"),
  TEXT("experiment", "experiment", cell_experiment, HAS_EFFICIENCY, "the experiment, as it was named"),
  TEXT("region", "region", cell_interest, HAS_EFFICIENCY, "the region of interest; empty: the whole run"),
  NUMBER("ranks", "ranks", UNIT_COUNT, value_ranks, HAS_EFFICIENCY, "the processes that entered it"),
  NUMBER("threads", "threads", UNIT_COUNT, value_run_threads, HAS_EFFICIENCY, "the threads of all of them"),
  NUMBER("wall_s", "wall s", UNIT_SECONDS, value_wall, HAS_EFFICIENCY, "the wall time; of several processes, the longest"),
  NUMBER("speedup", "speed-up", UNIT_NUMBER, value_speedup, HAS_EFFICIENCY, "the reference run's wall time by this one's"),
  NUMBER("efficiency", "efficiency", UNIT_NUMBER, value_efficiency, HAS_EFFICIENCY, "the speed-up by how many times the reference run's threads there are"),
  SCALED("computation_scaling", COMPUTATION, "the reference run's useful time by this one's, over all threads"),
  SCALED("instruction_scaling", INSTRUCTIONS, "the same of the instructions of the useful time, where they were counted"),
  SCALED("ipc_scaling", IPC, "this run's instructions per cycle by the reference run's"),
  SCALED("frequency_scaling", FREQUENCY, "this run's cycles per useful second by the reference run's"),
  FACTOR("parallel_efficiency", PARALLEL, "the useful time by `threads × wall`: the product of MPI's and OpenMP's"),
  FACTOR("mpi_parallel_efficiency", MPI, "the time outside of MPI by `threads × wall`: load balance × communication"),
  FACTOR("mpi_load_balance", MPI_BALANCE, "the processes' mean time outside of MPI by the longest one's"),
  FACTOR("mpi_communication", MPI_COMMUNICATION, "the longest process's time outside of MPI by the wall time: serialisation × transfer"),
  FACTOR("mpi_serialisation", MPI_SERIALISATION, "that time by what the wall time were if nothing had to be transferred, from traces of all ranks"),
  FACTOR("mpi_transfer", MPI_TRANSFER, "the latter by the wall time"),
  FACTOR("omp_parallel_efficiency", OMP, "the useful time by the time outside of MPI: serial part × balance × scheduling"),
  FACTOR("omp_serial", OMP_SERIAL, "what idle threads during serial code leave"),
  FACTOR("omp_balance", OMP_BALANCE, "what waiting in barriers for others leaves of it"),
  FACTOR("omp_scheduling", OMP_SCHEDULING, "what forks, barriers themselves, locks and the handling of tasks leave of it"),
  TEXT("loses", "loses", cell_loses, HAS_EFFICIENCY, "the factor that loses most in comparison with the reference run"),
  NUMBER("run", "run", UNIT_COUNT, value_stored_id, HAS_TREND, "its `id` in the database"),
  TEXT("started", "started", cell_started, HAS_TREND, "when the run began, UTC"),
  TEXT("program", "program", cell_stored_program, HAS_STORED, "the program, without its directory"),
  TEXT("host", "host", cell_stored_host, HAS_STORED, "the machine"),
  NUMBER("threads", "threads", UNIT_COUNT, value_stored_threads, HAS_STORED, "the most threads at the same time, of all ranks"),
  NUMBER("ranks", "ranks", UNIT_COUNT, value_stored_ranks, HAS_STORED, "how many ranks the job has; 0 without a job"),
  NUMBER("runs", "runs", UNIT_COUNT, value_stored_runs, HAS_SCALED, "how many runs there are with these numbers of threads and ranks"),
  STORED("wall_s", "wall s", UNIT_SECONDS, STORED_WALL, value_stored, HAS_STORED, "the wall time; of several runs, the mean"),
  STORED("wall_within_s", "wall ± s", UNIT_SECONDS, STORED_WALL, value_stored_within, HAS_SCALED, "half the width of the 95 % confidence interval of that; empty for a single run"),
  STORED("wall_change_percent", "wall change%", UNIT_PERCENT, STORED_WALL, value_stored_change, HAS_TREND, "against the run before of the same program, with as many threads and ranks on the same machine"),
  NUMBER("speedup", "speed-up", UNIT_NUMBER, value_stored_speedup, HAS_SCALED, "the wall time of the row with the fewest threads of this program and machine, by that of this one"),
  NUMBER("efficiency_percent", "efficiency%", UNIT_PERCENT, value_stored_efficiency, HAS_SCALED, "that as a part of how many times the threads are"),
  STORED("self_s", "self s", UNIT_SECONDS, STORED_SELF, value_stored, HAS_STORED, "`self s` of all regions, or of those that --region names, over all threads"),
  STORED("self_change_percent", "self change%", UNIT_PERCENT, STORED_SELF, value_stored_change, HAS_TREND, "the same change of that"),
  STORED("self_growth_percent", "self growth%", UNIT_PERCENT, STORED_SELF, value_stored_growth, HAS_SCALED, "how much more it is than in the row with the fewest threads; 0 if the region scales perfectly"),
  STORED("wait_s", "wait s", UNIT_SECONDS, STORED_WAIT, value_stored, HAS_STORED, "the part of it that was waiting"),
  STORED("visits", "visits", UNIT_COUNT, STORED_VISITS, value_stored, HAS_STORED, "how often these regions were entered"),
  TEXT("state", "state", cell_stored_state, HAS_TREND, "`complete`, `killed` or `unknown`"),
  PLAIN("experiment", "experiment", cell_stored_name, cell_stored_name_plain, HAS_TREND, "what the experiment was called when it was stored"),
};
/* clang-format on */

const struct column *column_at(size_t i) { return i < COUNT(all_columns) ? &all_columns[i] : NULL; }

/* Where a terminal has no room for all, these columns are left out, the first one first. */
static const char *const spare[] = {
    "self_mean_s", "served", "self_min_s", "os_thread",        "self_max_s", "asleep_s",  "cpu_imbalance_percent",
    "threads",     "cpu",    "incl_s",     "in_teams_percent", "ready_s",    "outside_s", "per_visit_s",
    "team_size",   "level",  "below_s",    "on_cpu_percent",   "function",   "self_s",    "imbalance_percent",
    "visits",      "wait_s"};

unsigned column_spare(const struct column *column) {
  for (size_t i = 0; column->key && i < COUNT(spare); i++)
    if (strcmp(column->key, spare[i]) == 0)
      return (unsigned)(COUNT(spare) - i);
  return 0;
}

const char *unit_name(enum unit unit) {
  static const char *const names[] = {[UNIT_TEXT] = "text",  [UNIT_COUNT] = "number", [UNIT_SECONDS] = "s",
                                      [UNIT_DURATION] = "s", [UNIT_PERCENT] = "%",    [UNIT_NUMBER] = "number"};
  return names[unit];
}

/* Returns the length of the key without its unit. */
static size_t stem_of(const struct column *c) {
  static const char *const ends[] = {
      [UNIT_SECONDS] = "_s", [UNIT_DURATION] = "_s", [UNIT_PERCENT] = "_percent", [UNIT_NUMBER] = NULL};
  size_t length = strlen(c->key);
  const char *end = c->unit < COUNT(ends) ? ends[c->unit] : NULL;
  return end && length > strlen(end) && strcmp(c->key + length - strlen(end), end) == 0 ? length - strlen(end) : length;
}

static bool is_word(const char *word, size_t word_length, const char *name, size_t length) {
  return word_length == length && strncmp(word, name, length) == 0;
}

const struct column *column_find(const char *name, size_t length, unsigned has) {
  const struct column *best = NULL;
  int rank = 0; /* of `best`: 3 if it was called by its key, 2 by its head, 1 by its key without the unit of time */
  for (size_t i = 0; i < COUNT(all_columns); i++) {
    const struct column *c = &all_columns[i];
    if (c->of & ~has)
      continue;
    int now = is_word(c->key, strlen(c->key), name, length)     ? 3
              : is_word(c->head, strlen(c->head), name, length) ? 2
              : is_word(c->key, stem_of(c), name, length)       ? 1
                                                                : 0;
    bool better = now > rank || (now == 1 && rank == 1 && best->unit == UNIT_PERCENT && c->unit != UNIT_PERCENT);
    best = better ? c : best;
    rank = now > rank ? now : rank;
  }
  return best;
}

void cell_of_value(char *text, size_t size, const struct row *row, const struct column *column) {
  struct value v = column->value(row, column);
  *text = 0;
  if (v.kind == VALUE_NOTHING)
    return;
  if (column->unit == UNIT_SECONDS)
    print_seconds(text, size, v.number);
  else if (column->unit == UNIT_DURATION)
    print_duration(text, size, v.number);
  else if (column->unit == UNIT_COUNT)
    v.n < 0 ? (void)snprintf(text, size, "%lld", (long long)v.n) : print_number(text, size, (uint64_t)v.n);
  else
    print_fixed(text, size, v.number, column->unit == UNIT_PERCENT ? 1 : 2);
}
