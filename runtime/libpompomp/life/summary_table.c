/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* summary_table.c - the table on stderr at the end of a run, of a process or of all ranks of a job.
 * Not here: the sums (summary.c, and for ranks libpompomp-mpi). docs/environment.md defines each figure. */
#include "base/clock.h"
#include "base/heap_sort.h"
#include "base/libc.h"
#include "base/message.h"
#include "base/messages.h"
#include "definitions/region.h"
#include "life/experiment.h"
#include "life/summary.h"
#include "pomp_mpi_waits.h"
#include "pomp_names.h"
#include "pomp_run.h"
#include "pomp_text.h"
#include "records/trace_file.h"

#include <stdbool.h>
#include <string.h>

#define ROWS 12

static int by_self(const void *a, const void *b) {
  const struct pomp_sum *x = a, *y = b;
  if (x->self != y->self)
    return x->self < y->self ? 1 : -1;
  return x->key < y->key ? -1 : x->key > y->key;
}

/* A character takes up to four bytes, and one column. */
enum { REGION = 40, FUNCTION = 24, FILE_NAME = 28, WHERE = 40 };
struct row {
  struct pomp_sum sum;
  char region[4 * REGION + 1], function[4 * FUNCTION + 1], where[4 * WHERE + 1];
};

/* Writes what fits into so many columns, and a mark where something is missing. */
static void fit(char *to, size_t size, const char *text, size_t columns, bool keep_end) {
  static char some[1024]; /* more than is shown */
  size_t length = strlen(text);
  snprintf(some, sizeof some, "%s", keep_end && length >= sizeof some ? text + length - sizeof some + 1 : text);
  pomp_text_clean(some, 0);
  pomp_text_show(some, sizeof some);
  pomp_text_shorten(to, size, some, columns, "…", keep_end);
}

static struct pomp_summary_names own_names(uint32_t construct, void *unused) {
  static struct pomp_region_names names;
  (void)unused;
  pomp_region_names(construct, &names);
  return (struct pomp_summary_names){names.name, names.sub_name, names.function, names.file, names.line};
}

static void fill_row(struct row *row, const struct pomp_sum *sum, pomp_summary_namer *names, void *context) {
  uint32_t role = POMP_KEY_ROLE(sum->key);
  row->sum = *sum;
  if (!sum->key) {
    strcpy(row->region, pomp_role_names[POMP_ROLE_NONE].fixed);
    return;
  }
  struct pomp_summary_names c = names(POMP_KEY_CONSTRUCT(sum->key), context);
  static char name[1024];
  pomp_region_name(name, sizeof name, role, c.name, c.sub_name);
  fit(row->region, sizeof row->region, name, REGION, false);
  fit(row->function, sizeof row->function, c.function, FUNCTION, true);
  const char *slash = strrchr(c.file, '/');
  if (*c.file && c.line == 0)
    fit(row->where, sizeof row->where, slash ? slash + 1 : c.file, WHERE, true);
  else if (*c.file) {
    char file[4 * FILE_NAME + 1];
    fit(file, sizeof file, slash ? slash + 1 : c.file, FILE_NAME, true);
    snprintf(row->where, sizeof row->where, "%s:%d", file, (int)c.line);
  }
}

static int width_of(const char *text, int width) {
  int columns = (int)pomp_text_columns(text);
  return columns > width ? columns : width;
}

/* Returns how many spaces follow the text in a column. */
static int gap(const char *text, int width) { return width - (int)pomp_text_columns(text); }

