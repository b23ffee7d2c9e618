/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* summary_table.c - the table on stderr at the end of a run, of a process or of all ranks of a job.
 * Not here: the sums (summary.c, and for ranks libpompomp-mpi), the diagnosis (tools/findings, by way of
 * common/pomp_first.h). docs/environment.md defines each figure. */
#include "base/arena.h"
#include "base/clock.h"
#include "base/heap_sort.h"
#include "base/libc.h"
#include "base/message.h"
#include "base/messages.h"
#include "definitions/region.h"
#include "life/experiment.h"
#include "life/summary.h"
#include "pomp_arch.h"
#include "pomp_first.h"
#include "pomp_mpi_waits.h"
#include "pomp_names.h"
#include "pomp_run.h"
#include "pomp_system.h"
#include "pomp_text.h"
#include "records/trace_file.h"
#include "state/gate.h"

#include <stdbool.h>
#include <string.h>

/* The table fits a screen: these rows at most, which have so much of the time together, and lines of so many columns.
 */
enum { ROWS = 10, WIDTH = 80 };
#define ENOUGH 0.95

static int by_self(const void *a, const void *b) {
  const struct pomp_sum *x = a, *y = b;
  if (x->self != y->self)
    return x->self < y->self ? 1 : -1;
  return x->key < y->key ? -1 : x->key > y->key;
}

/* A cell is a text that fits a line. A character takes up to four bytes, and one column. */
enum { SELF_PERCENT, SELF, WAIT, VISITS, REGION, FUNCTION, WHERE, CONTENDED, CELLS };
enum { CELL = 4 * WIDTH + 1, NARROWEST = 8 };
static const struct {
  const char *head;
  bool left; /* aligned, and may lose its middle */
} columns[CELLS] = {{"self%", false}, {"self s", false},  {"wait s", false}, {"visits", false},
                    {"region", true}, {"function", true}, {"where", true},   {"", false}};
struct row {
  char cells[CELLS][CELL];
};

/* Writes what fits into a line, and a mark where the middle is missing. */
static void fit(char *to, const char *text) {
  static char some[1024]; /* more than is shown */
  pomp_text_shorten_middle(some, sizeof some, text, WIDTH, "…");
  pomp_text_clean(some, 0);
  pomp_text_show(some, sizeof some);
  pomp_text_shorten_middle(to, CELL, some, WIDTH, "…");
}

static struct pomp_summary_names own_names(uint32_t construct, void *unused) {
  static struct pomp_region_names names;
  (void)unused;
  pomp_region_names(construct, &names);
  return (struct pomp_summary_names){names.name, names.sub_name, names.function, names.file, names.line, names.place};
}

static void fill_figures(struct row *row, const struct pomp_sum *sum, double allocation) {
  snprintf(row->cells[SELF_PERCENT], CELL, "%.1f", 100 * sum->self / allocation);
  snprintf(row->cells[SELF], CELL, "%.3f", sum->self);
  snprintf(row->cells[WAIT], CELL, "%.3f", sum->wait);
  snprintf(row->cells[VISITS], CELL, "%llu", (unsigned long long)sum->visits);
  row->cells[CONTENDED][0] = 0;
  if (sum->contended)
    snprintf(row->cells[CONTENDED], CELL, "%.0f %% contended", 100 * (double)sum->contended / (double)sum->visits);
}

static void fill_names(struct row *row, const struct pomp_sum *sum, pomp_summary_namer *names, void *context) {
  uint32_t role = POMP_KEY_ROLE(sum->key);
  row->cells[FUNCTION][0] = row->cells[WHERE][0] = 0;
  if (!sum->key) {
    strcpy(row->cells[REGION], pomp_role_names[POMP_ROLE_NONE].fixed);
    return;
  }
  struct pomp_summary_names c = names(POMP_KEY_CONSTRUCT(sum->key), context);
  static char name[1024];
  pomp_region_name(name, sizeof name, role, c.name, c.sub_name);
  fit(row->cells[REGION], name);
  fit(row->cells[FUNCTION], c.function);
  const char *slash = strrchr(c.file, '/'), *file = slash ? slash + 1 : c.file;
  if (*c.file && c.line)
    snprintf(name, sizeof name, "%.700s:%d%.200s", file, (int)c.line, c.place);
  fit(row->cells[WHERE], *c.file && c.line ? name : file);
}

/* Makes the columns as wide as their cells; 0: there is nothing in them. If a line has no room for all, the function is
 * left out, and then the widest text is made narrower. */
