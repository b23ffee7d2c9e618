/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* callgrind.c - writes the profile in Callgrind's format: each region's own costs, and its calls of other regions.
 * Not here: call paths, which the format does not know.
 *
 * Lines stand for the places of calls: a construct is called where it is written, a function where its caller is. */
#include "base/progress.h"
#include "commands/convert/formats.h"
#include "commands/convert/output.h"
#include "files/call_sites.h"
#include "pomp_text.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* One region calls another. Recursive calls have their costs once. */
struct edge {
  uint32_t caller, callee, path;
};

struct costs {
  uint64_t time, visits, wait;
};

struct callgrind {
  struct output out;
  const struct analysis *a;
  struct costs *below; /* by call path: with all that is below it */
  struct edge *edges;  /* by caller, then by callee */
  uint32_t *files;     /* the number of a region's file, from 1 */
  uint32_t *by_file;   /* the regions in the order of their files' names, then of their own */
  bool *region_named, *file_named;
  char **names; /* by region */
  bool *alike;  /* by region: another one has the same name and file, and is to be distinguished */
};

/* These are what the next functions compare; there is one conversion in a process. */
static const struct analysis *sorted;
static char *const *sorted_names;

static int by_file_name(const void *x, const void *y) {
  const uint32_t *a = x, *b = y;
  return strcmp(call_file(sorted->regions[*a].construct), call_file(sorted->regions[*b].construct));
}

static int by_file_and_name(const void *x, const void *y) {
  const uint32_t *a = x, *b = y;
  int files = by_file_name(x, y);
  return files ? files : strcmp(sorted_names[*a], sorted_names[*b]);
}

static int by_caller(const void *x, const void *y) {
  const struct edge *a = x, *b = y;
  if (a->caller != b->caller)
    return a->caller < b->caller ? -1 : 1;
  if (a->callee != b->callee)
    return a->callee < b->callee ? -1 : 1;
  return a->path < b->path ? -1 : a->path > b->path;
}

static bool name_regions(struct callgrind *c) {
  const struct analysis *a = c->a;
  char name[4096];
  for (uint32_t i = 0; i < a->region_count; i++) {
    conversion_name_region(name, sizeof name, a->experiment, &a->regions[i]);
    if (!(c->names[i] = strdup(name)))
      return false;
  }
  return true;
}

/* True if the region is a routine that is called from a line: its calls from other lines are other regions,
 * and the same function. */
static bool is_call(const struct analysis *a, uint32_t region) {
  const struct construct *c = a->regions[region].construct;
  return c && c->is_site;
}

/* Functions with one name in one file are one function to those who read the format: a user region that is called as
 * the function around it would be its recursive call. So such regions are marked. */
static void number_files(struct callgrind *c) {
  const struct analysis *a = c->a;
  for (uint32_t i = 0; i < a->region_count; i++)
    c->by_file[i] = i;
  sorted = a;
  sorted_names = c->names;
  qsort(c->by_file, a->region_count, sizeof *c->by_file, by_file_and_name);
  for (uint32_t i = 0; i < a->region_count; i++) {
    const uint32_t region = c->by_file[i], before = i ? c->by_file[i - 1] : region;
    bool same = i && by_file_name(&before, &region) == 0;
    c->files[region] = i == 0 ? 1 : c->files[before] + !same;
    if (i && by_file_and_name(&before, &region) == 0) {
      c->alike[before] = !is_call(a, before);
      c->alike[region] = !is_call(a, region);
    }
  }
}

static bool prepare(struct callgrind *c) {
  const struct analysis *a = c->a;
  const size_t paths = a->path_count + 1ull, regions = a->region_count + 1ull;
  c->below = calloc(paths, sizeof *c->below);
  c->edges = calloc(paths, sizeof *c->edges);
  c->files = calloc(regions, sizeof *c->files);
  c->by_file = calloc(regions, sizeof *c->by_file);
  c->region_named = calloc(regions, 1);
  c->file_named = calloc(regions + 1, 1);
  c->alike = calloc(regions, 1);
  c->names = calloc(regions, sizeof *c->names);
  if (!c->below || !c->edges || !c->files || !c->by_file || !c->region_named || !c->file_named || !c->alike ||
      !c->names || !name_regions(c))
    return false;
  for (uint32_t i = a->path_count; i-- > 0;) { /* a parent comes before its children */
    const struct totals *t = &a->paths[i].totals;
    struct costs *own = &c->below[i], *above = i ? &c->below[a->paths[i].parent] : &(struct costs){0};
    *own = (struct costs){own->time + t->exclusive, own->visits + t->visits, own->wait + t->wait};
    *above = (struct costs){above->time + own->time, above->visits + own->visits, above->wait + own->wait};
    if (i)
      c->edges[i - 1] = (struct edge){a->paths[a->paths[i].parent].region, a->paths[i].region, i};
  }
  if (a->path_count > 1)
    qsort(c->edges, a->path_count - 1, sizeof *c->edges, by_caller);
  number_files(c);
  return true;
}

/* True if the same caller calls the same callee further up in the call path: that call's costs include the costs of
 * this call. */
