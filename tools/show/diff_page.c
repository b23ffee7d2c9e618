/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* diff_page.c - a comparison as a page, which has what JSON has.
 * Not here: the document (tools/show), what is drawn of it (tools/page/src/diff.ts). */
#include "base/json_values.h"
#include "show/diff.h"
#include "show/html_file.h"
#include "show/html_page.h"

#include <string.h>

struct paged {
  const struct diff *diff;
  const struct failures *failures;
};

static const char *last_part(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

static bool write_page(FILE *out, const void *what) {
  const struct paged *p = what;
  const struct comparison *c = p->diff->comparison;
  const struct change wall = comparison_total(c, RUN_WALL);
  char title[512], notes[DIFF_NOTES][160];
  bool good = true;
  json_t *o = diff_json_make(c, p->failures, &good), *said = json_array();
  size_t count = diff_notes(c, notes);
  for (size_t i = 0; i < count; i++)
    append(said, json_string(notes[i]), &good);
  set(o, "notes", said, &good);
  set(o, "made_by", json_string("pomp-report " POMP_VERSION), &good);
  if (p->diff->anonymous && !html_anonymise(o)) {
    json_decref(o);
    return false;
  }
  snprintf(title, sizeof title, "%s: %.3f s to %.3f s", last_part(c->runs[SIDE_B][0]->program), wall.a * 1e-9,
           wall.b * 1e-9);
  pomp_text_clean(title, 0);
  return html_page_of(out, title, "diff", o) && good;
}

bool diff_page(const struct diff *d, const struct failures *failures) {
  FILE *says = d->as_json || d->listing->wanted->markdown ? stderr : stdout; /* which is for what was asked for */
  return html_file(d->page, says, write_page, &(struct paged){d, failures});
}
