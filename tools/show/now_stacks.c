/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* now_stacks.c - prints the stacks of a program's threads, as its user wrote them; the same one once.
 * Not here: how they are taken (tools/sums/live_stacks.c, core_file.c). */
#include "show/now_stacks.h"
#include "base/text_columns.h"
#include "files/running_process.h"
#include "pomp_text.h"
#include "show/table_cells.h"
#include "sums/groups.h"
#include "sums/live_stacks.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { NAMES = 44 }; /* columns, at most, of the functions and regions */

/* --- why there is none --- */

/* Returns the number behind the words in a file that has it there, or else 0. */
static long number_in(const char *path, const char *words) {
  char line[256];
  long number = 0;
  FILE *file = fopen(path, "re");
  while (file && fgets(line, sizeof line, file))
    if (strncmp(line, words, strlen(words)) == 0)
      number = strtol(line + strlen(words), NULL, 10);
  if (file)
    fclose(file);
  return number;
}

static void explain(const struct live_stacks *l, uint32_t i, char *text, size_t size) {
  const struct experiment *e = &l->experiment;
  const struct location *at = &e->locations[l->analysis.now[l->threads[i].now].location];
  const int error = l->threads[i].error;
  char status[64];
  snprintf(
      status, sizeof status, "/proc/%u/task/%u/status", process_number(&e->processes[at->process]),
      running_process_thread(process_number(&e->processes[at->process]), &e->processes[at->process], at->os_thread));
  const long other = number_in(status, "TracerPid:"), yama = number_in("/proc/sys/kernel/yama/ptrace_scope", "");
  if (error == EPERM && other)
    snprintf(text, size, "process %ld traces it already", other);
  else if (error == EPERM && yama)
    snprintf(text, size, "kernel.yama.ptrace_scope is %ld, so that only root may stop it", yama);
  else if (error == EPERM)
    snprintf(text, size, "the system does not let you stop it");
  else if (error == ESRCH)
    snprintf(text, size, "the thread is not there");
  else if (error == EAGAIN)
    snprintf(text, size, "it did not stop within 0.1 s");
  else if (error == ENOEXEC)
    snprintf(text, size, "its registers are those of another kind of processor");
  else
    snprintf(text, size, "%s", strerror(error));
}

/* --- which threads have the same one --- */

static const struct sample_frame *stack_of(const struct live_stacks *l, uint32_t i, uint32_t *length) {
  const struct sample_row *r = &l->samples->rows[l->threads[i].row];
  *length = r->length;
  return l->samples->stack + r->first;
}

static bool is_same(const struct live_stacks *l, uint32_t i, uint32_t k) {
  uint32_t x, y;
  if (l->threads[i].error || l->threads[k].error)
    return l->threads[i].error == l->threads[k].error;
  const struct sample_frame *a = stack_of(l, i, &x), *b = stack_of(l, k, &y);
  bool same = x == y;
  for (uint32_t n = 0; same && n < x; n++)
    same = a[n].path == b[n].path && a[n].place == b[n].place;
  return same;
}

/* --- one stack --- */

/* Writes the name and the place of a function, or of a region of the call path. */
static void describe(const struct live_stacks *l, const struct sample_frame *f, char *name, char *where, size_t size) {
  const struct samples *s = l->samples;
  if (f->place == NO_PLACE) {
    const struct region *r = &l->analysis.regions[l->analysis.paths[f->path].region];
    snprintf(name, size, "%s", r->name);
    print_where(where, size, r);
    return;
  }
  const struct sample_place *p = &s->places[f->place];
  snprintf(name, size, "%s", s->functions[p->function].name);
  if (p->line)
    snprintf(where, size, "%s:%d", p->file, p->line);
  else
    snprintf(where, size, "%s", p->file);
}

static void print_frame(FILE *out, const struct live_stacks *l, const struct sample_frame *f, size_t width) {
  static char name[CELL_SIZE], where[CELL_SIZE], shown[CELL_SIZE];
  describe(l, f, name, where, sizeof name);
  pomp_text_show(name, sizeof name);
  pomp_text_show(where, sizeof where);
  pomp_text_shorten_middle(shown, sizeof shown, name, width, text_ellipsis());
  size_t used = text_columns(shown);
  fprintf(out, "  %s%*s%s\n", shown, *where ? (int)(width > used ? width - used : 0) + 2 : 0, "", where);
}

static const struct region *region_of(const struct live_stacks *l, const struct sample_frame *f) {
  return f->place == NO_PLACE ? &l->analysis.regions[l->analysis.paths[f->path].region] : NULL;
}

/* True if both are parts of one construct, with nothing between them. */
static bool is_of_same(const struct region *a, const struct region *b) {
  return a && b && a->construct && a->construct == b->construct;
}

/* A construct has several parts, such as that of a `parallel` on the thread that meets it and on each member, or a
 * `critical` and its block. One of them is enough to see where the thread is, but for the barrier at the end. */
static bool is_shown(const struct live_stacks *l, const struct sample_frame *f, uint32_t i, uint32_t length) {
  const struct region *r = region_of(l, &f[i]);
  const struct region *before = i > 0 ? region_of(l, &f[i - 1]) : NULL;
  const struct region *next = i + 1 < length ? region_of(l, &f[i + 1]) : NULL;
  if (!r)
    return true;
  if (r->role == POMP_ROLE_FORK)
    return !next || next->role != POMP_ROLE_TEAM || !is_of_same(r, next);
  return r->construct && (r->role == POMP_ROLE_TEAM || r->role == POMP_ROLE_BARRIER || !is_of_same(r, before));
}

