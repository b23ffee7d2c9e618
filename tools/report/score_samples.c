/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* score_samples.c - the functions in which serial code was sampled, which are worth measuring: whatever they are called
 * by, and whether they were measured or not. Not here: what measuring costs (score.c), lines (samples_view.c). */
#include "functions.h"
#include "samples.h"
#include "score.h"
#include "user_error.h"

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

/* A thread that has forked a team is in the fork's region while it waits for that. */
static bool is_serial(const struct analysis *a, const struct sample_row *r) {
  const uint32_t role = a->regions[a->paths[r->path].region].role;
  return r->location != NO_LOCATION && a->experiment->locations[r->location].parent == NO_LOCATION &&
         role != POMP_ROLE_FORK && role != POMP_ROLE_TEAMS;
}

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

/* Counts the serial samples of each function; one that is on a stack twice counts once. Returns how many samples there
 * are. `last` has zeros. */
static uint64_t count_all(const struct analysis *a, struct found *all, uint32_t *last) {
  const struct samples *s = a->samples;
  uint64_t serial = 0;
  for (uint32_t i = 0; i < s->row_count; i++) {
    const struct sample_row *r = &s->rows[i];
    if (!is_serial(a, r))
      continue;
    serial += r->samples.count;
    for (uint32_t k = r->first; k < r->first + r->length; k++) {
      const uint32_t place = s->stack[k].place, function = place == NO_PLACE ? 0 : s->places[place].function;
      if (place == NO_PLACE || last[function] == i + 1 || s->functions[function].known != CALL_LINE)
        continue;
      last[function] = i + 1;
      all[function].samples += r->samples.count;
    }
  }
  return serial;
}

/* Finds the functions that are worth measuring, those with most samples first. NULL: not enough memory. */
static struct found *find(const struct analysis *a, uint32_t *count, uint64_t *serial) {
  const struct samples *s = a->samples;
  struct found *all = calloc(s->function_count + 1ull, sizeof *all);
  uint32_t *last = calloc(s->function_count + 1ull, sizeof *last);
  *count = 0;
  if (!all || !last) {
    free(all);
    free(last);
    return NULL;
  }
  for (uint32_t i = 0; i < s->function_count; i++)
    all[i].function = i;
  *serial = count_all(a, all, last);
  qsort(all, s->function_count, sizeof *all, by_samples);
  while (*count < s->function_count && all[*count].samples && is_worth(a, all[*count].samples, *serial))
    ++*count;
  free(last);
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
  uint64_t serial = 0;
  for (uint32_t i = 0; a->samples && i < a->samples->row_count; i++) {
    const struct sample_row *r = &a->samples->rows[i];
    struct score_entry *e = is_serial(a, r) ? around(s, r->path) : NULL;
    serial += is_serial(a, r) ? r->samples.count : 0;
    if (e)
      e->samples += r->samples.count;
  }
  for (size_t i = 0; serial && i < s->count; i++)
    s->entries[i].sampled = is_worth(a, s->entries[i].samples, serial);
}
