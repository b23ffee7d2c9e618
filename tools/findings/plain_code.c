/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* plain_code.c - what the source would tell of constructs that were not instrumented.
 * Not here: what the OpenMP runtime tells of them (runtime/libpompomp/surface). */
#include "findings/plain_code.h"

#include "files/call_sites.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define OF(property) (UINT64_C(1) << PROPERTY_##property)

/* Findings rest on what the source says, and the OpenMP runtime does not. */
static const struct row {
  uint64_t of;
  const char *more;
} rows[] = {
    {OF(LOAD_IMBALANCE), "its clauses, and what single chunks and sections take"},
    {OF(LARGE_CHUNK) | OF(SMALL_CHUNK) | OF(SMALL_LOOP) | OF(NEEDLESS_BARRIER) | OF(LONG_REDUCTION) |
         OF(SMALL_PARALLEL) | OF(IDLE_THREADS) | OF(SERIALISED_NESTING),
     "its clauses"},
    {OF(LATE_AT_BARRIER) | OF(UNDIVIDED_WORK) | OF(SERIAL_TIME) | OF(SERIAL_INITIALISATION),
     "atomics, functions and loops between these constructs"},
    {OF(FINE_TASKS) | OF(TASK_CREATION) | OF(TASK_STARVATION), "the tasks' clauses"},
};

/* Files of other languages have other endings. */
static bool is_c(const char *file) {
  static const char *const endings[] = {".c", ".C", ".cc", ".cpp", ".cxx", ".c++", ".h", ".H", ".hh", ".hpp", ".hxx"};
  const char *dot = strrchr(file, '.');
  for (size_t i = 0; dot && i < sizeof endings / sizeof *endings; i++)
    if (strcmp(dot, endings[i]) == 0)
      return true;
  return false;
}

/* What the runtime has found itself has an address, or the place that the compiler tells with each call, which is a
 * column; a descriptor that has its file's sum, too, is of the source. */
static bool is_told(const struct region *r) {
  const struct construct *c = r->construct;
  if (!c || r->role == POMP_ROLE_LOCK || r->role == POMP_ROLE_MPI)
    return false;
  return c->is_site || (*c->file && *c->place == ':' && !*c->source);
}

static const char *file_of(const struct region *r) { return is_told(r) ? call_file(r->construct) : ""; }

const char *plain_advice(const struct region *r) {
  const char *file = file_of(r);
  return *file && !is_c(file) ? "what happens inside is known as far as the OpenMP runtime tells it: " HELPS
                                "look at the lines of samples there (pomp-report --samples)"
                              : FIND_INSTRUMENT;
}

struct of_file {
  const char *file;
  double time;
};

static int by_file(const void *x, const void *y) {
  const struct of_file *a = x, *b = y;
  return strcmp(a->file, b->file);
}

/* Lists the time in regions that the OpenMP runtime has told of; NULL: no memory. */
static struct of_file *list_files(const struct analysis *a, uint32_t *count) {
  struct of_file *all = calloc(a->region_count + 1ull, sizeof *all);
  *count = 0;
  for (uint32_t i = 0; all && i < a->region_count; i++) {
    const struct region *r = &a->regions[i];
    const char *file = file_of(r);
    if (*file)
      all[(*count)++] = (struct of_file){file, (double)r->totals.exclusive};
  }
  if (all && *count)
    qsort(all, *count, sizeof *all, by_file);
  return all;
}

struct plain_files plain_files_of(const struct analysis *a, double least) {
  struct plain_files found = {.count = 0};
  uint32_t count;
  struct of_file *all = list_files(a, &count);
  for (uint32_t i = 0, end; i < count; i = end) {
    double time = 0;
    for (end = i; end < count && strcmp(all[end].file, all[i].file) == 0; end++)
      time += all[end].time;
    if (time < least)
      continue;
    found.count++;
    if (time > found.time) {
      found.most = all[i].file;
      found.time = time;
    }
  }
  free(all);
  found.can_compile = found.most && is_c(found.most);
  return found;
}

void plain_tell_source(struct finding *f, const struct analysis *a) {
  const char *file = f->region == NO_REGION ? "" : file_of(&a->regions[f->region]);
  for (size_t i = 0; is_c(file) && i < sizeof rows / sizeof *rows && f->advice; i++) {
    char *before = f->advice;
    if (!(rows[i].of >> f->property & 1) || strstr(before, "pomp-clang"))
      continue;
    if (asprintf(&f->advice, "%s%sCompile %s with pomp-clang to know more: %s.", before, *before ? " " : "", file,
                 rows[i].more) < 0)
      f->advice = NULL; /* which the end finds */
    free(before);
  }
}
