/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* perfetto_samples.c - a track for each location that was sampled, on which its stacks are drawn as a flame graph.
 * Not here: events, which are drawn at their times (perfetto.c).
 *
 * Samples are sums by stack, which know no time of day. So they get a process of their own, whose name says that a
 * slice is as wide as the time of its samples, and that its position means nothing. A location never used more time
 * than the run took, so that its track is no longer than the trace's tracks. */
#include "commands/convert/perfetto_samples.h"
#include "commands/convert/conversion.h"
#include "commands/convert/location_nodes.h"
#include "files/call_sites.h"
#include "pomp_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct drawing {
  struct output *o;
  const struct samples *s;
  uint32_t process, thread;
  struct sampled_count *self, *total; /* of the location, by step */
  uint64_t *free;                     /* ns at which the next child of a step begins, by step */
  uint32_t *open;                     /* the steps whose slices are open */
  uint32_t depth;
};

static void put_metadata(const struct drawing *d, uint32_t thread, const char *what, const char *name) {
  output_print(d->o, ",\n{\"ph\":\"M\",\"pid\":%u,\"tid\":%u,\"name\":\"%s\",\"args\":{\"name\":", d->process, thread,
               what);
  output_quoted(d->o, name);
  output_text(d->o, "}}");
}

static void put_event(const struct drawing *d, const char *phase, uint64_t ns, uint32_t step) {
  char name[4096];
  conversion_name_step(name, sizeof name, d->s, step);
  output_print(d->o, ",\n{\"ph\":\"%s\",\"pid\":%u,\"tid\":%u,\"ts\":%llu.%03u,\"name\":", phase, d->process, d->thread,
               (unsigned long long)(ns / 1000), (unsigned)(ns % 1000));
  output_quoted(d->o, name);
}

/* Writes where a step is, as it is said of the trace's regions; of functions the file is known. */
static void put_source(const struct drawing *d, uint32_t step) {
  const struct sample_step *of = &d->s->steps[step];
  const struct analysis *a = d->s->analysis;
  char source[3000];
  if (of->function == NO_PLACE)
    call_where(a->regions[a->paths[of->path].region].construct, source, sizeof source);
  else
    snprintf(source, sizeof source, "%s",
             *d->s->functions[of->function].file ? d->s->functions[of->function].file
                                                 : d->s->functions[of->function].module);
  if (!*source)
    return;
  pomp_text_clean(source, 0);
  output_text(d->o, ",\"source\":");
  output_quoted(d->o, source);
}

/* Closes slices until only those around the step are open. */
static void close_to(struct drawing *d, uint32_t parent) {
  while (d->depth && d->open[d->depth - 1] != parent) {
    const uint32_t step = d->open[--d->depth];
    const uint64_t begin = d->free[step];
    put_event(d, "E", begin + d->self[step].time, step);
    output_text(d->o, "}");
  }
}

/* Draws the stacks of one location: below a slice are those of the steps that it called, and then its own time. */
static void draw(struct drawing *d) {
  const struct samples *s = d->s;
  uint64_t next = 0; /* where the root begins */
  d->depth = 0;
  for (uint32_t i = 0; !d->o->error && i != NO_STEP; i = next_step(s, i)) {
    if (!d->total[i].time)
      continue;
    const uint32_t parent = s->steps[i].parent;
    uint64_t *begin = parent == NO_STEP ? &next : &d->free[parent];
    close_to(d, parent);
    put_event(d, "B", *begin, i);
    output_print(d->o, ",\"cat\":\"sampled\",\"args\":{\"samples\":%llu,\"self samples\":%llu",
                 (unsigned long long)d->total[i].count, (unsigned long long)d->self[i].count);
    put_source(d, i);
    output_text(d->o, "}}");
    d->free[i] = *begin;
    *begin += d->total[i].time;
    d->open[d->depth++] = i;
  }
  close_to(d, NO_STEP);
}

/* Adds up what a location has, whose rows are given. */
static void add_up(struct drawing *d, const uint32_t *rows, uint32_t count) {
  const struct samples *s = d->s;
  memset(d->self, 0, s->step_count * sizeof *d->self);
  for (uint32_t i = 0; i < count; i++) {
    const struct sample_row *r = &s->rows[rows[i]];
    d->self[r->step].count += r->samples.count;
    d->self[r->step].time += r->samples.time;
  }
  memcpy(d->total, d->self, s->step_count * sizeof *d->total);
  for (uint32_t i = s->step_count; i-- > 1;) {
    d->total[s->steps[i].parent].count += d->total[i].count;
    d->total[s->steps[i].parent].time += d->total[i].time;
  }
}

static void put_location(struct drawing *d, const uint32_t *rows, uint32_t count) {
  const struct analysis *a = d->s->analysis;
  const uint32_t location = d->s->rows[rows[0]].location;
  char path[256] = "other threads", name[300];
  if (location != NO_LOCATION)
    analysis_location_name(a, location, "→", path, sizeof path);
  conversion_name_thread(name, sizeof name, path);
  const uint32_t tracks = a->experiment->location_count; /* of the trace, whose numbers begin with 1 */
  d->thread = tracks + 1 + (location == NO_LOCATION ? tracks : location);
  put_metadata(d, d->thread, "thread_name", location == NO_LOCATION ? path : name);
  add_up(d, rows, count);
  draw(d);
}

static const struct sample_row *sorted;
static int by_location(const void *x, const void *y) {
  const uint32_t a = sorted[*(const uint32_t *)x].location, b = sorted[*(const uint32_t *)y].location;
  return a < b ? -1 : a > b;
}

static void put_all(struct drawing *d, uint32_t *order) {
  const struct samples *s = d->s;
  put_metadata(d, 0, "process_name",
               s->analysis->sampled->on_cpu ? "samples: as wide as their CPU time, and not where it was"
                                            : "samples: as wide as their time, and not where it was");
  output_print(d->o,
               ",\n{\"ph\":\"M\",\"pid\":%u,\"tid\":0,\"name\":\"process_sort_index\",\"args\":{\"sort_index\":%u}}",
               d->process, d->process);
  for (uint32_t i = 0; i < s->row_count; i++)
    order[i] = i;
  sorted = s->rows;
  qsort(order, s->row_count, sizeof *order, by_location);
  for (uint32_t i = 0, end; i < s->row_count; i = end) {
    for (end = i + 1; end < s->row_count && s->rows[order[end]].location == s->rows[order[i]].location;)
      end++;
    put_location(d, order + i, end - i);
  }
}

bool perfetto_put_samples(struct output *o, const struct samples *s, uint32_t process) {
  const uint64_t steps = s->step_count + 1ull;
  struct drawing d = {.o = o,
                      .s = s,
                      .process = process,
                      .self = malloc(steps * sizeof *d.self),
                      .total = malloc(steps * sizeof *d.total),
                      .free = malloc(steps * sizeof *d.free),
                      .open = malloc(steps * sizeof *d.open)};
  uint32_t *order = malloc((s->row_count + 1ull) * sizeof *order);
  const bool good = d.self && d.total && d.free && d.open && order;
  if (good)
    put_all(&d, order);
  free(order);
  free(d.self);
  free(d.total);
  free(d.free);
  free(d.open);
  return good;
}
