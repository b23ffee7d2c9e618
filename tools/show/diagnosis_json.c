/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* diagnosis_json.c - findings for programs, as docs/properties.md says.
 * Not here: what is found (tools/findings), text (diagnosis_text.c). */
#include "files/call_sites.h"
#include "findings/diagnosis.h"
#include "show/findings.h"
#include "show/json_rows.h"
#include "show/look_at_view.h"
#include "show/one_run.h"
#include "show/report.h"
#include "show/table_cells.h"
#include "show/unexplained.h"

/* Lists the call path of a finding from the outermost region inwards. */
static json_t *call_path(const struct analysis *a, uint32_t path, bool *good) {
  json_t *array = json_array();
  for (; path != NO_PATH && path; path = a->paths[path].parent)
    *good = json_array_insert_new(array, 0, json_string_nocheck(a->regions[a->paths[path].region].name)) == 0 && *good;
  return array;
}

static json_t *locations(const struct diagnosis *d, const struct finding *f, uint32_t most, bool *good) {
  json_t *array = json_array();
  char name[512];
  for (uint32_t i = 0; i < f->location_count && i < most; i++) {
    analysis_location_name(d->analysis, f->locations[i], "\xe2\x86\x92", name, sizeof name);
    append(array, json_string_nocheck(name), good);
  }
  return array;
}

/* Lists the groups that the locations are, by their numbers among those of --json. */
static json_t *groups(const struct finding *f, bool *good) {
  json_t *array = json_array();
  for (uint32_t i = 0; i < f->group_count; i++)
    append(array, json_integer(f->groups[i]), good);
  return array;
}

static void set_region(json_t *o, const struct region *r, bool *good) {
  char where[4096];
  if (r)
    print_where(where, sizeof where, r);
#define FIGURES_OF_PLACE_FOUND
#include "files/figures.def"
}

/* Says which rank comes late, and where it is until then. */
static json_t *cause(const struct analysis *a, const struct finding *f, bool *good) {
  const struct region *r = f->cause_region == NO_REGION ? NULL : &a->regions[f->cause_region];
  if (f->cause_process == NO_CAUSE)
    return json_null();
  json_t *o = json_object();
#define FIGURES_OF_CAUSE
#include "files/figures.def"
  return o;
}

static json_t *finding(const struct diagnosis *d, const struct finding *f, uint32_t most, bool *good) {
  const struct analysis *a = d->analysis;
  const struct region *r = f->region == NO_REGION ? NULL : &a->regions[f->region];
  json_t *o = json_object(), *evidence = json_object();
  char who[4096], hot[CELL_SIZE];
  finding_hot_words(d, f, hot, sizeof hot);
  finding_who(d, f, "\xe2\x86\x92", who, sizeof who);
  for (uint32_t i = 0; i < f->evidence_count; i++)
    set(evidence, f->evidence[i].key, json_real(f->evidence[i].value), good);
#define FIGURES_OF_FINDING
#include "files/figures.def"
  return o;
}

static json_t *of_kind(const struct explained_time *l, enum explained_kind kind, bool *good) {
  json_t *o = json_object();
#define FIGURES_OF_EXPLAINED
#include "files/figures.def"
  return o;
}

static json_t *place(const struct diagnosis *d, const struct explained_place *p, bool *good) {
  json_t *o = json_object();
#define FIGURES_OF_EXPLAINED_PLACE
#include "files/figures.def"
  return o;
}

/* Lists where the waiting and the idleness are that no finding explains. */
static json_t *ledger(const struct diagnosis *d, bool *good) {
  static char text[UNEXPLAINED_TEXT];
  const struct explained_time *l = &d->explained;
  json_t *o = json_object(), *places = json_array();
  for (uint32_t i = 0; i < l->count; i++)
    append(places, place(d, &l->places[i], good), good);
  unexplained_words(d, UNEXPLAINED_PLACES, text, sizeof text);
#define FIGURES_OF_LEDGER
#include "files/figures.def"
  return o;
}

json_t *json_diagnosis(struct diagnosis *d, uint32_t most, bool *good) {
  static char command[ONE_RUN_TEXT], next[ONE_RUN_TEXT], inside[ONE_RUN_TEXT];
  struct looks looks;
  json_t *o = json_object(), *findings = json_array();
  *good = diagnosis_find_groups(d) && *good;
  *good = look_at_find(&looks, d) && *good;
  for (uint32_t i = 0; *good && i < d->count; i++)
    append(findings, finding(d, &d->findings[i], most, good), good);
  one_run_command(d, command, sizeof command);
  one_run_words(d, next, sizeof next);
  inside_words(d, inside, sizeof inside);
#define FIGURES_OF_DIAGNOSIS
#include "files/figures.def"
  look_at_free(&looks);
  return o;
}

bool report_diagnosis_json(FILE *out, const struct analysis *a) {
  struct diagnosis d;
  bool good = diagnose(&d, a);
  json_t *o = good ? json_diagnosis(&d, UINT32_MAX, &good) : NULL;
  diagnosis_free(&d);
  if (good && (json_dumpf(o, out, JSON_INDENT(2) | JSON_PRESERVE_ORDER) != 0 || fputc('\n', out) == EOF))
    good = true; /* main says that it can't write */
  json_decref(o);
  return good;
}
