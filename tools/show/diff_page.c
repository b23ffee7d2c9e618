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

static bool same_text(const json_t *a, const json_t *b, const char *key) {
  return json_equal(json_object_get(a, key), json_object_get(b, key));
}

/* A finding's line may have moved: where no other one fits better, its region and its function are enough. */
static bool is_same(const json_t *a, const json_t *b, bool exactly) {
  return same_text(a, b, "property") && same_text(a, b, "region") && same_text(a, b, "function") &&
         (!exactly || same_text(a, b, "where"));
}

/* Returns the findings of `from` that `other` lacks. */
static json_t *without(json_t *from, json_t *other, bool *good) {
  json_t *left = json_copy(from), *rest = json_copy(other);
  for (int exactly = 1; left && rest && exactly >= 0; exactly--)
    for (size_t i = json_array_size(left); i-- > 0;)
      for (size_t k = 0; k < json_array_size(rest); k++)
        if (is_same(json_array_get(left, i), json_array_get(rest, k), exactly)) {
          *good = json_array_remove(left, i) == 0 && json_array_remove(rest, k) == 0 && *good;
          break;
        }
  *good = left && rest && *good;
  json_decref(rest);
  return left;
}

/* Returns what a side is called: by its program, or, if both have the same, by its experiment. */
static const char *side_name(const struct comparison *c, enum side side, bool anonymous) {
  const struct run *of = c->runs[side][0];
  return !anonymous && strcmp(c->runs[SIDE_A][0]->program, c->runs[SIDE_B][0]->program) == 0 ? last_part(of->name)
                                                                                             : last_part(of->program);
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
  for (int side = 0; side < 2 && p->diff->findings[0] && p->diff->findings[1]; side++)
    set(o, side ? "findings_new" : "findings_gone", without(p->diff->findings[side], p->diff->findings[!side], &good),
        &good);
  snprintf(title, sizeof title, "%s \xe2\x86\x92 %s", side_name(c, SIDE_A, p->diff->anonymous),
           side_name(c, SIDE_B, p->diff->anonymous));
  pomp_text_clean(title, 0);
  set(o, "title", json_string_nocheck(title), &good);
  set(o, "made_by", json_string("pomp-report " POMP_VERSION), &good);
  if (p->diff->anonymous && !html_anonymise(o)) {
    json_decref(o);
    return false;
  }
  size_t length = strlen(title);
  snprintf(title + length, sizeof title - length, ": %.3f s to %.3f s", wall.a * 1e-9, wall.b * 1e-9);
  return html_page_of(out, title, "diff", o) && good;
}

bool diff_page(const struct diff *d, const struct failures *failures) {
  FILE *says = d->as_json || d->listing->wanted->markdown ? stderr : stdout; /* which is for what was asked for */
  return html_file(d->page, says, write_page, &(struct paged){d, failures});
}
