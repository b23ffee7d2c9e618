/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* scale_page.c - writes the page, which has what --json has, and the sentences of the tables. */
#include "commands/scale/scale_page.h"
#include "base/json_values.h"
#include "commands/scale/scale_json.h"
#include "commands/scale/series.h"
#include "commands/scale/slowdown.h"
#include "commands/scale/tables.h"
#include "show/html_file.h"
#include "show/html_page.h"

#include <stdlib.h>
#include <string.h>

struct paged {
  const struct plan *plan;
  const struct figures *figures;
  const struct outcome *outcome;
};

/* Returns the sentences about a series. */
static json_t *words_of(const struct paged *p, const struct series *s, bool *good) {
  json_t *array = json_array();
  char *text = NULL;
  size_t size;
  FILE *words = open_memstream(&text, &size);
  if (!words) {
    *good = false;
    return array;
  }
  tables_words(words, p->plan, p->figures, s);
  *good = fclose(words) == 0 && *good;
  char *rest = NULL;
  for (char *line = *good ? strtok_r(text, "\n", &rest) : NULL; line; line = strtok_r(NULL, "\n", &rest))
    append(array, text_of(line), good);
  free(text);
  return array;
}

static void append_factor(json_t *array, const char *of, const char *key, const char *text, unsigned depth,
                          bool *good) {
  append(array, json_pack("{s:s, s:s, s:s, s:i}", "of", of, "key", key, "text", text, "depth", (int)depth), good);
}

/* Returns what the factors are called, in the order of the table. */
static json_t *factors_of(bool *good) {
  json_t *array = json_array();
  for (int i = 0; i < SCALINGS; i++)
    append_factor(array, "scaling", scaling_rows[i].key, scaling_rows[i].text, scaling_rows[i].depth, good);
  for (int i = 0; i < FACTORS; i++)
    append_factor(array, "factors", factor_rows[i].key, factor_rows[i].text, factor_rows[i].depth, good);
  return array;
}

/* Returns what properties and causes of findings are called, by their names for scripts. */
static json_t *called(bool *good) {
  json_t *o = json_object();
  for (int i = 0; i < SLOWDOWN_COUNT; i++)
    set(o, slowdown_rows[i].id, json_string(slowdown_rows[i].text), good);
  for (int i = 0; i < SLOWDOWN_CAUSE_COUNT; i++)
    set(o, slowdown_causes[i].id, json_string(slowdown_causes[i].text), good);
  return o;
}

/* The command keeps only the program's name. Series that differ by settings are distinguished by their numbers. */
static bool anonymise(json_t *o, const char *program) {
  const char *slash = strrchr(program, '/');
  bool good = html_anonymise(o);
  json_t *series = json_object_get(o, "series"), *one;
  size_t i;
  json_object_del(o, "folder");
  set(o, "command", json_pack("[o]", text_of(slash ? slash + 1 : program)), &good);
  if (json_array_size(series) > 1)
    json_array_foreach(series, i, one) set(one, "settings", json_pack("{s:i}", "series", (int)i + 1), &good);
  return good;
}

static bool write_page(FILE *out, const void *what) {
  const struct paged *p = what;
  bool good = true;
  char title[512];
  json_t *o = json_make(p->plan, p->figures, p->outcome, &good), *all = json_object_get(o, "series");
  for (size_t setting = 0, at = 0; setting < p->plan->settings; setting++) {
    const struct series s = series_of(p->plan, p->figures, setting);
    if (s.count)
      set(json_array_get(all, at++), "words", words_of(p, &s, &good), &good);
  }
  set(o, "factors", factors_of(&good), &good);
  set(o, "called", called(&good), &good);
  set(o, "made_by", json_string("pomp-scale " POMP_VERSION), &good);
  const char *program = p->plan->request->program[0], *slash = strrchr(program, '/');
  const bool anonymous = p->plan->request->anonymous;
  if (anonymous && !anonymise(o, program)) {
    json_decref(o);
    return false;
  }
  snprintf(title, sizeof title, "Scaling of %s", anonymous && slash ? slash + 1 : program);
  pomp_text_clean(title, 0);
  return html_page_of(out, title, "scale", o) && good;
}

bool page_write(FILE *says, const struct plan *plan, const struct figures *f, const struct outcome *outcome) {
  char name[sizeof plan->folder + 32];
  snprintf(name, sizeof name, "%s/scaling.html", plan->shown);
  return html_file(plan->request->output ? plan->request->output : name, says, write_page,
                   &(struct paged){plan, f, outcome});
}
