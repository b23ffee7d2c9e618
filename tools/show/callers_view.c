/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* callers_view.c - the call paths that lead to the functions with most samples, and each one's part of them.
 * Not here: the lines (samples_view.c), the same from the top (tree_view.c). */
#include "pomp_text.h"
#include "show/report.h"
#include "show/sampled_rows.h"
#include "show/table_cells.h"
#include "show/wrap.h"

#include <stdlib.h>
#include <string.h>

enum { FUNCTIONS = 10, PATHS = 10, NAMES = 64, WIDTH = 100 };

/* It is a function, or a step that is one, and how many samples are to be counted for it. */
struct called {
  uint32_t number;
  struct sampled_count found;
};

static int by_samples(const void *x, const void *y) {
  const struct called *a = x, *b = y;
  if (a->found.count != b->found.count)
    return a->found.count > b->found.count ? -1 : 1;
  return a->number < b->number ? -1 : a->number > b->number;
}

/* A function that calls itself by way of others is counted at the outermost of its steps. */
static bool is_outermost(const struct samples *s, uint32_t step) {
  for (uint32_t i = s->below[step].parent; i != NO_STEP; i = s->below[i].parent)
    if (s->below[i].function == s->below[step].function)
      return false;
  return true;
}

static void print_path(FILE *out, const struct analysis *a, const struct called *path, uint64_t all) {
  static char text[8192], name[CELL_SIZE];
  const struct sample_step *below = a->samples->below;
  uint32_t chain[NAMES], count = 0;
  for (uint32_t i = path->number; i && i != NO_STEP && count < NAMES; i = below[i].parent)
    chain[count++] = i;
  snprintf(text, sizeof text, "%5.1f %% %9llu  ", percent((double)path->found.count, (double)all),
           (unsigned long long)path->found.count);
  for (size_t used = strlen(text); count-- && used < sizeof text; used = strlen(text)) {
    const struct sample_step *s = &below[chain[count]];
    const struct region *r = &a->regions[a->paths[s->path].region];
    if (s->function != NO_PLACE)
      snprintf(name, sizeof name, "%s", a->samples->functions[s->function].name);
    else {
      char where[1024];
      print_where(where, sizeof where, r);
      snprintf(name, sizeof name, "%s%s%s%s", r->name, *where ? " (" : "", where, *where ? ")" : "");
    }
    pomp_text_show(name, sizeof name);
    snprintf(text + used, sizeof text - used, "%s%s", name, count ? " > " : "");
  }
  wrap_words(out, "  ", text, table_style.width ? table_style.width : WIDTH, 0);
}

/* Prints the paths of a function, those with most samples first. `paths` has room for all steps. */
static void print_function(FILE *out, const struct analysis *a, uint32_t function, struct called *paths) {
  const struct samples *s = a->samples;
  const struct sample_function *f = &s->functions[function];
  uint64_t all = 0, rest = 0;
  uint32_t count = 0;
  for (uint32_t i = a->path_count; i < s->below_count; i++)
    if (s->below[i].function == function && is_outermost(s, i)) {
      paths[count++] = (struct called){i, s->below[i].total};
      all += s->below[i].total.count;
    }
  qsort(paths, count, sizeof *paths, by_samples);
  char where[CELL_SIZE];
  snprintf(where, sizeof where, "%s%s%s", f->name, *f->file ? ", " : "", f->file);
  pomp_text_show(where, sizeof where);
  fprintf(out, "\n%s: %llu samples in it and below, %.1f ± %.1f %% of all, by\n", where, (unsigned long long)all,
          percent((double)all, (double)a->sampled->all.count),
          percent(sampled_error(all, a->sampled->all.count), (double)a->sampled->all.count));
  for (uint32_t i = 0; i < count; i++)
    if (i < PATHS)
      print_path(out, a, &paths[i], all);
    else
      rest += paths[i].found.count;
  if (rest)
    fprintf(out, "  %5.1f %% %9llu  %u other call paths\n", percent((double)rest, (double)all),
            (unsigned long long)rest, count - PATHS);
}

bool report_callers(FILE *out, const struct analysed_experiment *o) {
  const struct analysis *a = &o->analysis;
  const struct samples *s = a->samples;
  if (!sampled_head(out, a) || !s)
    return true;
  struct called *functions = calloc(s->function_count + 1ull, sizeof *functions);
  struct called *paths = calloc(s->below_count + 1ull, sizeof *paths);
  const bool good = functions && paths;
  for (uint32_t i = 0; good && i < s->function_count; i++)
    functions[i].number = i;
  for (uint32_t i = a->path_count; good && i < s->below_count; i++)
    functions[s->below[i].function].found.count += s->below[i].self.count;
  if (good)
    qsort(functions, s->function_count, sizeof *functions, by_samples);
  for (uint32_t i = 0;
       good && i < s->function_count && i < FUNCTIONS && !sampled_is_noise(functions[i].found, a->sampled->all); i++)
    print_function(out, a, functions[i].number, paths);
  free(functions);
  free(paths);
  return good;
}
