/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* states_view.c - the view of the states in which samples have found the threads, by thread and by region.
 * Not here: the columns (sampled_rows.c), which states there are (sampled.c). */
#include "pomp_array.h"
#include "show/print_listing.h"
#include "show/report.h"
#include "show/sampled_rows.h"

#include <stdlib.h>

/* So many samples have found a thread in a region in a state. */
struct found {
  uint32_t location, region; /* NO_LOCATION: also, all are taken together; NO_REGION: they are */
  const struct sampled_state *state;
  struct sampled_count samples;
};
struct all_found {
  struct found *at;
  uint32_t count;
};

static int compare(uint32_t a, uint32_t b) { return a < b ? -1 : a > b; }

static int by_key(const void *x, const void *y) {
  const struct found *a = x, *b = y;
  if (a->location != b->location)
    return compare(a->location, b->location);
  if (a->region != b->region)
    return compare(a->region, b->region);
  return a->state == b->state ? 0 : a->state < b->state ? -1 : 1;
}

enum by { BY_LOCATION = 1, BY_REGION = 2 };
enum { FEW = 1024 };

/* Adds up the entries with equal keys, and keeps one entry for each key. */
static void join(struct all_found *f) {
  uint32_t kept = 0;
  qsort(f->at, f->count, sizeof *f->at, by_key);
  for (uint32_t i = 0; i < f->count; i++) {
    struct found *last = kept ? &f->at[kept - 1] : NULL;
    if (last && by_key(last, &f->at[i]) == 0) {
      last->samples.count += f->at[i].samples.count;
      last->samples.time += f->at[i].samples.time;
    } else
      f->at[kept++] = f->at[i];
  }
  f->count = kept;
}

/* Adds up what the samples found, by what is asked for. There are never twice as many in memory as in the end. */
static bool find(struct all_found *f, const struct analysis *a, unsigned by) {
  const uint32_t count = sampled_found_count(a);
  uint32_t room = 0, next = FEW;
  *f = (struct all_found){.at = NULL};
  for (uint32_t i = 0; i < count; i++) {
    const struct sampled_found from = sampled_found_row(a, i);
    if (!POMP_ARRAY_ROOM(f->at, room, f->count + 1ull))
      return false;
    f->at[f->count++] =
        (struct found){by & BY_LOCATION ? from.location : NO_LOCATION,
                       by & BY_REGION ? a->paths[from.path].region : NO_REGION, from.state, from.samples};
    if (f->count < next && i + 1 < count)
      continue;
    join(f);
    next = 2 * f->count > FEW ? 2 * f->count : FEW;
  }
  return true;
}

/* Adds up, for each region, or else for each location, how many samples there are. The last one is for those without a
 * location. */
static struct sampled_count *find_wholes(const struct analysis *a, const struct all_found *f, unsigned by) {
  const uint32_t most = by & BY_REGION ? a->region_count : a->experiment->location_count;
  struct sampled_count *wholes = calloc(most + 1ull, sizeof *wholes);
  for (uint32_t i = 0; wholes && i < f->count; i++) {
    uint32_t at = by & BY_REGION ? f->at[i].region : f->at[i].location;
    struct sampled_count *whole = &wholes[at < most ? at : most];
    whole->count += f->at[i].samples.count;
    whole->time += f->at[i].samples.time;
  }
  return wholes;
}

/* A state's part is that of its region's samples, or, in the table by thread, of its thread's. */
static bool show(FILE *out, const struct listing *l, const struct analysis *a, unsigned by) {
  struct all_found f;
  const uint32_t most = by & BY_REGION ? a->region_count : a->experiment->location_count;
  bool good = find(&f, a, by);
  struct row *rows = calloc(f.count + 1ull, sizeof *rows);
  struct sampled_row *sampled = calloc(f.count + 1ull, sizeof *sampled);
  struct sampled_count *wholes = good ? find_wholes(a, &f, by) : NULL;
  good = good && rows && sampled && wholes;
  for (uint32_t i = 0; good && i < f.count; i++) {
    const struct found *from = &f.at[i];
    uint32_t at = by & BY_REGION ? from->region : from->location;
    sampled[i] = (struct sampled_row){from->samples, wholes[at < most ? at : most], NO_PLACE, from->state};
    rows[i] = (struct row){.analysis = a,
                           .region = &a->regions[from->region == NO_REGION ? 0 : from->region],
                           .location = from->location,
                           .sampled = &sampled[i]};
  }
  good = good && listing_show(out, l, rows, f.count);
  free(rows);
  free(sampled);
  free(wholes);
  free(f.at);
  return good;
}

bool report_states(FILE *out, const struct listing *l, const struct analysed_experiment *o) {
  const struct analysis *a = &o->analysis;
  struct listing own = *l;
  if (!l->wanted->csv && !sampled_head(out, a))
    return true;
  if (table_options_narrow(l->wanted))
    return show(out, l, a, BY_LOCATION | BY_REGION);
  own.columns = "sampled_thread,state,samples_percent,error_percent,samples,sampled_s";
  fputc('\n', out);
  if (!show(out, &own, a, BY_LOCATION))
    return false;
  own.columns = "state,samples_percent,error_percent,samples,sampled_s,region,function,where";
  fputc('\n', out);
  return show(out, &own, a, BY_REGION);
}