static size_t widest(const struct live_stacks *l, const struct sample_frame *f, uint32_t count) {
  static char name[CELL_SIZE], where[CELL_SIZE];
  size_t most = 0;
  for (uint32_t i = 0; i < count; i++) {
    if (!is_shown(l, f, i, count))
      continue;
    describe(l, &f[i], name, where, sizeof name);
    pomp_text_show(name, sizeof name);
    size_t width = text_columns(name);
    most = width > most ? width : most;
  }
  return most < NAMES ? most : NAMES;
}

/* Names a thread and all that have the same stack, and notes which these are. False: no memory. */
static bool name_same(const struct live_stacks *l, uint32_t first, bool *printed, char *names, size_t size) {
  const struct analysis *a = &l->analysis;
  const uint32_t all = l->experiment.location_count;
  bool *is_one = calloc(all + 1ull, sizeof *is_one);
  uint32_t count = 0, *locations = malloc((all + 1ull) * sizeof *locations);
  for (uint32_t i = 0; is_one && i < l->count; i++)
    if (!printed[i] && is_same(l, first, i))
      is_one[a->now[l->threads[i].now].location] = printed[i] = true;
  for (uint32_t i = 0; is_one && locations && i < all; i++)
    if (is_one[a->location_order[i]])
      locations[count++] = a->location_order[i];
  if (locations)
    locations_name(a, locations, count, location_arrow(), names, size);
  bool good = is_one && locations;
  free(is_one);
  free(locations);
  return good;
}

/* Prints the stack of a thread and of all that have the same. False: no memory. */
static bool print_same(FILE *out, const struct live_stacks *l, uint32_t first, bool *printed) {
  static char names[CELL_SIZE], where[256];
  uint32_t length;
  if (!name_same(l, first, printed, names, sizeof names))
    return false;
  if (l->threads[first].error) {
    explain(l, first, where, sizeof where);
    fprintf(out, "%s: no stack: %s\n", names, where);
    return true;
  }
  const struct sample_row *r = &l->samples->rows[l->threads[first].row];
  const struct sample_frame *f = stack_of(l, first, &length);
  fprintf(out, "%s%s\n", names, r->cut ? " (not known further out)" : "");
  size_t width = widest(l, f, length);
  for (uint32_t i = 0; i < length; i++)
    if (is_shown(l, f, i, length))
      print_frame(out, l, &f[i], width);
  return true;
}

/* --- all --- */

static bool has_process(const struct experiment *e, uint32_t pid) {
  bool has = false;
  for (uint32_t i = 0; i < e->process_count; i++)
    has |= e->processes[i].header.pid == pid && live_is_dead(&e->processes[i]);
  return has;
}

bool now_stacks_can(const struct analysis *a, const char *core, uint32_t *process) {
  struct core_file *c = core_file_open(core);
  *process = c ? core_file_process(c) : 0;
  bool can = c && has_process(a->experiment, *process);
  core_file_close(c);
  return can;
}

static void print_head(FILE *out, const struct live_stacks *l, const char *core) {
  char file[4096];
  snprintf(file, sizeof file, "%s", core ? core : "");
  pomp_text_clean(file, 0);
  pomp_text_show(file, sizeof file);
  if (core)
    fprintf(out, "\nStacks, from %s:\n", file);
  else if (!l->count)
    fputs("\nNo stacks: the program does not run on this machine.\n", out);
  else if (!l->samples)
    fputc('\n', out); /* each thread has its reason */
  else
    fprintf(out, "\nStacks: threads were stopped for this one by one, for %.3f ms at most.\n",
            (double)l->longest * 1e-6);
  if (l->samples && !l->samples->frames_known)
    fprintf(out, "No callers are known: %s.\n",
            !samples_have_callers() ? "this pomp-report has no libdw"
            : l->changed            ? "files of the program's code are not what they were"
                                    : "the threads are in no file of code that can be read");
}

/* Prints them in the order of the view's rows. */
static bool print_all(FILE *out, const struct live_stacks *l, bool *printed) {
  const struct analysis *a = &l->analysis;
  for (uint32_t g = 0; g < a->now_group_count; g++)
    for (uint32_t i = 0; i < l->count; i++) {
      const uint32_t now = l->threads[i].now, first = a->now_groups[g].first;
      if (!printed[i] && now >= first && now - first < a->now_groups[g].count && !print_same(out, l, i, printed))
        return false;
    }
  return true;
}

bool now_stacks_print(FILE *out, const struct analysis *a, const char *core) {
  struct live_stacks l;
  struct core_file *from = core ? core_file_open(core) : NULL;
  if (core && !from)
    return true; /* it could be opened before, and a line has said now that it can't be */
  bool good = live_stacks_take(&l, a, from), *printed = calloc(l.count + 1ull, sizeof *printed);
  good = good && printed;
  if (good) {
    print_head(out, &l, core);
    good = print_all(out, &l, printed);
  }
  free(printed);
  live_stacks_free(&l);
  core_file_close(from);
  return good;
}