static bool is_recursive(const struct analysis *a, uint32_t path) {
  const uint32_t caller = a->paths[a->paths[path].parent].region, callee = a->paths[path].region;
  for (uint32_t i = a->paths[path].parent; i; i = a->paths[i].parent)
    if (a->paths[i].region == callee && a->paths[a->paths[i].parent].region == caller)
      return true;
  return false;
}

static int line_of(const struct callgrind *c, uint32_t region) {
  const int line = call_line(c->a->regions[region].construct);
  return line > 0 ? line : 0;
}

/* Writes `key=(number) name`; the name is there the first time only. */
static void put_name(struct callgrind *c, const char *key, uint32_t number, bool *named, const char *name) {
  output_print(&c->out, *named ? "%s=(%u)\n" : "%s=(%u) ", key, number);
  if (!*named) {
    output_text(&c->out, name);
    output_text(&c->out, "\n");
  }
  *named = true;
}

static void put_region_name(struct callgrind *c, uint32_t region, const char *file_key, const char *key) {
  const char *file = call_file(c->a->regions[region].construct);
  char name[4096];
  snprintf(name, sizeof name, "%s", *file ? file : "???");
  pomp_text_clean(name, 0);
  put_name(c, file_key, c->files[region], &c->file_named[c->files[region]], name);
  const char *place = call_place(c->a->regions[region].construct);
  snprintf(name, sizeof name, c->alike[region] ? "%s @%d%s" : "%s", c->names[region], line_of(c, region), place);
  put_name(c, key, region + 1, &c->region_named[region], name);
}

static void put_costs(struct callgrind *c, int line, struct costs costs) {
  output_print(&c->out, "%d %llu %llu %llu\n", line, (unsigned long long)costs.time, (unsigned long long)costs.visits,
               (unsigned long long)costs.wait);
}

/* Writes a region's calls of another one, which are `count` edges. */
static void put_call(struct callgrind *c, const struct edge *edge, uint32_t count) {
  struct costs sum = {0};
  uint64_t calls = 0;
  for (uint32_t i = 0; i < count; i++) {
    const struct costs *of = &c->below[edge[i].path];
    calls += c->a->paths[edge[i].path].totals.visits;
    if (!is_recursive(c->a, edge[i].path))
      sum = (struct costs){sum.time + of->time, sum.visits + of->visits, sum.wait + of->wait};
  }
  const struct region *callee = &c->a->regions[edge->callee];
  bool written_here = c->files[edge->callee] == c->files[edge->caller] && callee->construct &&
                      strcmp(callee->construct->name, "function") != 0;
  put_region_name(c, edge->callee, "cfi", "cfn");
  output_print(&c->out, "calls=%llu %d\n", (unsigned long long)calls, line_of(c, edge->callee));
  put_costs(c, line_of(c, written_here ? edge->callee : edge->caller), sum);
}

static void put_head(struct callgrind *c) {
  output_text(&c->out, "# callgrind format\nversion: 1\ncreator: pomp-convert " POMP_VERSION "\ncmd: ");
  output_text(&c->out, c->names[0]);
  output_text(&c->out, "\npart: 1\npositions: line\nevent: Time : Time in ns\nevent: Visits : Visits\n"
                       "event: Wait : Waiting in ns\nevents: Time Visits Wait\nsummary:");
  output_print(&c->out, " %llu %llu %llu\n", (unsigned long long)c->below[0].time,
               (unsigned long long)c->below[0].visits, (unsigned long long)c->below[0].wait);
}

static void put_all(struct callgrind *c) {
  const struct analysis *a = c->a;
  const uint32_t edges = a->path_count ? a->path_count - 1 : 0;
  uint32_t at = 0;
  put_head(c);
  progress_begin(a->region_count);
  for (uint32_t i = 0; !c->out.error && i < a->region_count; i++) {
    const struct totals *t = &a->regions[i].totals;
    output_text(&c->out, "\n");
    put_region_name(c, i, "fl", "fn");
    put_costs(c, line_of(c, i), (struct costs){t->exclusive, t->visits, t->wait});
    while (at < edges && c->edges[at].caller == i) {
      const struct edge *first = &c->edges[at];
      uint32_t count = 0;
      while (at < edges && c->edges[at].caller == i && c->edges[at].callee == first->callee)
        at++, count++;
      put_call(c, first, count);
    }
    progress_add(1);
  }
}

bool callgrind_write(struct conversion *conversion) {
  struct callgrind c = {.a = &conversion->source->analysis};
  if (output_open(&c.out, conversion->path)) {
    if (prepare(&c))
      put_all(&c);
    else
      c.out.error = ENOMEM;
  }
  free(c.below);
  free(c.edges);
  free(c.files);
  free(c.by_file);
  free(c.region_named);
  free(c.file_named);
  free(c.alike);
  for (uint32_t i = 0; c.names && i < c.a->region_count; i++)
    free(c.names[i]);
  free(c.names);
  return output_close(&c.out) || conversion_fail(conversion, false, "%s", strerror(errno));
}
