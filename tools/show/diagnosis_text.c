/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* diagnosis_text.c - findings as text.
 * Not here: what is found (tools/findings), JSON (diagnosis_json.c). */
#include "files/call_sites.h"
#include "findings/diagnosis.h"
#include "show/findings.h"
#include "show/look_at_view.h"
#include "show/one_run.h"
#include "show/report.h"
#include "show/table_cells.h"
#include "show/unexplained.h"
#include "show/wrap.h"
#include "sums/samples.h"

#include <string.h>

#define LINE_WIDTH 100
#define HOT_PART 4 /* a quarter of the samples is enough for a line */

void finding_place(const struct diagnosis *d, const struct finding *f, char *text, size_t size) {
  char where[1024];
  *text = 0;
  if (f->region == NO_REGION)
    return;
  const struct region *r = &d->analysis->regions[f->region];
  print_where(where, sizeof where, r);
  const char *function = r->construct ? call_function(r->construct) : "";
  snprintf(text, size, "%s%s%s%s%s", r->name, *function ? " in " : "", function, *where ? ", " : "", where);
}

const char *finding_bound(const struct finding *f) {
  return f->is == SAVES_AT_LEAST ? "at least " : f->is == SAVES_ABOUT ? "about " : "at most ";
}

void finding_worth(const struct finding *f, char *text, size_t size) {
  if (f->judged && f->by_cpu)
    snprintf(text, size, "fixing it saves %.3f ± %.3f s at most (%.1f %%), by samples of CPU time", f->saving * 1e-9,
             f->error * 1e-9, percent(f->saving, f->of));
  else if (f->judged && f->is != SAVES_AT_MOST)
    snprintf(text, size, "fixing it saves %s%.3f s (%.1f %%)", finding_bound(f), f->saving * 1e-9,
             percent(f->saving, f->of));
  else if (f->judged)
    snprintf(text, size, "fixing it saves %.3f s at most (%.1f %%)", f->saving * 1e-9, percent(f->saving, f->of));
  else
    snprintf(text, size, "not judged: %s", f->why);
}

static bool is_serial(const struct finding *f) {
  return f->property == PROPERTY_SERIAL_TIME || f->property == PROPERTY_SERIAL_INITIALISATION;
}

/* True if the run's samples tell of what the finding is about: those of CPU time tell nothing of sleep. */
static bool is_sampled(const struct diagnosis *d, const struct finding *f) {
  return f->property != PROPERTY_ASLEEP || (d->analysis->sampled && !d->analysis->sampled->on_cpu);
}

/* Where threads may sleep in a function, those that are on a processor there tell where the others sleep. */
bool finding_known(const struct diagnosis *d, const struct finding *f, struct inside *in) {
  return inside_find(in, d->analysis, f->region, (enum serial_part)f->serial_part) && in->means &&
         (in->sleeps || is_sampled(d, f));
}

bool finding_hot_line(const struct diagnosis *d, const struct finding *f, struct hot_line *h) {
  const struct samples *s = is_sampled(d, f) ? d->analysis->samples : NULL;
  if (is_serial(f))
    return hot_line_find(h, d->analysis, f->region, (enum serial_part)f->serial_part);
  for (uint32_t i = 0; s && f->region != NO_REGION && i < s->line_count; i++) {
    const struct sample_line *l = &s->lines[i];
    *h = (struct hot_line){l->samples.count, l->all, l->place};
    if (l->region == f->region && l->place != NO_PLACE) /* a line that calls the OpenMP runtime is the construct's */
      return l->samples.count * HOT_PART >= l->all && samples_in_openmp(s, f->region) * 2 < l->all &&
             !sampled_is_noise(l->samples, (struct sampled_count){l->all, 0});
  }
  return false;
}

void finding_hot_words(const struct diagnosis *d, const struct finding *f, char *text, size_t size) {
  struct hot_line h;
  struct inside in;
  *text = 0;
  if (is_serial(f))
    return;
  if (finding_known(d, f, &in)) {
    inside_write(text, size - 1, d->analysis, &in);
    strcat(text, ".");
  } else if (finding_hot_line(d, f, &h))
    hot_line_words(text, size, d->analysis, &h);
}

static void print_line(FILE *out, const struct diagnosis *d, uint32_t i) {
  static char place[CELL_SIZE];
  const struct finding *f = &d->findings[i];
  char worth[256];
  finding_place(d, f, place, sizeof place);
  finding_worth(f, worth, sizeof worth);
  fprintf(out, "%2u. %s%s%s; %s\n", i + 1, property_rows[f->property].text, *place ? ": " : "", place,
          f->by_run ? "not judged" : worth);
}

/* Says once, above the findings, the reason that all of them share which are not judged for it. */
static void print_why(FILE *out, const struct diagnosis *d) {
  for (uint32_t i = 0; i < d->count; i++)
    if (d->findings[i].by_run) {
      fprintf(out, "Those that are not judged: %s.\n", d->findings[i].why);
      return;
    }
}

/* These keys of evidence need other words than their own. */
static const struct {
  const char *key, *text;
} words[] = {
    {"speedup_at_most_2", "speed-up with 2 threads at most"},
    {"speedup_at_most_4", "speed-up with 4 threads at most"},
    {"speedup_at_most", "speed-up with any number of threads at most"},
    {"lost", "lost events"},
    {"on_critical_path", "on the critical path"},
    {"ready_ns", "ready to run without a processor"},
    {"waiting_on_cpu_ns", "waiting on a processor"},
    {"same_member_last", "the same member is last"},
    {"first_to_last_ns", "from the first to the last one"},
};

