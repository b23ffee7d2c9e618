/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* work.c - adds up time, iterations and counters of each construct over all threads, for each configuration. */
#include "commands/scale/work.h"
#include "files/call_sites.h"
#include "findings/kernel_places.h"
#include "pomp_array.h"
#include "pomp_roles.h"
#include "sums/samples.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The own time of these is the program's work, and no waiting or scheduling. */
static bool is_work(uint32_t role) {
  switch (role) {
  case POMP_ROLE_TEAM:
  case POMP_ROLE_FOR:
  case POMP_ROLE_SECTION:
  case POMP_ROLE_TASK:
    return true;
  default:
    return false;
  }
}

static struct work_part *part_like(struct works *w, const struct region *r, size_t configurations) {
  char where[1024];
  const char *function = call_function(r->construct);
  call_where(r->construct, where, sizeof where);
  for (uint32_t i = 0; i < w->count; i++)
    if (w->parts[i].role == r->role && strcmp(w->parts[i].name, r->name) == 0 &&
        strcmp(w->parts[i].function, function) == 0 && strcmp(w->parts[i].where, where) == 0)
      return &w->parts[i];
  if (!POMP_ARRAY_ROOM(w->parts, w->room, w->count + 1ull))
    return NULL;
  struct work_part *part = &w->parts[w->count];
  *part = (struct work_part){.name = strdup(r->name),
                             .function = strdup(function),
                             .where = strdup(where),
                             .file = strdup(call_file(r->construct)),
                             .notes = strdup(r->construct->notes ? r->construct->notes : ""),
                             .clauses = strdup(r->construct->clauses ? r->construct->clauses : ""),
                             .line = call_line(r->construct),
                             .role = r->role,
                             .facts = r->construct->clauses ? r->construct->facts : 0,
                             .chunk = (uint64_t)r->construct->chunk,
                             .at = calloc(configurations, sizeof *part->at)};
  w->count++;
  return part->name && part->function && part->where && part->file && part->notes && part->clauses && part->at ? part
                                                                                                               : NULL;
}

/* Loops have the iterations of an instance, which each of its members visits. */
static void fill(struct work *to, const struct region *r, const struct analysis *a, uint32_t region) {
  const struct loop_shape shape = region_loop(r);
  const struct balance *b = &r->balance;
  double own = (double)r->totals.exclusive - r->measuring;
  double instances = b->known && b->by_instances ? (double)b->instances : (double)r->totals.visits / a->all.threads;
  to->seconds = own > 0 ? own * 1e-9 : 0;
  to->visits = (double)r->totals.visits;
  to->iterations = shape.known ? shape.iterations * instances : -1;
  to->chunks = shape.known && shape.dealt ? shape.chunks * instances : -1;
  for (uint32_t m = 0; m < WORK_METRICS && m < a->experiment->metric_count; m++)
    to->metrics[m] = (double)a->sums[OF_REGIONS][(size_t)region * a->experiment->metric_count + m].exclusive;
}

/* Adds what the kernel did in the teams in which the region is, each of which counts once. */
static void add_kernel(struct work *to, const struct analysis *a, uint32_t region, const struct kernel_places *kernel,
                       uint32_t *seen) {
  const struct region *r = &a->regions[region];
  to->kernel = to->faults = to->sleeps = -1;
  for (uint32_t i = 0; i < r->paths; i++) {
    uint32_t path = a->region_paths[r->first_path + i];
    while (path != NO_PATH && a->regions[a->paths[path].region].role != POMP_ROLE_TEAM)
      path = a->paths[path].parent;
    const struct kernel_place *place = path == NO_PATH ? NULL : &kernel->of_region[a->paths[path].region];
    if (!place || !(place->cpu > 0) || seen[place->region] == region)
      continue;
    seen[place->region] = region;
    to->kernel = (to->kernel > 0 ? to->kernel : 0) + place->kernel * 1e-9;
    to->faults = (to->faults > 0 ? to->faults : 0) + place->faults;
    to->sleeps = (to->sleeps > 0 ? to->sleeps : 0) + place->sleeps;
  }
}

