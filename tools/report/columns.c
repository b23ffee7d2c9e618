/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* columns.c - the table of the columns that views may have.
 * Not here: their figures (region_values.c, location_values.c), metrics, which each run has others of
 * (metric_columns.c), the columns of a comparison (tools/sides). */
#include "column_rows.h"
#include "diff_values.h"
#include "efficiency_rows.h"
#include "mpi_waits.h"
#include "values.h"
#include "view.h"

#define LATE(key, head, kind, words)                                                                                   \
  {head, false, cell_of_value, kind, key, UNIT_SECONDS, value_late, NULL, HAS_LATE, words}
#define FACTOR(key, factor, words)                                                                                     \
  {key, false, cell_of_value, FACTOR_##factor, key, UNIT_NUMBER, value_factor, NULL, HAS_EFFICIENCY, words}
#define SCALED(key, factor, words)                                                                                     \
  {key, false, cell_of_value, SCALING_##factor, key, UNIT_NUMBER, value_scaling, NULL, HAS_EFFICIENCY, words}

/* A row is a column. The order is that of --help and of the manual; a view has an order of its own. */
/* clang-format off */
static const struct column columns[] = {
  NUMBER("below_percent", "below%", UNIT_PERCENT, value_below_percent, HAS_PATH, "the time of all threads in this call path and below it, also in teams and tasks, as a part of the first line's"),
  NUMBER("below_s", "below s", UNIT_SECONDS, value_below, HAS_PATH, "the same time"),
  NUMBER("self_percent", "self%", UNIT_PERCENT, value_self_percent, HAS_TOTALS, "`self s` as a part of `threads × wall`"),
  NUMBER("self_s", "self s", UNIT_SECONDS, value_self, HAS_TOTALS, "the time inside the region and in no region within it; with `--flat`, the barrier that a construct implies belongs to it"),
  NUMBER("incl_s", "incl s", UNIT_SECONDS, value_inclusive, HAS_TOTALS, "the same with the regions within it, but without tasks that were executed during it"),
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
  NUMBER("iterations", "iterations", UNIT_NUMBER, value_iterations, HAS_REGION, "the iterations that a loop has in a visit by the whole team, on average, where they are known"),
  NUMBER("chunks", "chunks", UNIT_NUMBER, value_chunks, HAS_REGION, "in how many chunks these are dealt out"),
  NUMBER("measuring_s", "measuring s", UNIT_SECONDS, value_measuring, HAS_REGION, "an estimate of what measuring it took"),
  NUMBER("sent", "sent", UNIT_COUNT, value_sent, HAS_TOTALS, "messages that a function of MPI has sent"),
  NUMBER("sent_bytes", "bytes sent", UNIT_COUNT, value_sent_bytes, HAS_TOTALS, "how much data that was"),
  NUMBER("received", "received", UNIT_COUNT, value_received, HAS_TOTALS, "messages that it has received"),
  NUMBER("received_bytes", "bytes received", UNIT_COUNT, value_received_bytes, HAS_TOTALS, "how much data that was"),
  TEXT("thread", "thread", cell_location, HAS_LOCATION, "the name of the thread or place in a team"),
  TEXT("kind", "kind", cell_kind, HAS_SUMS, "`initial`, `member` of a team, `league` (an initial thread of one), `helper` (of libomp, for target tasks), or `worker`, if nesting is not known"),
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
  {.key = NULL},
};
/* clang-format on */

const struct column *const report_columns[] = {columns, compared_columns, NULL};
