/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* page_quality.c - says how far a run allows conclusions: each row is a fault that may spoil them. Not here: the
 * figures (tools/sums). docs/page.md has the limits. */
#include "files/running_process.h"
#include "pomp_run.h"
#include "show/json_parts.h"
#include "show/report_page.h"
#include "show/table_cells.h"

#include <string.h>

enum level { GOOD, FAIR, POOR, LEVELS };

struct judged {
  enum level level;
  char text[400];
};

/* Each of these judges; "" if it has nothing to say. */
typedef void judge(const struct analysed_experiment *o, struct judged *j);

static void judge_end(const struct analysed_experiment *o, struct judged *j) {
  const struct loaded *l = &o->loaded;
  bool stopped = false;
  for (uint32_t i = 0; i < l->experiment.process_count; i++)
    stopped |= l->experiment.processes[i].header.stop_reason != POMP_STOP_NONE;
  if (l->part || l->chunks_damaged || l->chunks_missing)
    *j = (struct judged){POOR, "The figures are of a part of the run."};
  else if (stopped)
    *j = (struct judged){POOR, "The measurement ended before the program did."};
  else if (l->state == RUN_RUNNING)
    *j = (struct judged){FAIR, "The program was still running when this was made."};
  else if (running_process_has_executed(&l->experiment.processes[0]))
    *j = (struct judged){FAIR, "The program was measured until it executed another one in its place."};
  else if (l->state == RUN_UNKNOWN)
    *j = (struct judged){FAIR, "It can't be seen from here whether the program was still running when this was made."};
  else if (l->state != RUN_COMPLETE)
    *j =
        (struct judged){FAIR, "The program did not end normally; it was measured up to its last moment that is known."};
  else
    *j = (struct judged){GOOD, "The whole run was measured, from begin to end."};
}

static void judge_processors(const struct analysed_experiment *o, struct judged *j) {
  const struct process_totals *t = &o->analysis.all;
  const double ready = 100 * scheduled_part(&t->scheduled, t->scheduled.ready);
  if (!t->scheduled.known || !t->scheduled.ready_known) {
    j->level = FAIR;
    snprintf(j->text, sizeof j->text, "The kernel does not say whether threads had a processor when they needed one.");
  } else if (analysis_is_crowded(t)) {
    j->level = POOR;
    snprintf(j->text, sizeof j->text, "Threads were ready and had no processor for %.1f %% of their time: waiting %s.",
             ready,
             t->scheduled.switches_known ? "contains that, and uneven work does not" : "and imbalance contain that");
  } else {
    j->level = ready > 1 ? FAIR : GOOD;
    snprintf(j->text, sizeof j->text,
             "Threads that were ready had a processor; they did without one for %.1f %% of their time.", ready);
  }
}

static void judge_threads(const struct analysed_experiment *o, struct judged *j) {
  const struct process_totals *t = &o->analysis.all;
  if (!t->cpus)
    return;
  j->level = t->threads > t->cpus ? FAIR : GOOD;
  snprintf(j->text, sizeof j->text, "%u thread%s on %u processor%s%s", t->threads, t->threads == 1 ? "" : "s", t->cpus,
           t->cpus == 1 ? "" : "s", t->threads > t->cpus ? ": some of them have to take turns." : ".");
  if (t->throttled) {
    j->level = POOR;
    snprintf(j->text, sizeof j->text, "A control group held threads back for %.3f s.", (double)t->throttled * 1e-9);
  }
}

static void judge_kernel(const struct analysed_experiment *o, struct judged *j) {
  const struct process_totals *t = &o->analysis.all;
  const struct kernel_totals *k = &t->kernel;
  if (!k->known ||
      !pomp_run_is_in_kernel((double)k->user * 1e-9, (double)k->system * 1e-9, (double)t->allocation * 1e-9))
    return;
  j->level = FAIR;
  snprintf(j->text, sizeof j->text,
           "Of the threads' time on processors, %.1f %% was in the kernel (%llu page faults, %llu switches).",
           100 * kernel_part(k), (unsigned long long)k->faults, (unsigned long long)k->sleeps + t->switches);
}

static void judge_measuring(const struct analysed_experiment *o, struct judged *j) {
  const struct analysis *a = &o->analysis;
  const double part = percent(a->measuring, (double)a->all.allocation);
  j->level = part < 2 ? GOOD : part < 10 ? FAIR : POOR;
  if (!analysis_measuring_is_judged(a) || analysis_measuring_is_least(a))
    j->level = j->level == GOOD ? FAIR : j->level;
  snprintf(j->text, sizeof j->text, "Measuring took about %.1f %% of the thread time%s.%s", part,
           analysis_measuring_doubt(a), part < 2 ? "" : " pomp-report --score says which regions to leave out.");
}

static void judge_length(const struct analysed_experiment *o, struct judged *j) {
  const double wall = (double)o->analysis.all.wall * 1e-9;
  if (wall >= 0.5)
    return;
  j->level = FAIR;
  snprintf(j->text, sizeof j->text, "The run is short (%.3f s): start and end of the program count for much.", wall);
}

static void judge_events(const struct analysed_experiment *o, struct judged *j) {
  const struct analysis *a = &o->analysis;
  if (!a->lost && !a->ignored && !a->missing_barriers && a->all.excess <= a->all.allocation / 200)
    return;
  j->level = FAIR;
  snprintf(j->text, sizeof j->text, "Some of what happened is not in the figures, or twice; the lines below say what.");
}

static void judge_runs(const struct analysed_experiment *o, struct judged *j) {
  (void)o;
  j->level = FAIR;
  snprintf(j->text, sizeof j->text,
           "This is a single run: how much times differ from run to run is not known. pomp-report --diff takes several "
           "of each side.");
}

/* The order is that on the page. What is `certain` of each run does not count for the whole. */
static const struct {
  const char *id;
  judge *judges;
  bool counts;
} rows[] = {{"end", judge_end, true},
            {"processors", judge_processors, true},
            {"threads", judge_threads, true},
            {"kernel", judge_kernel, true},
            {"measuring", judge_measuring, true},
            {"length", judge_length, true},
            {"events", judge_events, true},
            {"runs", judge_runs, false}};

json_t *page_quality(const struct analysed_experiment *o, bool *good) {
  static const char *const levels[LEVELS] = {[GOOD] = "good", [FAIR] = "fair", [POOR] = "poor"};
  json_t *all = json_object(), *array = json_array();
  enum level worst = GOOD;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    struct judged j = {GOOD, ""};
    rows[i].judges(o, &j);
    if (!*j.text)
      continue;
    json_t *row = json_object();
    set(row, "id", json_string(rows[i].id), good);
    set(row, "level", json_string(rows[i].counts ? levels[j.level] : "note"), good);
    set(row, "text", json_string(j.text), good);
    append(array, row, good);
    worst = rows[i].counts && j.level > worst ? j.level : worst;
  }
  set(all, "level", json_string(levels[worst]), good);
  set(all, "rows", array, good);
  return all;
}
