/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* now_view.c - the view of what each thread does now: where it is, since when, what it waits for, and what never ends.
 * Not here: how that is found (tools/sums/threads_now.c, open_visits.c), the cells of its columns (now_values.c). */
#include "pomp_text.h"
#include "show/notes.h"
#include "show/print_listing.h"
#include "show/report.h"
#include "show/table_cells.h"
#include "show/wrap.h"
#include "sums/groups.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { WIDTH = 80, MOST_ROWS = 14, SENTENCE_LINES = 4 }; /* where the screen has 24 lines of so many columns */
#define LONG_NS 100000000u                               /* from here on it is worth a word that nothing has happened */

/* --- the head --- */

static void print_figures(FILE *out, const struct analysed_experiment *o) {
  const struct experiment *e = &o->loaded.experiment;
  const struct analysis *a = &o->analysis;
  char text[8192], of[64], quiet[96] = "", directory[sizeof o->loaded.directory];
  memcpy(directory, o->loaded.directory, sizeof directory);
  pomp_text_clean(directory, 0);
  if (e->process_count > 1)
    snprintf(of, sizeof of, "%u processes", e->process_count);
  else
    snprintf(of, sizeof of, "pid %u", process_number(&e->processes[0]));
  if (a->quiet >= LONG_NS)
    snprintf(quiet, sizeof quiet, " · nothing has begun or ended for %.2f s", (double)a->quiet * 1e-9);
  snprintf(text, sizeof text, "%s · %s · %s · %u thread%s · %.2f s%s · experiment %s", e->program,
           load_state_name(&o->loaded), of, a->all.threads, a->all.threads == 1 ? "" : "s", (double)a->all.wall * 1e-9,
           quiet, directory);
  wrap_parts(out, text, table_style.width);
}

/* Says when the measurement ended as usual, and that nothing is left to tell. */
static void print_normal_end(FILE *out, const struct analysed_experiment *o) {
  const struct experiment *e = &o->loaded.experiment;
  bool expected = report_open_is_expected(&o->loaded, &o->analysis);
  time_t end = (time_t)((e->header.epoch_ns + o->analysis.all.wall) / 1000000000u);
  struct tm local;
  char when[64] = "";
  if (localtime_r(&end, &local))
    strftime(when, sizeof when, ", at %Y-%m-%d %H:%M:%S", &local);
  fprintf(out, "The measurement ended normally after %.2f s%s%s\n", (double)o->analysis.all.wall * 1e-9, when,
          expected ? ". Nothing is open." : ". This was open then:");
}

/* --- what never ends --- */

/* Lists the members of the team that are waited for, and can't come. */
static uint32_t find_missing(const struct analysis *a, const struct thread_now *t, uint32_t *missing) {
  uint32_t count, found = 0;
  const struct awaited *w = analysis_awaited(a, t->visit, &count);
  for (uint32_t i = 0; i < count; i++)
    if (w[i].stuck)
      missing[found++] = a->open_visits[w[i].by].location;
  return found;
}

/* Says of a barrier which threads wait there, and which can't come. */
static bool print_barrier(FILE *out, const struct analysis *a, const struct now_group *g) {
  static char waiting[CELL_SIZE], missing[CELL_SIZE], where[512];
  const struct thread_now *t = &a->now[g->first];
  const struct region *r = &a->regions[a->paths[a->open_visits[t->visit].path].region];
  uint32_t awaited;
  analysis_awaited(a, t->visit, &awaited);
  uint32_t *locations = malloc(((size_t)awaited + g->count) * sizeof *locations);
  if (!locations)
    return false;
  for (uint32_t i = 0; i < g->count; i++)
    locations[i] = t[i].location;
  locations_name(a, locations, g->count, location_arrow(), waiting, sizeof waiting);
  locations_name(a, locations, find_missing(a, t, locations), location_arrow(), missing, sizeof missing);
  print_where(where, sizeof where, r);
  fprintf(out, "At %s%s%s%s, %s wait%s in vain: %s can't come.\n", r->name, *where ? " (" : "", where,
          *where ? ")" : "", waiting, g->count == 1 ? "s" : "", missing);
  free(locations);
  return true;
}

static bool print_stuck(FILE *out, const struct analysis *a) {
  bool good = true;
  report_deadlock(out, a);
  for (uint32_t i = 0; good && i < a->now_group_count; i++) {
    const struct now_group *g = &a->now_groups[i];
    const struct thread_now *t = &a->now[g->first];
    bool in_cycle = false;
    for (uint32_t k = 0; k < g->count; k++)
      in_cycle |= t[k].in_cycle;
    bool at_barrier =
        t->visit != NO_VISIT && a->regions[a->paths[a->open_visits[t->visit].path].region].role == POMP_ROLE_BARRIER;
    if (t->stuck && at_barrier && !in_cycle)
      good = print_barrier(out, a, g);
  }
  return good;
}

/* Prints sentences, each of which is a line, as the screen has room for them. */
static void print_wrapped(FILE *out, char *text) {
  for (char *line = text, *next; *line; line = next) {
    next = line + strcspn(line, "\n");
    next += *next ? (*next = 0, 1) : 0;
    wrap_words(out, "", line, table_style.width, SENTENCE_LINES);
  }
}

static bool print_sentences(FILE *out, const struct analysed_experiment *o) {
  char *text = NULL;
  size_t size;
  FILE *sentences = open_memstream(&text, &size);
  if (!sentences)
    return false;
  if (o->loaded.state == RUN_COMPLETE)
    print_normal_end(sentences, o);
  notes_print_end(sentences, &o->loaded, &o->analysis);
  bool good = print_stuck(sentences, &o->analysis);
  good = fclose(sentences) == 0 && good;
  if (good)
    print_wrapped(out, text);
  free(text);
  return good;
}

/* --- the table --- */

static bool print_table(FILE *out, const struct listing *l, const struct analysis *a) {
  const bool all = l->wanted->csv || table_options_narrow(l->wanted) || a->now_group_count <= MOST_ROWS + 1;
  const size_t count = all ? a->now_group_count : MOST_ROWS;
  struct row *rows = calloc(count + 1, sizeof *rows);
  if (!rows)
    return false;
  for (size_t i = 0; i < count; i++) {
    const struct now_group *g = &a->now_groups[i];
    const struct thread_now *t = &a->now[g->first];
    const uint32_t path = t->visit == NO_VISIT ? 0 : a->open_visits[t->visit].path;
    rows[i] =
        (struct row){.analysis = a, .now = g, .location = t->location, .region = &a->regions[a->paths[path].region]};
  }
  bool good = listing_show(out, l, rows, count);
  if (!all)
    fprintf(out, "%zu more rows: --top %u\n", a->now_group_count - count, a->now_group_count);
  free(rows);
  return good;
}

bool report_now(FILE *out, const struct listing *l, const struct analysed_experiment *o) {
  const struct table_style before = table_style;
  bool over = o->loaded.state == RUN_COMPLETE && report_open_is_expected(&o->loaded, &o->analysis);
  bool good = true;
  if (l->wanted->csv)
    return print_table(out, l, &o->analysis);
  table_style.width = before.width ? before.width : WIDTH;
  table_style.brief = true;
  print_figures(out, o);
  good = print_sentences(out, o);
  if (good && !over) {
    fputc('\n', out);
    good = print_table(out, l, &o->analysis);
  }
  table_style = before;
  return good;
}