static void add_table(struct pomp_text *out, const struct row *rows, int count, double allocation) {
  int region = 6, function = 8, where = 5;
  for (int i = 0; i < count; i++) {
    region = width_of(rows[i].region, region);
    function = width_of(rows[i].function, function);
    where = width_of(rows[i].where, where);
  }
  pomp_text_add(out, "%7s %9s %9s %10s  %-*s  %-*s  %s\n", "self%", "self s", "wait s", "visits", region, "region",
                function, "function", "where");
  for (int i = 0; i < count; i++) {
    const struct row *r = &rows[i];
    pomp_text_add(out, "%7.1f %9.3f %9.3f %10llu  %s%*s  %s%*s  %s", 100 * r->sum.self / allocation, r->sum.self,
                  r->sum.wait, (unsigned long long)r->sum.visits, r->region, gap(r->region, region), "", r->function,
                  gap(r->function, function), "", r->where);
    if (r->sum.contended)
      pomp_text_add(out, "%*s  %.0f %% contended", gap(r->where, where), "",
                    100 * (double)r->sum.contended / (double)r->sum.visits);
    while (out->length && out->at[out->length - 1] == ' ')
      out->length--;
    pomp_text_add(out, "\n");
  }
}

/* Says in the head if the program shared its processors with others, or had more threads than processors, so that times
 * by the wall clock don't tell what it did. */
static void add_crowded(struct pomp_text *out, const struct pomp_summary *s) {
  if (!pomp_run_is_crowded(s->ready, s->busy))
    return;
  pomp_text_add(out, " · ready and not running %.1f %% (%llu thread%s", s->lived > 0 ? 100 * s->ready / s->lived : 0,
                (unsigned long long)s->threads, s->threads == 1 ? "" : "s");
  if (s->cpus)
    pomp_text_add(out, " on %llu CPU%s", (unsigned long long)s->cpus, s->cpus == 1 ? "" : "s");
  pomp_text_add(out, ")");
}

/* Says what the trace lacks, other than what the user has asked for. */
static void add_trace(struct pomp_text *out) {
  const struct pomp_trace_lacks *h = pomp_trace_lacks();
  if (h->stop_tick)
    pomp_text_add(out, "pomp: only the first %.2f s were traced\n",
                  pomp_clock_seconds(h->stop_tick - pomp_clock_begin()));
  if (h->dropped)
    pomp_text_add(out, "pomp: of the trace, only the last %llu KiB were kept\n", (unsigned long long)(h->limit >> 10));
  if (h->lost)
    pomp_text_add(out, "pomp: %llu records of the trace found no room\n", (unsigned long long)h->lost);
}

/* The user has switched OMPT off, perhaps for another tool and long ago. */
static bool is_ompt_disabled(void) {
  const char *setting = pomp_libc_getenv("OMP_TOOL");
  return setting && pomp_libc_compare(setting, "disabled") == 0;
}

/* The implicit barriers of a program that pomp-clang compiled have no events: it counts on OMPT. */
static void add_without_ompt(struct pomp_text *out, const struct pomp_summary *s) {
  bool disabled = is_ompt_disabled();
  if (!s->without_ompt && disabled && s->teams_unknown)
    pomp_text_add(out, "pomp: OMP_TOOL=disabled: the OpenMP runtime reported nothing of teams and tasks\n");
  if (s->ompt_end > 0)
    pomp_text_add(out, POMP_RUN_OMPT_ENDED, "pomp: ", s->ompt_end, s->barriers_end ? POMP_RUN_BARRIERS_MISSING : "");
  if (!s->without_ompt)
    return;
  pomp_text_add(out, "pomp: ");
  if (s->ranks)
    pomp_text_add(out, "on %llu rank%s, ", (unsigned long long)s->without_ompt, s->without_ompt == 1 ? "" : "s");
  pomp_text_add(out,
                "the OpenMP runtime offered no OMPT, so the waiting in implicit barriers is missing: compile with "
                "--pomp-barriers=explicit to measure it where OpenMP allows%s\n",
                disabled ? ", or unset OMP_TOOL=disabled" : "");
}

/* Returns the time in functions of MPI that may wait. How much of it is waiting only the traces of all ranks tell. */
static double mpi_of(const struct pomp_summary *s, pomp_summary_namer *names, void *context) {
  double time = 0;
  for (uint64_t i = 0; i < s->count; i++)
    if (POMP_KEY_ROLE(s->sums[i].key) == POMP_ROLE_MPI &&
        pomp_mpi_may_wait(names(POMP_KEY_CONSTRUCT(s->sums[i].key), context).name))
      time += s->sums[i].self;
  return time;
}

