/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* page_run.c - fills the block `run` of a page: what --json, --diagnose and --efficiency have, put together once.
 * Not here: what the page has beyond that (page_quality.c, page_causes.c, page_cells.c, page_source.c). */
#include "findings/diagnosis.h"
#include "show/efficiency_rows.h"
#include "show/findings.h"
#include "show/html_page.h"
#include "show/json_parts.h"
#include "show/one_run.h"
#include "show/report.h"
#include "show/report_page.h"
#include "show/unexplained.h"

#include <stdlib.h>
#include <string.h>

/* Returns the lines that the head of all views has below its first two, which are the warnings. */
static json_t *notes(const struct analysed_experiment *o, bool *good) {
  char *text = NULL;
  size_t size = 0, number = 0;
  json_t *array = json_array();
  FILE *out = open_memstream(&text, &size);
  if (!out)
    return NULL;
  *good = report_head(out, &o->loaded, &o->analysis) && *good;
  *good = fclose(out) == 0 && *good;
  for (char *line = text; line && *line; number++) {
    char *end = strchrnul(line, '\n'), *next = *end ? end + 1 : end;
    *end = 0;
    if (*line && number > 1)
      append(array, text_of(line), good);
    line = next;
  }
  free(text);
  return array;
}

/* Sets the findings and what to look at as --diagnose --json has them, the findings with the words of --diagnose, and
 * the numbers of what they are about. */
static void set_findings(json_t *run, struct diagnosis *d, const struct page_locations *few, bool *good) {
  json_t *all = json_diagnosis(d, few->all ? UINT32_MAX : few->count, good), *array = json_object_get(all, "findings");
  set(run, "findings", json_incref(array), good);
  set(run, "look_at", json_incref(json_object_get(all, "look_at")), good);
  json_decref(all);
  for (uint32_t i = 0; i < d->count && *good; i++) {
    const struct finding *f = &d->findings[i];
    json_t *o = json_array_get(array, i);
    char worth[256];
    finding_worth(f, worth, sizeof worth);
    set(o, "worth", json_string(worth), good);
    set(o, "region_id", f->region == NO_REGION ? json_null() : json_integer(f->region), good);
    set(o, "path_id", f->path == NO_PATH ? json_null() : json_integer(f->path), good);
  }
}

/* Returns the sentence on what one run can't tell, which has the command line in it, or null. */
static json_t *one_run(const struct diagnosis *d, bool anonymous) {
  static char text[2 * ONE_RUN_TEXT];
  inside_words(d, text, ONE_RUN_TEXT);
  const size_t used = strlen(text);
  one_run_words(d, text + used + (used ? 2 : 0), ONE_RUN_TEXT);
  if (used) {
    text[used] = '.';
    text[used + 1] = text[used + 2] ? ' ' : 0;
  }
  return *text && !anonymous ? json_string(text) : json_null();
}

/* Returns the sentence on what no finding explains, or null. */
static json_t *unexplained(const struct diagnosis *d) {
  static char text[UNEXPLAINED_TEXT];
  unexplained_words(d, UNEXPLAINED_PLACES, text, sizeof text);
  return *text ? json_string(text) : json_null();
}

/* Returns the waits by waiter and holder, over all call paths and locations. */
static json_t *pairs(const struct analysis *a, bool *good) {
  json_t *array = json_array();
  for (uint32_t i = 0; i < a->pair_count && *good; i++) {
    const struct blame *p = &a->pairs[i];
    json_t *o = json_object();
    set(o, "waiter", json_integer(p->waiter), good);
    set(o, "holder", p->holder == NO_REGION ? json_null() : json_integer(p->holder), good);
    set(o, "held", json_boolean(p->held), good);
    set(o, "waits", integer(p->waits), good);
    set(o, "wait_ns", integer(p->time), good);
    append(array, o, good);
  }
  return array;
}

/* Returns which factor is which, in the order of the tree. */
static json_t *factors(bool *good) {
  json_t *array = json_array();
  for (int i = 0; i < FACTORS; i++) {
    json_t *o = json_object();
    set(o, "key", json_string(factor_rows[i].key), good);
    set(o, "text", json_string(factor_rows[i].text), good);
    set(o, "depth", json_integer(factor_rows[i].depth), good);
    append(array, o, good);
  }
  return array;
}

static json_t *efficiency(const struct view_input *s, bool *good) {
  const struct efficiency_request request = {
      .experiments = s->experiments, .count = 1, .names = s->request->names, .name_count = s->request->name_count};
  json_t *o = json_efficiency(&request, good);
  set(o, "factors", factors(good), good);
  return o;
}

/* Each row is what a page may hold beside its figures, for people who want to know before they send it. */
static json_t *holds(const struct report_request *request, bool *good) {
  const bool named = !request->anonymous;
  const struct {
    const char *what, *text;
    bool there;
  } rows[] = {{"who", "host, user, process number and time of the run", named},
              {"paths", "paths of the program and of its files", named},
              {"command", "the command line", named},
              {"environment", "the POMP_* variables of the run", named},
              {"source", "lines of the source", named && !request->no_source},
              {"names", "names of functions and constructs, and the lines where they are", true}};
  json_t *array = json_array();
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    json_t *o = json_object();
    set(o, "what", json_string(rows[i].what), good);
    set(o, "text", json_string(rows[i].text), good);
    set(o, "there", json_boolean(rows[i].there), good);
    append(array, o, good);
  }
  return array;
}

bool page_run(html_block_t *b, const struct view_input *s) {
  const struct analysed_experiment *o = s->experiments;
  const struct analysis *a = &o->analysis;
  struct diagnosis d;
  struct page_locations few;
  bool good = diagnose(&d, a);
  good = page_locations_find(&few, &d) && good;
  json_t *run = page_document(&o->loaded, a, &few, &good);
  set_findings(run, &d, &few, &good);
  set(run, "unexplained", unexplained(&d), &good);
  set(run, "one_run", one_run(&d, s->request->anonymous), &good);
  set(run, "efficiency", efficiency(s, &good), &good);
  set(run, "phase_paths", page_phases(a, &good), &good);
  set(run, "pairs", pairs(a, &good), &good);
  set(run, "mpi_waits", s->request->traced ? json_null() : page_mpi_waits(o, &good), &good);
  set(run, "notes", notes(o, &good), &good);
  set(run, "quality", page_quality(o, &good), &good);
  set(run, "causes", page_causes(&good), &good);
  set(run, "bar", page_bar(a, &good), &good);
  set(run, "cells", page_cells(b, s, &few, &good), &good);
  if (!s->request->anonymous && !s->request->no_source)
    set(run, "source", page_source(&d, o->loaded.directory, &s->request->source, &good), &good);
  set(run, "holds", holds(s->request, &good), &good);
  set(run, "version", json_string(POMP_VERSION), &good);
  good = page_cause_arrays(b, a) && good;
  if (s->request->anonymous && !html_anonymise(run)) {
    json_decref(run);
    run = NULL; /* which is not written */
    good = false;
  }
  html_block_json(b, run);
  page_locations_free(&few);
  diagnosis_free(&d);
  return good;
}
