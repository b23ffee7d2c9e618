/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* score_samples.c - the functions in which serial code was sampled, which are worth measuring: whatever they are called
 * by, and whether they were measured or not. Not here: what measuring costs (score.c), lines (samples_view.c). */
#include "base/user_error.h"
#include "findings/score.h"
#include "sums/function_regions.h"
#include "sums/samples.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WORTH 100 /* one sample of so many, as a finding needs a hundredth of the wall time */

/* It is a function of the program, and how many samples of serial code are in it and in what it calls. */
struct found {
  uint32_t function;
  uint64_t samples;
};

static bool is_worth(const struct analysis *a, uint64_t samples, uint64_t serial) {
  const struct sampled_count found = {samples, 0}, all = {serial, 0};
  return samples * WORTH >= a->sampled->all.count && !sampled_is_noise(found, all);
}

static int by_samples(const void *x, const void *y) {
  const struct found *a = x, *b = y;
  if (a->samples != b->samples)
    return a->samples > b->samples ? -1 : 1;
  return a->function < b->function ? -1 : a->function > b->function;
}

/* Returns how many samples of serial code there are. */
static uint64_t count_all(const struct analysis *a) {
  uint64_t serial = 0;
  for (uint32_t i = 0; a->samples && i < a->samples->sum_count; i++)
    if (sample_is_serial(a, &a->samples->sums[i]))
      serial += a->samples->sums[i].samples.count;
  return serial;
}

/* Finds the functions that are worth measuring, those with most samples first. NULL: not enough memory. */
static struct found *find(const struct analysis *a, uint32_t *count, uint64_t *serial) {
  const struct samples *s = a->samples;
  struct found *all = calloc(s->function_count + 1ull, sizeof *all);
  *count = 0;
  if (!all)
    return NULL;
  for (uint32_t i = 0; i < s->function_count; i++)
    all[i] = (struct found){i, s->functions[i].known == CALL_LINE ? s->functions[i].serial : 0};
  *serial = count_all(a);
  qsort(all, s->function_count, sizeof *all, by_samples);
  while (*count < s->function_count && all[*count].samples && is_worth(a, all[*count].samples, *serial))
    ++*count;
  return all;
}

bool score_has_sampled(const struct analysis *a) {
  uint32_t count = 0;
  uint64_t serial;
  if (a->samples)
    free(find(a, &count, &serial));
  return count > 0;
}

static void write_rules(FILE *out, const struct analysis *a, const struct found *found, uint32_t count,
                        uint64_t serial) {
  char pattern[2048];
  fprintf(out, "# Suggested by pomp-report --suggest-functions for %s: where samples have found serial code.\n",
          a->experiment->program);
  fputs("# It is for pomp-clang --pomp-functions=all --pomp-filter=FILE.\n"
        "SCOREP_REGION_NAMES_BEGIN\n  EXCLUDE *\n  INCLUDE\n",
        out);
  for (uint32_t i = 0; i < count; i++) {
    score_pattern(pattern, sizeof pattern, a->samples->functions[found[i].function].name);
    fprintf(out, "    %s # %llu of %llu samples\n", pattern, (unsigned long long)found[i].samples,
            (unsigned long long)serial);
  }
  fputs("SCOREP_REGION_NAMES_END\n", out);
}

bool score_write_sampled(const struct analysis *a, const char *file) {
  uint32_t count;
  uint64_t serial;
  struct found *found = find(a, &count, &serial);
  if (!found)
    return user_error(file, "not enough memory");
  FILE *out = fopen(file, "w");
  bool good = out != NULL;
  if (good) {
    write_rules(out, a, found, count, serial);
    good = !ferror(out);
    good = fclose(out) == 0 && good;
  }
  free(found);
  if (!good)
    return user_error(file, "can't write: %s", strerror(errno));
  user_error_print(file,
                   "it keeps the %u functions in which samples have found serial code: compile with "
                   "--pomp-functions=all --pomp-filter=%s",
                   count, file);
  return true;
}

/* Returns the entry of the innermost function that is measured around a call path, or NULL. */
static struct score_entry *around(struct score *s, uint32_t path) {
  const struct analysis *a = s->analysis;
  for (; path && path != NO_PATH; path = a->paths[path].parent) {
    const struct construct *c = a->regions[a->paths[path].region].construct;
    if (construct_is_function(c))
      return &s->entries[s->of_construct[c - a->experiment->constructs]];
  }
  return NULL;
}

void score_add_sampled(struct score *s) {
  const struct analysis *a = s->analysis;
  const uint64_t serial = count_all(a);
  for (uint32_t i = 0; a->samples && i < a->samples->sum_count; i++) {
    const struct sample_sum *of = &a->samples->sums[i];
    struct score_entry *e = sample_is_serial(a, of) ? around(s, of->path) : NULL;
    if (e)
      e->samples += of->samples.count;
  }
  for (size_t i = 0; serial && i < s->count; i++)
    s->entries[i].sampled = is_worth(a, s->entries[i].samples, serial);
}