static void measure(int *width, const struct row *rows, int count) {
  int total = 0;
  for (int c = 0; c < CELLS; c++) {
    width[c] = 0;
    for (int i = 0; i < count; i++) {
      int has = (int)pomp_text_columns(rows[i].cells[c]);
      width[c] = has > width[c] ? has : width[c];
    }
    int head = (int)strlen(columns[c].head);
    width[c] = width[c] && head > width[c] ? head : width[c];
    total += width[c] ? 2 + width[c] : 0;
  }
  if (total > WIDTH && width[FUNCTION]) {
    total -= 2 + width[FUNCTION];
    width[FUNCTION] = 0;
  }
  for (; total > WIDTH; total--) {
    int widest = width[WHERE] > width[REGION] ? WHERE : REGION;
    if (width[widest] <= NARROWEST)
      return;
    width[widest]--;
  }
}

/* Adds a line of the table, or that of the heads if `row` is NULL. No line ends with blanks. */
static void add_line(struct pomp_text *out, const int *width, const struct row *row) {
  char text[CELL];
  for (int c = 0; c < CELLS; c++) {
    if (!width[c])
      continue;
    pomp_text_shorten_middle(text, sizeof text, row ? row->cells[c] : columns[c].head, (size_t)width[c], "…");
    int gap = width[c] - (int)pomp_text_columns(text);
    pomp_text_add(out, "%*s%s%*s", 2 + (columns[c].left ? 0 : gap), "", text, columns[c].left ? gap : 0, "");
  }
  while (out->length && out->at[out->length - 1] == ' ')
    out->length--;
  pomp_text_add(out, "\n");
}

/* Adds the rows that have most of the time, and says how many are left, and what these have. */
static void add_table(struct pomp_text *out, const struct pomp_summary *s, pomp_summary_namer *names, void *context) {
  static struct row rows[ROWS];
  int width[CELLS], count = 0;
  double all = 0, time = 0;
  for (uint64_t i = 0; i < s->count; i++)
    all += s->sums[i].self;
  for (; count < ROWS && (uint64_t)count < s->count && (!count || time < ENOUGH * all); count++) {
    fill_figures(&rows[count], &s->sums[count], s->allocation);
    fill_names(&rows[count], &s->sums[count], names, context);
    time += s->sums[count].self;
  }
  measure(width, rows, count);
  add_line(out, width, NULL);
  for (int i = 0; i < count; i++)
    add_line(out, width, &rows[i]);
  uint64_t rest = s->count - (uint64_t)count;
  if (rest)
    pomp_text_add(out, "  and %llu more row%s with %.1f %%\n", (unsigned long long)rest, rest == 1 ? "" : "s",
                  100 * (all > time ? all - time : 0) / s->allocation);
}

/* The head is made of parts, which are in lines of their own where one has no room for all. */
static void add_part(struct pomp_text *out, const char *part) {
  size_t line = out->length;
  while (line && out->at[line - 1] != '\n')
    line--;
  const char *between = line == out->length ? "pomp: " : " · ";
  if (line < out->length && pomp_text_columns(out->at + line) + 3 + pomp_text_columns(part) > WIDTH)
    between = "\npomp: ";
  pomp_text_add(out, "%s%s", between, part);
}

/* Says in the head if the program shared its processors with others, or had more threads than processors, so that times
 * by the wall clock don't tell what it did. */
static void add_crowded(struct pomp_text *out, const struct pomp_summary *s) {
  char text[128], on[32] = "";
  if (!pomp_run_is_crowded(s->ready, s->busy))
    return;
  if (s->cpus)
    snprintf(on, sizeof on, " on %llu CPU%s", (unsigned long long)s->cpus, s->cpus == 1 ? "" : "s");
  snprintf(text, sizeof text, "ready and not running %.1f %% (%llu thread%s%s)",
           s->lived > 0 ? 100 * s->ready / s->lived : 0, (unsigned long long)s->threads, s->threads == 1 ? "" : "s",
           on);
  add_part(out, text);
}

