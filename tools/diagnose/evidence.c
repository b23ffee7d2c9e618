/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* evidence.c - the table of the keys of evidence, and what it says of each.
 * Not here: what evidence.h says. */
#include "evidence.h"

#include <string.h>

/* clang-format off */
static const struct evidence_row rows[] = {
  {"all_such_calls_ns",               "ns", PUT_RUN,   NULL,         PROPERTY_COUNT},
  {"alone_ns",                        "ns", PUT_WORST, NULL,         PROPERTY_COUNT},
  {"barrier_ns",                      "ns", PUT_MEAN,  "instances",  PROPERTY_COUNT},
  {"before_first_team_ns",            "ns", PUT_SUM,   NULL,         PROPERTY_COUNT},
  {"begin_ns",                        "ns", PUT_MEAN,  "tasks",      PROPERTY_COUNT},
  {"between_tasks_ns",                "ns", PUT_MEAN,  "tasks",      PROPERTY_COUNT},
  {"block_ns",                        "ns", PUT_SUM,   NULL,         PROPERTY_COUNT},
  {"busiest_rank",                    "",   PUT_RUN,   NULL,         PROPERTY_COUNT},
  {"busiest_rank_beyond_mean_there_ns", "ns", PUT_RUN, NULL,         PROPERTY_COUNT},
  {"busiest_rank_ns",                 "ns", PUT_RUN,   NULL,         PROPERTY_COUNT},
  {"busy_ns",                         "ns", PUT_WORST, NULL,         PROPERTY_COUNT},
  {"chunk",                           "",   PUT_WORST, NULL,         PROPERTY_COUNT},
  {"chunks",                          "",   PUT_WORST, NULL,         PROPERTY_COUNT},
  {"contended",                       "%",  PUT_MEAN,  "visits",     PROPERTY_COUNT},
  {"cpu_error_ns",                    "ns", PUT_WORST, NULL,         PROPERTY_COUNT},
  {"cpu_imbalance",                   "%",  PUT_WORST, NULL,         PROPERTY_COUNT},
  {"cpu_longest_ns",                  "ns", PUT_WORST, NULL,         PROPERTY_COUNT},
  {"cpu_mean_ns",                     "ns", PUT_WORST, NULL,         PROPERTY_COUNT},
  {"creation_ns",                     "ns", PUT_MEAN,  "tasks",      PROPERTY_COUNT},
  {"dispatch_at_most_ns",             "ns", PUT_WORST, NULL,         PROPERTY_COUNT},
  {"first_ns",                        "ns", PUT_WORST, NULL,         PROPERTY_COUNT},
  {"first_to_last_ns",                "ns", PUT_SUM,   NULL,         PROPERTY_COUNT},
  {"fork_and_join_ns",                "ns", PUT_MEAN,  "forks",      PROPERTY_COUNT},
  {"forks",                           "",   PUT_SUM,   NULL,         PROPERTY_COUNT},
  {"growth_percent",                  "%",  PUT_WORST, NULL,         PROPERTY_COUNT},
  {"held_ns",                         "ns", PUT_SUM,   NULL,         PROPERTY_COUNT},
  {"idle_members",                    "",   PUT_WORST, NULL,         PROPERTY_COUNT},
  {"idle_ns",                         "ns", PUT_SUM,   NULL,         PROPERTY_COUNT},
  {"imbalance",                       "%",  PUT_MEAN,  "longest_ns", PROPERTY_COUNT},
  {"in_worksharing_ns",               "ns", PUT_WORST, NULL,         PROPERTY_COUNT},
  {"inside_ns",                       "ns", PUT_MEAN,  "instances",  PROPERTY_COUNT},
  {"instances",                       "",   PUT_SUM,   NULL,         PROPERTY_COUNT},
  {"iterations",                      "",   PUT_WORST, NULL,         PROPERTY_COUNT},
  {"kernel_ns",                       "ns", PUT_SUM,   NULL,         PROPERTY_COUNT},
  {"kernel_part",                     "%",  PUT_WORST, NULL,         PROPERTY_COUNT},
  {"last_ns",                         "ns", PUT_WORST, NULL,         PROPERTY_COUNT},
  {"late_begin_ns",                   "ns", PUT_SUM,   NULL,         PROPERTY_COUNT},
  {"late_rank",                       "",   PUT_RUN,   NULL,         PROPERTY_COUNT},
  {"late_rank_there_ns",              "ns", PUT_RUN,   NULL,         PROPERTY_COUNT},
  {"longest_ns",                      "ns", PUT_MOST,  NULL,         PROPERTY_TASK_STARVATION}, /* a task */
  {"longest_ns",                      "ns", PUT_SUM,   NULL,         PROPERTY_COUNT}, /* of each instance, its sum */
  {"lost",                            "",   PUT_RUN,   NULL,         PROPERTY_COUNT},
  {"machine",                         "",   PUT_RUN,   NULL,         PROPERTY_COUNT},
  {"mean_bytes",                      "",   PUT_RUN,   NULL,         PROPERTY_COUNT},
  {"mean_ns",                         "ns", PUT_SUM,   NULL,         PROPERTY_COUNT},
  {"measuring",                       "%",  PUT_RUN,   NULL,         PROPERTY_COUNT},
  {"median_bytes",                    "",   PUT_RUN,   NULL,         PROPERTY_COUNT},
  {"median_ns",                       "ns", PUT_WORST, NULL,         PROPERTY_COUNT},
  {"members",                         "",   PUT_WORST, NULL,         PROPERTY_COUNT},
  {"members_without",                 "",   PUT_WORST, NULL,         PROPERTY_COUNT},
  {"messages",                        "",   PUT_RUN,   NULL,         PROPERTY_COUNT},
  {"migrations",                      "",   PUT_RUN,   NULL,         PROPERTY_COUNT},
  {"most_iterations",                 "",   PUT_WORST, NULL,         PROPERTY_COUNT},
  {"next_wait_ns",                    "ns", PUT_SUM,   NULL,         PROPERTY_COUNT},
  {"on_critical_path",                "%",  PUT_RUN,   NULL,         PROPERTY_COUNT},
  {"outliers",                        "",   PUT_WORST, NULL,         PROPERTY_COUNT},
  {"outer_team_size",                 "",   PUT_WORST, NULL,         PROPERTY_COUNT},
  {"page_faults",                     "",   PUT_SUM,   NULL,         PROPERTY_COUNT},
  {"parallel_ns",                     "ns", PUT_RUN,   NULL,         PROPERTY_COUNT},
  {"per_chunk_ns",                    "ns", PUT_MEAN,  "instances",  PROPERTY_COUNT},
  {"per_fork_ns",                     "ns", PUT_MEAN,  "forks",      PROPERTY_COUNT},
  {"per_message_ns",                  "ns", PUT_RUN,   NULL,         PROPERTY_COUNT},
  {"per_task_ns",                     "ns", PUT_MEAN,  "tasks",      PROPERTY_COUNT},
  {"per_visit_ns",                    "ns", PUT_MEAN,  "visits",     PROPERTY_COUNT},
  {"processors",                      "",   PUT_RUN,   NULL,         PROPERTY_COUNT},
  {"reads",                           "",   PUT_SUM,   NULL,         PROPERTY_COUNT},
  {"ready_ns",                        "ns", PUT_RUN,   NULL,         PROPERTY_COUNT},
  {"same_member_last",                "%",  PUT_WORST, NULL,         PROPERTY_COUNT},
  {"samples",                         "",   PUT_WORST, NULL,         PROPERTY_COUNT},
  {"sections",                        "",   PUT_WORST, NULL,         PROPERTY_COUNT},
  {"serial_ns",                       "ns", PUT_MOST,  NULL,         PROPERTY_COUNT},
  {"serial_part",                     "%",  PUT_WORST, NULL,         PROPERTY_COUNT},
  {"serialized_ns",                   "ns", PUT_SUM,   NULL,         PROPERTY_COUNT},
  {"sleeps",                          "",   PUT_SUM,   NULL,         PROPERTY_COUNT},
  {"speedup_at_most",                 "",   PUT_WORST, NULL,         PROPERTY_COUNT},
  {"speedup_at_most_2",               "",   PUT_WORST, NULL,         PROPERTY_COUNT},
  {"speedup_at_most_4",               "",   PUT_WORST, NULL,         PROPERTY_COUNT},
  {"tasks",                           "",   PUT_SUM,   NULL,         PROPERTY_COUNT},
  {"tasks_per_loop",                  "",   PUT_WORST, NULL,         PROPERTY_COUNT},
  {"tasks_per_team",                  "",   PUT_WORST, NULL,         PROPERTY_COUNT},
  {"team_size",                       "",   PUT_WORST, NULL,         PROPERTY_COUNT},
  {"threads",                         "",   PUT_SUM,   NULL,         PROPERTY_COUNT},
  {"throttled_ns",                    "ns", PUT_RUN,   NULL,         PROPERTY_COUNT},
  {"time_ns",                         "ns", PUT_WORST, NULL,         PROPERTY_PHASE_OUTLIER},
  {"time_ns",                         "ns", PUT_RUN,   NULL,         PROPERTY_COUNT},
  {"typical_ns",                      "ns", PUT_WORST, NULL,         PROPERTY_COUNT},
  {"uneven_ns",                       "ns", PUT_SUM,   NULL,         PROPERTY_COUNT},
  {"visit",                           "",   PUT_WORST, NULL,         PROPERTY_COUNT},
  {"visits",                          "",   PUT_WORST, NULL,         PROPERTY_PHASE_DRIFT},
  {"visits",                          "",   PUT_WORST, NULL,         PROPERTY_PHASE_OUTLIER},
  {"visits",                          "",   PUT_SUM,   NULL,         PROPERTY_COUNT},
  {"wait_for_late_rank_ns",           "ns", PUT_RUN,   NULL,         PROPERTY_COUNT},
  {"wait_for_main_holder_ns",         "ns", PUT_SUM,   NULL,         PROPERTY_COUNT},
  {"wait_for_other_criticals_ns",     "ns", PUT_SUM,   NULL,         PROPERTY_COUNT},
  {"wait_in_mpi_ns",                  "ns", PUT_RUN,   NULL,         PROPERTY_COUNT},
  {"wait_ns",                         "ns", PUT_SUM,   NULL,         PROPERTY_COUNT},
  {"waiting_on_cpu_ns",               "ns", PUT_RUN,   NULL,         PROPERTY_COUNT},
  {"waits",                           "",   PUT_RUN,   NULL,         PROPERTY_COUNT},
  {"work_ns",                         "ns", PUT_WORST, NULL,         PROPERTY_COUNT},
  {"writes",                          "",   PUT_SUM,   NULL,         PROPERTY_COUNT},
};
/* clang-format on */
enum { ROWS = sizeof rows / sizeof *rows };

const struct evidence_row *evidence_row(const char *key, enum property property) {
  for (size_t i = 0; i < ROWS; i++)
    if ((rows[i].property == property || rows[i].property == PROPERTY_COUNT) && strcmp(rows[i].key, key) == 0)
      return &rows[i];
  return NULL;
}

uint32_t evidence_number(const struct evidence_row *row) { return (uint32_t)(row - rows); }

const struct evidence_row *evidence_at(uint32_t number) { return number < ROWS ? &rows[number] : NULL; }

void evidence_gather(struct gathered_evidence *to, double value, double divisor, bool is_worst) {
  to->sum += value;
  to->most = !to->processes || value > to->most ? value : to->most;
  to->worst = !to->processes || is_worst ? value : to->worst;
  to->products += value * divisor;
  to->divisors += divisor;
  to->processes++;
}

double evidence_value(const struct gathered_evidence *of) {
  switch (of->row->how) {
  case PUT_SUM:
    return of->sum;
  case PUT_MOST:
    return of->most;
  case PUT_MEAN:
    return of->processes > 1 && of->divisors > 0 ? of->products / of->divisors : of->worst;
  case PUT_WORST:
  case PUT_RUN:
    break;
  }
  return of->worst;
}