static const char *measuring_doubt(const struct pomp_summary *s) {
  struct pomp_run_doubts doubts = {.switches = s->switches};
  for (uint64_t i = 0; i < s->count; i++)
    pomp_run_doubts_add(&doubts, s->sums[i].visits, s->sums[i].contended);
  return pomp_run_measuring_doubt(&doubts, s->measuring, s->allocation);
}

void pomp_summary_print(struct pomp_summary *s, pomp_summary_namer *names, void *context) {
  static struct row rows[ROWS + 1];
  static char bytes[16384];
  struct pomp_text out = {bytes, sizeof bytes, 0};
  pomp_heap_sort(s->sums, s->count, sizeof *s->sums, by_self);
  int count = s->count < ROWS ? (int)s->count : ROWS;
  for (int i = 0; i < count; i++)
    fill_row(&rows[i], &s->sums[i], names, context);
  pomp_text_add(&out, "pomp: %s · ", pomp_experiment_program());
  if (s->ranks && s->ranks < pomp_experiment_ranks())
    pomp_text_add(&out, "%llu of %u ranks · ", (unsigned long long)s->ranks, pomp_experiment_ranks());
  else if (s->ranks)
    pomp_text_add(&out, "%llu rank%s · ", (unsigned long long)s->ranks, s->ranks == 1 ? "" : "s");
  double mpi = mpi_of(s, names, context);
  pomp_text_add(&out, "%llu thread%s%s%s · %.2f s wall · %.2f s threads × wall · idle %.1f %% · waiting %.1f %%",
                (unsigned long long)s->threads, s->threads == 1 ? "" : "s", s->helped ? pomp_run_helped : "",
                s->come_and_go ? pomp_run_come_and_go : "", s->wall, s->allocation, 100 * s->idle / s->allocation,
                100 * (s->waiting + mpi) / s->allocation);
  if (mpi > 0)
    pomp_text_add(&out, ", of which up to %.1f %% in MPI calls that may wait", 100 * mpi / s->allocation);
  pomp_text_add(&out, " · measuring ~%.1f %%%s", 100 * s->measuring / s->allocation, measuring_doubt(s));
  add_crowded(&out, s);
  pomp_text_add(&out, "\n");
  add_table(&out, rows, count, s->allocation);
  if (s->count > ROWS)
    pomp_text_add(&out, "        and %llu more\n", (unsigned long long)(s->count - ROWS));
  if (s->stopped && s->ranks)
    pomp_text_add(&out, "pomp: on %llu ranks, measurement ended before the program did\n",
                  (unsigned long long)s->stopped);
  else if (s->stopped)
    pomp_text_add(&out, "pomp: only the first %.2f s were measured\n", s->wall);
  add_without_ompt(&out, s);
  if (s->forked)
    pomp_text_add(&out, POMP_RUN_FORKED, "pomp: ", (unsigned long long)s->forked, s->forked == 1 ? "" : "es");
  if (!s->ranks)
    add_trace(&out);
  if (pomp_experiment_is_chosen())
    pomp_text_add(&out, "pomp: experiment %s (look at it: pomp-report %s)\n", pomp_experiment_name(),
                  pomp_experiment_name());
  else
    pomp_text_add(&out, "pomp: experiment %s (look at it: pomp-report)\n", pomp_experiment_name());
  pomp_text_clean(bytes, '\n');
  out.length = pomp_text_show(bytes, sizeof bytes);
  pomp_say_text(bytes, out.length);
}

void pomp_summary_print_own(const struct pomp_end *end) {
  struct pomp_summary s;
  if (!pomp_summary_make(&s, end)) {
    pomp_say(POMP_SAYS_NO_TABLE, pomp_experiment_name());
    return;
  }
  pomp_summary_print(&s, own_names, NULL);
  pomp_summary_free(&s);
}
