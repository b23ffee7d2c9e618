/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* phase_visits.c - visits of a phase that stand out, and those that take longer and longer.
 * Not here: which visits these are, and where their time went (tools/sums/phase_findings.c). */
#include "findings/finding.h"
#include "sums/phase_findings.h"

#include <stdio.h>

/* Writes where the time went, as the end of a sentence: ", waiting at X: 3 ms more; in Y: 4 ms more". */
static void write_places(const struct analysis *a, const struct series_finding *f, char *text, size_t size) {
  char place[512], time[32];
  size_t used = 0;
  *text = 0;
  if (f->waits != NO_PATH) {
    find_place(place, sizeof place, &a->regions[a->paths[f->waits].region]);
    used =
        (size_t)snprintf(text, size, ", waiting at %s: %s more", place, series_time_text(time, sizeof time, f->waited));
  }
  if (f->path != NO_PATH && used < size) {
    find_place(place, sizeof place, &a->regions[a->paths[f->path].region]);
    snprintf(text + used, size - used, "%s in %s: %s more", used ? ";" : ",", place,
             series_time_text(time, sizeof time, f->more));
  }
}

/* The threads of the process work in the phase, or have to wait until it is over. */
static struct finding *add(struct property_search *s, const struct series *phase, enum property property,
                           const struct series_finding *f, double lost) {
  double severity = 0;
  find_begin(s);
  for (uint32_t i = 0; i < phase->location_count; i++) {
    s->lost[phase->locations[i].location] = lost;
    severity += lost * s->threads[phase->locations[i].process];
  }
  struct finding *made = find_add(s, property, phase->region, severity, way_wall(s));
  if (!made)
    return NULL;
  const uint32_t cause = f->waits != NO_PATH ? f->waits : f->path;
  made->path = phase->path;
  made->also = cause != NO_PATH && s->a->paths[cause].region != phase->region ? s->a->paths[cause].region : NO_REGION;
  return made;
}

static void add_outliers(struct property_search *s, const struct series *phase) {
  const struct series_finding *f = phase->findings; /* the longest one */
  struct finding *made = phase->outliers ? add(s, phase, PROPERTY_PHASE_OUTLIER, f, phase->outlying) : NULL;
  char time[32], typical[32], places[1200], others[64] = "", visit[512];
  if (!made)
    return;
  if (s->a->series_count > 1)
    snprintf(visit, sizeof visit, "'%s:%llu'", s->a->regions[phase->region].name, (unsigned long long)f->visit);
  else
    snprintf(visit, sizeof visit, "%llu", (unsigned long long)f->visit);
  find_evidence(made, "visit", "", (double)f->visit);
  find_evidence(made, "time_ns", "ns", f->time);
  find_evidence(made, "typical_ns", "ns", f->typical);
  find_evidence(made, "outliers", "", phase->outliers);
  find_evidence(made, "visits", "", (double)phase->visits);
  write_places(s->a, f, places, sizeof places);
  if (phase->outliers > 1)
    snprintf(others, sizeof others, " %u more visits stand out: --phases shows them.", phase->outliers - 1);
  find_advise(made,
              "Visit %llu took %.1f times as long as most (%s, not %s)%s.%s " HELPS
              "Look at what it had: pomp-report --phase %s.",
              (unsigned long long)f->visit, f->time / f->typical, series_time_text(time, sizeof time, f->time),
              series_time_text(typical, sizeof typical, f->typical), places, others, visit);
}

static void add_drift(struct property_search *s, const struct series *phase) {
  const struct series_finding *f = NULL;
  for (uint32_t i = 0; i < phase->finding_count; i++)
    if (phase->findings[i].kind == SERIES_DRIFT && phase->findings[i].growth > 0)
      f = &phase->findings[i];
  struct finding *made = f ? add(s, phase, PROPERTY_PHASE_DRIFT, f, f->lost) : NULL;
  char first[32], last[32], places[1200];
  if (!made)
    return;
  find_evidence(made, "growth_percent", "%", 100 * f->growth);
  find_evidence(made, "first_ns", "ns", f->typical);
  find_evidence(made, "last_ns", "ns", f->time);
  find_evidence(made, "visits", "", (double)phase->visits);
  write_places(s->a, f, places, sizeof places);
  find_advise(made,
              "A visit takes %.2g %% longer than the one before (from %s to %s)%s. " HELPS
              "Look for what grows from visit to visit: data that is never freed, or a search that becomes longer.",
              100 * f->growth, series_time_text(first, sizeof first, f->typical),
              series_time_text(last, sizeof last, f->time), places);
}

void find_phases(struct property_search *s) {
  for (uint32_t i = 0; i < s->a->series_count; i++) {
    add_outliers(s, &s->a->series[i]);
    add_drift(s, &s->a->series[i]);
  }
}
