/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* source_notes.c - the notes below a line of the source, about the construct there.
 * Not here: the figures (tools/sums), the lines (source_lines.c). */
#include "show/findings.h"
#include "show/source_lines.h"
#include "show/table_cells.h"

#include <stdlib.h>
#include <string.h>

#define WORTH 500000u /* ns: what a table of ms shows as more than nothing */

/* Each of these writes a note on a region, or "" if there is nothing to note. */
typedef void noter(const struct diagnosis *d, const struct region *r, char *text, size_t size);

/* There may be several findings about a region. */
static void note_findings(const struct diagnosis *d, const struct region *r, char *text, size_t size) {
  size_t used = 0;
  *text = 0;
  for (uint32_t i = 0; i < d->count && used < size; i++) {
    const struct finding *f = &d->findings[i];
    char worth[256];
    if (f->region == NO_REGION || &d->analysis->regions[f->region] != r)
      continue;
    finding_worth(f, worth, sizeof worth);
    used += (size_t)snprintf(text + used, size - used, "%s%s: finding %u, %s; %s", used ? "\n" : "", r->name, i + 1,
                             property_rows[f->property].text, worth);
  }
}

static void note_imbalance(const struct diagnosis *d, const struct region *r, char *text, size_t size) {
  const struct analysis *a = d->analysis;
  const struct balance *b = &r->balance;
  double lost = (double)b->max - b->mean;
  *text = 0;
  if (!b->known || !b->by_instances || lost < WORTH)
    return;
  int n = snprintf(text, size, "%s: imbalance %.1f %%, %.3f s could be spared", r->name, 100 * balance_imbalance(b),
                   lost * 1e-9);
  if (b->latest && n > 0 && (size_t)n < size) {
    const struct latest *latest = &a->latest[b->first_latest];
    char name[128];
    cell_location(name, sizeof name, &(struct row){.analysis = a, .location = latest->location}, NULL);
    snprintf(text + n, size - (size_t)n, "; %s takes longest in %.0f %%", name,
             percent((double)latest->instances, (double)b->instances));
  }
}

static void note_contention(const struct diagnosis *d, const struct region *r, char *text, size_t size) {
  const struct totals *t = &r->totals;
  (void)d;
  *text = 0;
  if (t->contended && t->wait >= WORTH)
    snprintf(text, size, "%s: %llu of %llu visits had to wait (%.0f %%), for %.3f s in all", r->name,
             (unsigned long long)t->contended, (unsigned long long)t->visits,
             percent((double)t->contended, (double)t->visits), (double)t->wait * 1e-9);
}

static void note_measuring(const struct diagnosis *d, const struct region *r, char *text, size_t size) {
  (void)d;
  *text = 0;
  if (r->measuring >= WORTH && r->measuring > 0.1 * (double)r->totals.exclusive)
    snprintf(text, size, "%s: too fine to be measured truly, measuring took ~%.3f s", r->name, r->measuring * 1e-9);
}

/* A row is a kind of note; the order is that at the line. */
static const struct {
  noter *note;
  bool always; /* also at a line with many notes */
} noters[] = {{note_findings, true}, {note_imbalance, false}, {note_contention, false}, {note_measuring, false}};

char *source_notes(const struct diagnosis *d, uint32_t region, bool brief) {
  char note[4096], *notes = strdup("");
  for (size_t i = 0; notes && i < COUNT(noters); i++) {
    char *more = NULL;
    if (brief && !noters[i].always)
      continue;
    noters[i].note(d, &d->analysis->regions[region], note, sizeof note);
    if (!*note)
      continue;
    if (asprintf(&more, "%s%s\n", notes, note) < 0)
      more = NULL;
    free(notes);
    notes = more;
  }
  return notes;
}