static struct work_line *line_like(struct work_part *part, const char *function, const char *where,
                                   size_t configurations) {
  for (uint32_t i = 0; i < part->line_count; i++)
    if (strcmp(part->lines[i].function, function) == 0 && strcmp(part->lines[i].where, where) == 0)
      return &part->lines[i];
  if (!POMP_ARRAY_ROOM(part->lines, part->line_room, part->line_count + 1ull))
    return NULL;
  struct work_line *line = &part->lines[part->line_count++];
  *line = (struct work_line){strdup(function), strdup(where), calloc(configurations, sizeof *line->at)};
  return line->function && line->where && line->at ? line : NULL;
}

/* Adds the lines of a region's samples, if there are any. */
static bool add_lines(struct work_part *part, const struct analysis *a, uint32_t region, size_t configuration,
                      size_t configurations) {
  const struct samples *s = a->samples;
  uint32_t count = 0;
  const struct sample_line *lines = s ? samples_lines(s, region, &count) : NULL;
  for (uint32_t i = 0; i < count; i++) {
    char where[4096];
    if (lines[i].place == NO_PLACE)
      continue;
    const struct sample_place *p = &s->places[lines[i].place];
    snprintf(where, sizeof where, p->line ? "%s:%d" : "%s", p->file, p->line);
    struct work_line *line = line_like(part, s->functions[p->function].name, where, configurations);
    if (!line)
      return false;
    line->at[configuration].count += lines[i].samples.count;
    line->at[configuration].time += lines[i].samples.time;
  }
  return true;
}

/* Adds the constructs, with what the kernel did around them. `seen` has a number for each region. */
static bool add_parts(struct works *w, const struct analysis *a, const struct kernel_places *kernel, uint32_t *seen,
                      size_t configuration, size_t configurations) {
  for (uint32_t r = 0; r < a->region_count; r++) {
    if (!a->regions[r].construct || !is_work(a->regions[r].role) || !a->regions[r].totals.exclusive)
      continue;
    struct work_part *part = part_like(w, &a->regions[r], configurations);
    if (!part || !add_lines(part, a, r, configuration, configurations))
      return false;
    fill(&part->at[configuration], &a->regions[r], a, r);
    add_kernel(&part->at[configuration], a, r, kernel, seen);
  }
  return true;
}

bool works_add(struct works *w, const struct analysis *a, size_t configuration, size_t configurations) {
  const struct experiment *e = a->experiment;
  for (uint32_t m = 0; m < WORK_METRICS && m < e->metric_count; m++)
    if (!w->metrics[m] && !(w->metrics[m] = strdup(e->metrics[m].name)))
      return false;
  struct property_search search = {.a = a};
  struct kernel_places kernel;
  uint32_t *seen = calloc(a->region_count + 1ull, sizeof *seen); /* the root, which is 0, is no construct */
  bool good =
      kernel_places_make(&kernel, &search) && seen && add_parts(w, a, &kernel, seen, configuration, configurations);
  kernel_places_free(&kernel);
  free(seen);
  return good;
}

void works_free(struct works *w) {
  for (uint32_t i = 0; i < w->count; i++) {
    free(w->parts[i].name);
    free(w->parts[i].function);
    free(w->parts[i].where);
    free(w->parts[i].file);
    free(w->parts[i].notes);
    free(w->parts[i].clauses);
    for (uint32_t k = 0; k < w->parts[i].line_count; k++) {
      free(w->parts[i].lines[k].function);
      free(w->parts[i].lines[k].where);
      free(w->parts[i].lines[k].at);
    }
    free(w->parts[i].lines);
    free(w->parts[i].at);
  }
  free(w->parts);
  for (uint32_t m = 0; m < WORK_METRICS; m++)
    free(w->metrics[m]);
}
