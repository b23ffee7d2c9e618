/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* evidence.c - the table of the keys of evidence, and what it says of each.
 * Not here: what evidence.h says. */
#include "findings/evidence.h"

#include <string.h>

/* clang-format off */
static const struct evidence_row rows[] = {
  {"all_such_calls_ns",                  "ns", NULL,         PUT_RUN,   PROPERTY_COUNT},
  {"alone_ns",                           "ns", NULL,         PUT_WORST, PROPERTY_COUNT},
  {"asleep_ns",                          "ns", NULL,         PUT_SUM,   PROPERTY_COUNT},
  {"barrier_ns",                         "ns", "instances",  PUT_MEAN,  PROPERTY_COUNT},
  {"before_first_team_ns",               "ns", NULL,         PUT_SUM,   PROPERTY_COUNT},
  {"begin_ns",                           "ns", "tasks",      PUT_MEAN,  PROPERTY_COUNT},
  {"between_tasks_ns",                   "ns", "tasks",      PUT_MEAN,  PROPERTY_COUNT},
  {"block_ns",                           "ns", NULL,         PUT_SUM,   PROPERTY_COUNT},
  {"busiest_rank",                       "",   NULL,         PUT_RUN,   PROPERTY_COUNT},
  {"busiest_rank_beyond_mean_there_ns",  "ns", NULL,         PUT_RUN,   PROPERTY_COUNT},
  {"busiest_rank_ns",                    "ns", NULL,         PUT_RUN,   PROPERTY_COUNT},
  {"busy_ns",                            "ns", NULL,         PUT_WORST, PROPERTY_COUNT},
  {"chunk",                              "",   NULL,         PUT_WORST, PROPERTY_COUNT},
  {"chunks",                             "",   NULL,         PUT_WORST, PROPERTY_COUNT},
  {"contended",                          "%",  "visits",     PUT_MEAN,  PROPERTY_COUNT},
  {"copied_again",                        "",   NULL,       PUT_SUM,   PROPERTY_COUNT},
  {"copied_bytes",                        "",   NULL,       PUT_SUM,   PROPERTY_COUNT},
  {"copies",                              "",   NULL,       PUT_SUM,   PROPERTY_COUNT},
  {"cpu_error_ns",                       "ns", NULL,         PUT_WORST, PROPERTY_COUNT},
  {"cpu_imbalance",                      "%",  NULL,         PUT_WORST, PROPERTY_COUNT},
  {"cpu_longest_ns",                     "ns", NULL,         PUT_WORST, PROPERTY_COUNT},
  {"cpu_mean_ns",                        "ns", NULL,         PUT_WORST, PROPERTY_COUNT},
  {"creation_ns",                        "ns", "tasks",      PUT_MEAN,  PROPERTY_COUNT},
  {"dispatch_ns",                        "ns", NULL,         PUT_WORST, PROPERTY_COUNT},
  {"first_ns",                           "ns", NULL,         PUT_WORST, PROPERTY_COUNT},
  {"first_to_last_ns",                   "ns", NULL,         PUT_SUM,   PROPERTY_COUNT},
  {"fork_and_join_ns",                   "ns", "forks",      PUT_MEAN,  PROPERTY_COUNT},
  {"forks",                              "",   NULL,         PUT_SUM,   PROPERTY_COUNT},
  {"growth_percent",                     "%",  NULL,         PUT_WORST, PROPERTY_COUNT},
  {"held_ns",                            "ns", NULL,         PUT_SUM,   PROPERTY_COUNT},
  {"idle_members",                       "",   NULL,         PUT_WORST, PROPERTY_COUNT},
  {"idle_ns",                            "ns", NULL,         PUT_SUM,   PROPERTY_COUNT},
  {"imbalance",                          "%",  "longest_ns", PUT_MEAN,  PROPERTY_COUNT},
  {"in_worksharing_ns",                  "ns", NULL,         PUT_WORST, PROPERTY_COUNT},
  {"inside_ns",                          "ns", "instances",  PUT_MEAN,  PROPERTY_COUNT},
  {"instances",                          "",   NULL,         PUT_SUM,   PROPERTY_COUNT},
  {"iterations",                         "",   NULL,         PUT_WORST, PROPERTY_COUNT},
  {"kernel_ns",                          "ns", NULL,         PUT_SUM,   PROPERTY_COUNT},
  {"kernel_of_visit_ns",                  "ns", "visits",   PUT_MEAN,  PROPERTY_COUNT},
  {"kernel_part",                        "%",  NULL,         PUT_WORST, PROPERTY_COUNT},
  {"last_ns",                            "ns", NULL,         PUT_WORST, PROPERTY_COUNT},
  {"launch_ns",                           "ns", "visits",   PUT_MEAN,  PROPERTY_COUNT},
  {"late_begin_ns",                      "ns", NULL,         PUT_SUM,   PROPERTY_COUNT},
  {"late_rank",                          "",   NULL,         PUT_RUN,   PROPERTY_COUNT},
  {"late_rank_there_ns",                 "ns", NULL,         PUT_RUN,   PROPERTY_COUNT},
  {"longest_ns",                         "ns", NULL,         PUT_MOST,  PROPERTY_TASK_STARVATION}, /* a task */
  {"longest_ns",                         "ns", NULL,         PUT_SUM,   PROPERTY_COUNT}, /* of each instance, its sum */
  {"lost",                               "",   NULL,         PUT_RUN,   PROPERTY_COUNT},
  {"machine",                            "",   NULL,         PUT_RUN,   PROPERTY_COUNT},
  {"mean_bytes",                         "",   NULL,         PUT_RUN,   PROPERTY_COUNT},
  {"mean_ns",                            "ns", NULL,         PUT_SUM,   PROPERTY_COUNT},
  {"measuring",                          "%",  NULL,         PUT_RUN,   PROPERTY_COUNT},
  {"median_bytes",                       "",   NULL,         PUT_RUN,   PROPERTY_COUNT},
  {"median_ns",                          "ns", NULL,         PUT_WORST, PROPERTY_COUNT},
  {"members",                            "",   NULL,         PUT_WORST, PROPERTY_COUNT},
  {"members_without",                    "",   NULL,         PUT_WORST, PROPERTY_COUNT},
  {"messages",                           "",   NULL,         PUT_RUN,   PROPERTY_COUNT},
  {"migrations",                         "",   NULL,         PUT_RUN,   PROPERTY_COUNT},
  {"most_iterations",                    "",   NULL,         PUT_WORST, PROPERTY_COUNT},
  {"next_wait_ns",                       "ns", NULL,         PUT_SUM,   PROPERTY_COUNT},
  {"on_critical_path",                   "%",  NULL,         PUT_RUN,   PROPERTY_COUNT},
  {"on_host",                             "",   NULL,       PUT_SUM,   PROPERTY_COUNT},
  {"other_threads",                      "",   NULL,         PUT_RUN,   PROPERTY_COUNT},
  {"other_threads_on_cpu_ns",            "ns", NULL,         PUT_RUN,   PROPERTY_COUNT},
  {"other_threads_ready_ns",             "ns", NULL,         PUT_RUN,   PROPERTY_COUNT},
  {"outliers",                           "",   NULL,         PUT_WORST, PROPERTY_COUNT},
  {"outer_team_size",                    "",   NULL,         PUT_WORST, PROPERTY_COUNT},
  {"page_faults",                        "",   NULL,         PUT_SUM,   PROPERTY_COUNT},
  {"parallel_ns",                        "ns", NULL,         PUT_RUN,   PROPERTY_COUNT},
  {"per_chunk_ns",                       "ns", "instances",  PUT_MEAN,  PROPERTY_COUNT},
  {"per_fork_ns",                        "ns", "forks",      PUT_MEAN,  PROPERTY_COUNT},
  {"per_message_ns",                     "ns", NULL,         PUT_RUN,   PROPERTY_COUNT},
  {"per_task_ns",                        "ns", "tasks",      PUT_MEAN,  PROPERTY_COUNT},
  {"per_visit_ns",                       "ns", "visits",     PUT_MEAN,  PROPERTY_COUNT},
  {"processors",                         "",   NULL,         PUT_RUN,   PROPERTY_COUNT},
  {"reads",                              "",   NULL,         PUT_SUM,   PROPERTY_COUNT},
  {"ready_ns",                           "ns", NULL,         PUT_RUN,   PROPERTY_COUNT},
  {"reduction_ns",                       "ns", "instances",  PUT_MEAN,  PROPERTY_COUNT},
  {"same_member_last",                   "%",  NULL,         PUT_WORST, PROPERTY_COUNT},
  {"samples",                            "",   NULL,         PUT_WORST, PROPERTY_COUNT},
  {"sections",                           "",   NULL,         PUT_WORST, PROPERTY_COUNT},
  {"serial_ns",                          "ns", NULL,         PUT_MOST,  PROPERTY_COUNT},
  {"serial_part",                        "%",  NULL,         PUT_WORST, PROPERTY_COUNT},
  {"serialized_ns",                      "ns", NULL,         PUT_SUM,   PROPERTY_COUNT},
  {"sleeps",                             "",   NULL,         PUT_SUM,   PROPERTY_COUNT},
  {"speedup_at_most",                    "",   NULL,         PUT_WORST, PROPERTY_COUNT},
  {"speedup_at_most_2",                  "",   NULL,         PUT_WORST, PROPERTY_COUNT},
  {"speedup_at_most_4",                  "",   NULL,         PUT_WORST, PROPERTY_COUNT},
  {"tasks",                              "",   NULL,         PUT_SUM,   PROPERTY_COUNT},
  {"tasks_per_loop",                     "",   NULL,         PUT_WORST, PROPERTY_COUNT},
  {"tasks_per_taskwait",                 "",   NULL,         PUT_WORST, PROPERTY_COUNT},
  {"tasks_per_team",                     "",   NULL,         PUT_WORST, PROPERTY_COUNT},
  {"team_size",                          "",   NULL,         PUT_WORST, PROPERTY_COUNT},
  {"threads",                            "",   NULL,         PUT_SUM,   PROPERTY_COUNT},
  {"throttled_ns",                       "ns", NULL,         PUT_RUN,   PROPERTY_COUNT},
  {"time_ns",                            "ns", NULL,         PUT_WORST, PROPERTY_PHASE_OUTLIER},
  {"time_ns",                            "ns", NULL,         PUT_RUN,   PROPERTY_COUNT},
  {"typical_ns",                         "ns", NULL,         PUT_WORST, PROPERTY_COUNT},
  {"uneven_ns",                          "ns", NULL,         PUT_SUM,   PROPERTY_COUNT},
  {"visit",                              "",   NULL,         PUT_WORST, PROPERTY_COUNT},
  {"visits",                             "",   NULL,         PUT_WORST, PROPERTY_PHASE_DRIFT},
  {"visits",                             "",   NULL,         PUT_WORST, PROPERTY_PHASE_OUTLIER},
  {"visits",                             "",   NULL,         PUT_SUM,   PROPERTY_COUNT},
  {"wait_for_late_rank_ns",              "ns", NULL,         PUT_RUN,   PROPERTY_COUNT},
  {"wait_for_main_holder_ns",            "ns", NULL,         PUT_SUM,   PROPERTY_COUNT},
  {"wait_for_other_criticals_ns",        "ns", NULL,         PUT_SUM,   PROPERTY_COUNT},
  {"wait_in_mpi_ns",                     "ns", NULL,         PUT_RUN,   PROPERTY_COUNT},
  {"wait_ns",                            "ns", NULL,         PUT_SUM,   PROPERTY_COUNT},
  {"waiting_on_cpu_ns",                  "ns", NULL,         PUT_RUN,   PROPERTY_COUNT},
  {"waits",                              "",   NULL,         PUT_RUN,   PROPERTY_COUNT},
  {"work_ns",                            "ns", NULL,         PUT_WORST, PROPERTY_COUNT},
  {"writes",                             "",   NULL,         PUT_SUM,   PROPERTY_COUNT},
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

void evidence_gather(struct job_evidence *to, double value, double divisor, bool is_worst) {
  to->sum += value;
  to->most = !to->processes || value > to->most ? value : to->most;
  to->worst = !to->processes || is_worst ? value : to->worst;
  to->products += value * divisor;
  to->divisors += divisor;
  to->processes++;
}

double evidence_value(const struct job_evidence *of) {
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