/* Writes the name of a figure: its key with blanks, without the unit, which is with the number. */
static void name_evidence(const struct evidence *e, char *text, size_t size) {
  size_t length = strlen(e->key);
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (strcmp(words[i].key, e->key) == 0) {
      snprintf(text, size, "%s", words[i].text);
      return;
    }
  if (strcmp(e->unit, "ns") == 0 && length > 3)
    length -= 3;
  snprintf(text, size, "%.*s", (int)length, e->key);
  for (char *c = text; *c; c++)
    *c = (char)(*c == '_' ? ' ' : *c);
}

static void print_evidence(FILE *out, const struct finding *f) {
  fputs("    evidence: ", out);
  for (uint32_t i = 0; i < f->evidence_count; i++) {
    const struct evidence *e = &f->evidence[i];
    char value[64], name[64];
    name_evidence(e, name, sizeof name);
    if (strcmp(e->unit, "ns") == 0)
      print_duration(value, sizeof value, e->value);
    else
      snprintf(value, sizeof value, e->value == (double)(uint64_t)e->value ? "%.0f%s%s" : "%.1f%s%s", e->value,
               *e->unit ? " " : "", e->unit);
    fprintf(out, "%s%s = %s", i ? ", " : "", name, value);
  }
  fputc('\n', out);
}

static void print_finding(FILE *out, const struct diagnosis *d, const struct looks *looks, uint32_t i) {
  const struct finding *f = &d->findings[i];
  char who[200], hot[CELL_SIZE];
  print_line(out, d, i);
  finding_hot_words(d, f, hot, sizeof hot);
  if (*hot)
    wrap_words(out, "    ", hot, LINE_WIDTH, 0);
  wrap_words(out, "    ", f->advice, LINE_WIDTH, 0);
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
  look_at_print_of(out, d, looks, i, LINE_WIDTH);
}

/* Says below the first findings what --diagnose has beside them: the number of others, those not judged among them. */
static void print_rest(FILE *out, const struct diagnosis *d, uint32_t shown, uint32_t judged) {
  uint32_t rest = d->count - shown, doubtful = d->count - judged;
  fputs("    pomp-report --diagnose says what helps", out);
  if (rest)
    fprintf(out, ", and has %u more finding%s", rest, rest == 1 ? "" : "s");
  if (doubtful)
    fprintf(out, "; %u of them can't be judged: %s", doubtful, d->findings[judged].why);
  fputc('\n', out);
}

uint32_t findings_told(const struct diagnosis *d) {
  uint32_t told = d->count;
  while (told && d->findings[told - 1].remark)
    told--;
  return told;
}

uint32_t findings_judged(const struct diagnosis *d) {
  uint32_t judged = 0;
  while (judged < d->count && d->findings[judged].judged)
    judged++;
  return judged;
}

/* Says what the findings leave unexplained, and what one run can't tell, where that is all that is left to ask. */
static void print_left(FILE *out, const struct diagnosis *d, const char *indent) {
  static char text[UNEXPLAINED_TEXT > ONE_RUN_TEXT ? UNEXPLAINED_TEXT : ONE_RUN_TEXT];
  unexplained_words(d, UNEXPLAINED_PLACES, text, sizeof text);
  if (*text)
    wrap_words(out, indent, text, LINE_WIDTH, 0);
  inside_words(d, text, sizeof text);
  if (*text)
    wrap_words(out, indent, text, LINE_WIDTH, 0);
  one_run_words(d, text, sizeof text);
  if (*text)
    wrap_words(out, indent, text, LINE_WIDTH, 0);
}

bool report_findings(FILE *out, const struct analysis *a) {
  struct diagnosis d;
  bool good = diagnose(&d, a);
  uint32_t judged = findings_judged(&d), shown = judged < FINDINGS_FIRST ? judged : FINDINGS_FIRST;
  if (good && !findings_told(&d)) {
    fprintf(out, "Findings: %s.\n", unexplained_nothing(&d));
    print_left(out, &d, "");
    fputc('\n', out);
  } else if (good && !judged)
    fprintf(out, "Findings: %u, which can't be judged: %s.\n\n", d.count, d.findings[0].why);
  else if (good) {
    fputs("Findings, by the wall time that fixing them would save\n", out);
    for (uint32_t i = 0; i < shown; i++)
      print_line(out, &d, i);
    print_rest(out, &d, shown, judged);
    print_left(out, &d, "    ");
    fputc('\n', out);
  }
  diagnosis_free(&d);
  return good;
}

bool report_diagnosis(FILE *out, const struct analysis *a) {
  struct diagnosis d;
  struct looks looks = {.rows = NULL};
  bool good = diagnose(&d, a) && diagnosis_find_groups(&d) && look_at_find(&looks, &d);
  fputs("Findings, by the wall time that fixing them would save\n", out);
  if (good)
    print_why(out, &d);
  for (uint32_t i = 0; good && i < d.count; i++)
    print_finding(out, &d, &looks, i);
  if (good && !d.count)
    fprintf(out, "  %s\n", unexplained_nothing(&d));
  if (good)
    look_at_print_rest(out, &d, &looks, LINE_WIDTH);
  if (good)
    print_left(out, &d, "  ");
  look_at_free(&looks);
  diagnosis_free(&d);
  return good;
}
