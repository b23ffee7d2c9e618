/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* diagnosis_text.c - findings as text.
 * Not here: what is found (tools/diagnose), JSON (diagnosis_json.c). */
#include "call_sites.h"
#include "cells.h"
#include "diagnosis.h"
#include "findings.h"
#include "report.h"

#include <string.h>

#define LINE_WIDTH 100

/* Prints a sentence in lines that begin with blanks. Words stay whole. */
static void print_wrapped(FILE *out, const char *indent, const char *text) {
  size_t column = 0;
  for (const char *word = text; *word;) {
    size_t length = strcspn(word, " ");
    if (column && column + 1 + length > LINE_WIDTH - strlen(indent)) {
      fputc('\n', out);
      column = 0;
    }
    column += (size_t)fprintf(out, "%s%.*s", column ? " " : indent, (int)length, word) - (column ? 0 : strlen(indent));
    word += length + strspn(word + length, " ");
  }
  fputc('\n', out);
}

static void print_place(FILE *out, const struct diagnosis *d, const struct finding *f) {
  char where[1024];
  if (f->region == NO_REGION)
    return;
  const struct region *r = &d->analysis->regions[f->region];
  print_where(where, sizeof where, r);
  const char *function = r->construct ? call_function(r->construct) : "";
  fprintf(out, ": %s", r->name);
  if (*function)
    fprintf(out, " in %s", function);
  if (*where)
    fprintf(out, ", %s", where);
}

void finding_worth(const struct diagnosis *d, const struct finding *f, char *text, size_t size) {
  if (f->judged)
    snprintf(text, size, "mending it saves %.3f s at most (%.1f %%)", f->saving * 1e-9,
             percent(f->saving, (double)d->analysis->all.wall));
  else
    snprintf(text, size, "not judged: %s", f->why);
}

static void print_line(FILE *out, const struct diagnosis *d, uint32_t i) {
  char worth[256];
  fprintf(out, "%2u. %s", i + 1, property_rows[d->findings[i].property].text);
  print_place(out, d, &d->findings[i]);
  finding_worth(d, &d->findings[i], worth, sizeof worth);
  fprintf(out, "; %s\n", worth);
}

static void print_evidence(FILE *out, const struct finding *f) {
  fputs("    evidence: ", out);
  for (uint32_t i = 0; i < f->evidence_count; i++) {
    const struct evidence *e = &f->evidence[i];
    char value[64];
    size_t length = strlen(e->key);
    bool is_time = strcmp(e->unit, "ns") == 0;
    if (is_time)
      print_duration(value, sizeof value, e->value);
    else
      snprintf(value, sizeof value, e->value == (double)(uint64_t)e->value ? "%.0f%s%s" : "%.1f%s%s", e->value,
               *e->unit ? " " : "", e->unit);
    if (is_time && length > 3)
      length -= 3; /* the unit stands with the number */
    fputs(i ? ", " : "", out);
    for (size_t k = 0; k < length; k++)
      fputc(e->key[k] == '_' ? ' ' : e->key[k], out);
    fprintf(out, " %s", value);
  }
  fputc('\n', out);
}

static void print_finding(FILE *out, const struct diagnosis *d, uint32_t i) {
  const struct finding *f = &d->findings[i];
  char who[200];
  print_line(out, d, i);
  print_wrapped(out, "    ", f->advice);
  if (f->severity > 0)
    fprintf(out, "    thread time lost: %.3f s", f->severity * 1e-9);
  finding_who(d, f, location_arrow(), who, sizeof who);
  if (*who)
    fprintf(out, "%s %s", f->severity > 0 ? ", on" : "    on", who);
  if (f->severity > 0 || *who)
    fputc('\n', out);
  if (f->within != NO_FINDING)
    fprintf(out, "    The same time, at least in part, is in finding %u.\n", f->within + 1);
  if (f->evidence_count)
    print_evidence(out, f);
}

#define AT_HEAD 3u

/* Says below the first findings what --diagnose has beside them: the number of others, those not judged among them. */
static void print_rest(FILE *out, const struct diagnosis *d, uint32_t shown, uint32_t judged) {
  uint32_t rest = d->count - shown, doubtful = d->count - judged;
  fputs("    pomp-report --diagnose says what helps", out);
  if (rest)
    fprintf(out, ", and has %u more", rest);
  if (doubtful)
    fprintf(out, "; not judged%s: %s", doubtful == rest ? "" : " in part", d->findings[judged].why);
  fputc('\n', out);
}

bool report_findings(FILE *out, const struct analysis *a) {
  struct diagnosis d;
  bool good = diagnose(&d, a);
  uint32_t judged = 0, shown;
  while (judged < d.count && d.findings[judged].judged)
    judged++;
  shown = judged < AT_HEAD ? judged : AT_HEAD;
  if (good && !d.count)
    fputs("Findings: nothing that costs a hundredth of the wall time was found.\n\n", out);
  else if (good && !judged)
    fprintf(out, "Findings: %u, not judged: %s.\n\n", d.count, d.findings[0].why);
  else if (good) {
    fputs("Findings, by the wall time that mending them would save\n", out);
    for (uint32_t i = 0; i < shown; i++)
      print_line(out, &d, i);
    print_rest(out, &d, shown, judged);
    fputc('\n', out);
  }
  diagnosis_free(&d);
  return good;
}

bool report_diagnosis(FILE *out, const struct analysis *a) {
  struct diagnosis d;
  bool good = diagnose(&d, a) && diagnosis_find_groups(&d);
  fputs("Findings, by the wall time that mending them would save\n", out);
  for (uint32_t i = 0; good && i < d.count; i++)
    print_finding(out, &d, i);
  if (good && !d.count)
    fputs("  nothing that costs a hundredth of the wall time was found\n", out);
  diagnosis_free(&d);
  return good;
}