/* Says in the head if the kernel took a good part of the threads' time on processors. */
static void add_kernel(struct pomp_text *out, const struct pomp_summary *s) {
  char text[160];
  const unsigned long long switches = (unsigned long long)s->sleeps + s->switches;
  if (!pomp_run_is_in_kernel(s->user, s->system, s->allocation))
    return;
  snprintf(text, sizeof text, "in the kernel %.1f %% of the CPU time (%llu page fault%s, %llu switch%s)",
           100 * s->system / (s->user + s->system), (unsigned long long)s->faults, s->faults == 1 ? "" : "s", switches,
           switches == 1 ? "" : "es");
  add_part(out, text);
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

/* Adds who ran, and for how long. */
static void add_run(struct pomp_text *out, const struct pomp_summary *s) {
  static char text[1024];
  add_part(out, pomp_experiment_program());
  snprintf(text, sizeof text, "%llu of %u ranks", (unsigned long long)s->ranks, pomp_experiment_ranks());
  if (s->ranks && s->ranks >= pomp_experiment_ranks())
    snprintf(text, sizeof text, "%llu rank%s", (unsigned long long)s->ranks, s->ranks == 1 ? "" : "s");
  if (s->ranks)
    add_part(out, text);
  snprintf(text, sizeof text, "%llu thread%s%s%s", (unsigned long long)s->threads, s->threads == 1 ? "" : "s",
           s->helped ? pomp_run_helped : "", s->come_and_go ? pomp_run_come_and_go : "");
  add_part(out, text);
  snprintf(text, sizeof text, "%.2f s wall", s->wall);
  add_part(out, text);
  snprintf(text, sizeof text, "%.2f s threads × wall", s->allocation);
  add_part(out, text);
  pomp_text_add(out, "\n");
}

/* Adds how the time went. */
static void add_parts(struct pomp_text *out, const struct pomp_summary *s, double mpi) {
  char text[256], of[96] = "";
  snprintf(text, sizeof text, "idle %.1f %%", 100 * s->idle / s->allocation);
  add_part(out, text);
  if (mpi > 0)
    snprintf(of, sizeof of, ", of which up to %.1f %% in MPI calls that may wait", 100 * mpi / s->allocation);
  snprintf(text, sizeof text, "waiting %.1f %%%s", 100 * (s->waiting + mpi) / s->allocation, of);
  add_part(out, text);
  snprintf(text, sizeof text, "measuring ~%.1f %%%s", 100 * s->measuring / s->allocation, measuring_doubt(s));
  add_part(out, text);
  add_kernel(out, s);
  add_crowded(out, s);
  pomp_text_add(out, "\n");
}

/* Adds what pomp-report --diagnose has first, in one line: without the function, if that has no room. */
static void add_first(struct pomp_text *out, const struct pomp_first *first) {
  static char what[sizeof *first], line[CELL];
  char begin[64];
  const char *in = *first->function ? " in " : "", *at = *first->where ? ", " : "";
  snprintf(begin, sizeof begin, "pomp: up to %.1f %% to be saved: ", 100 * first->part);
  const size_t room = WIDTH - strlen(begin);
  snprintf(what, sizeof what, "%s%s%s%s%s", first->what, in, first->function, at, first->where);
  if (pomp_text_columns(what) > room)
    snprintf(what, sizeof what, "%s%s%s", first->what, at, first->where);
  pomp_text_shorten_middle(line, sizeof line, what, room, "…");
  pomp_text_add(out, "%s%s\n", begin, line);
}

void pomp_summary_print(struct pomp_summary *s, pomp_summary_namer *names, void *context,
                        const struct pomp_first *first) {
  static char bytes[16384];
  struct pomp_text out = {bytes, sizeof bytes, 0};
  pomp_heap_sort(s->sums, s->count, sizeof *s->sums, by_self);
  add_run(&out, s);
  add_parts(&out, s, mpi_of(s, names, context));
  add_table(&out, s, names, context);
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
  if (first)
    add_first(&out, first);
  if (pomp_experiment_is_chosen())
    pomp_text_add(&out, "pomp: experiment %s (look at it: pomp-report %s)\n", pomp_experiment_name(),
                  pomp_experiment_name());
  else
    pomp_text_add(&out, "pomp: experiment %s (look at it: pomp-report)\n", pomp_experiment_name());
  pomp_text_clean(bytes, '\n');
  out.length = pomp_text_show(bytes, sizeof bytes);
  pomp_say_text(bytes, out.length);
}

/* An experiment of 1 MiB takes some 5 ms; one of 200 KiB, as most are, 1 ms. */
#define LARGEST (2u << 20)
#define ROOM_TIMES 24        /* so many times its size is more than the analysis takes of memory, */
#define ROOM_MORE (1u << 20) /* with so much for what does not depend on it */

/* Finds what the diagnosis has first in the experiment of this process, which is complete. False if there is none, or
 * if it would take long: then pomp-report says it. */
static bool first_finding(struct pomp_first *first) {
  const size_t size = pomp_arena_used();
  if (size > LARGEST)
    return false;
  const size_t room = ROOM_TIMES * size + ROOM_MORE;
  void *memory = pomp_sys_memory(room);
  if (!memory)
    return false;
  const unsigned traps = pomp_arch_fp_quiet();
  bool good = pomp_first_find(first, pomp_base, size, memory, room);
  pomp_arch_fp_restore(traps);
  pomp_sys_munmap(memory, room);
  return good;
}

void pomp_summary_print_own(const struct pomp_end *end, bool cut) {
  static struct pomp_first first;
  struct pomp_summary s;
  if (!pomp_summary_make(&s, end)) {
    pomp_say(POMP_SAYS_NO_TABLE, pomp_experiment_name());
    return;
  }
  pomp_summary_print(&s, own_names, NULL, !cut && first_finding(&first) ? &first : NULL);
  pomp_summary_free(&s);
}
