/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* first.c - reads, analyses and diagnoses the experiment of a process that ends, as pomp-report does, in memory alone.
 * Not here: the lines of calls that have no construct, which take debug information: these have no place here. */
#include "pomp_first.h"

#include "base/own_memory.h"
#include "files/call_sites.h"
#include "findings/diagnosis.h"
#include "pomp_run.h"
#include "pomp_system.h"
#include "sums/sums.h"

const struct call_site *call_site_of(const struct construct *c) {
  static const struct call_site unknown = {.known = CALL_ADDRESS, .call = {.function = "", .file = ""}, .place = ""};
  (void)c;
  return &unknown;
}
static bool has_place(const struct construct *c) { return c && !c->is_site; }
const char *call_function(const struct construct *c) { return has_place(c) ? c->function : ""; }
const char *call_file(const struct construct *c) { return has_place(c) ? c->file : ""; }
int call_line(const struct construct *c) { return has_place(c) ? c->begin_line1 : 0; }
const char *call_place(const struct construct *c) { return has_place(c) ? c->place : ""; }
void call_where(const struct construct *c, char *text, size_t size) {
  const char *file = call_file(c), *slash = strrchr(file, '/');
  *text = 0;
  if (*file)
    snprintf(text, size, "%s:%d%s", slash ? slash + 1 : file, call_line(c), call_place(c));
}

static void describe(struct pomp_first *first, const struct diagnosis *d) {
  const struct finding *f = &d->findings[0];
  const struct region *r = f->region == NO_REGION ? NULL : &d->analysis->regions[f->region];
  first->part = f->of > 0 ? f->saving / f->of : 0;
  static const char *const by[] = {"", ", by CPU time"};
  snprintf(first->what, sizeof first->what, "%s%s%s%s", property_rows[f->property].text, by[f->by_cpu], r ? ": " : "",
           r ? r->name : "");
  snprintf(first->function, sizeof first->function, "%s", r ? call_function(r->construct) : "");
  first->where[0] = 0;
  if (r)
    call_where(r->construct, first->where, sizeof first->where);
}

static const char *original;
static char *copied;

/* Copies the experiment, as somebody may write to it; unless they are wanted, without its call paths, which are most of
 * it: those are copied as they are read. NULL: no memory. */
static const char *copy_of(size_t size, bool call_paths) {
  struct pomp_block b = {.size = 0};
  char *copy = pomp_sys_memory(size); /* not by malloc: little of it is touched */
  for (size_t at = 0, count; copy && at < size; at += count) {
    if (at && size - at >= sizeof b)
      memcpy(&b, original + at, sizeof b);
    else if (!at)
      b.size = ((const struct pomp_header *)(const void *)original)->header_size;
    count = b.size && b.size < size - at ? b.size : size - at;
    const bool is_paths = b.type == POMP_BLOCK_LOCATION || b.type == POMP_BLOCK_NODES;
    memcpy(copy + at, original + at, is_paths && !call_paths && b.first < count ? b.first : count);
  }
  return copied = copy;
}
static bool copy_call_paths(void *to, uint64_t at, size_t size) {
  memcpy(to, original + at, size);
  return true;
}

/* Who finds nothing needs no more than sums, which take less memory and time. */
static bool add_up(struct analysis *a, struct experiment *e, size_t size) {
  char error[256];
  const char *bytes = copy_of(size, false);
  struct sums *s = bytes ? sums_new(a, false) : NULL;
  if (!s)
    return false;
  sums_of_times(s);
  const struct experiment_way way = {.taker = sums_taker(s), .copy = copy_call_paths};
  return experiment_parse(e, bytes, size, &way, error, sizeof error) && sums_conclude(s, e);
}

static bool analyse_all(struct analysis *a, struct experiment *e, size_t size) {
  char error[256];
  const char *bytes = copy_of(size, true);
  return bytes && experiment_parse(e, bytes, size, NULL, error, sizeof error) && analyse(a, e);
}

static double seconds(uint64_t ns) { return (double)ns * 1e-9; }

/* How often threads of the program's own began takes the place of the visits of what is outside of all regions. */
static uint64_t threads_begun(const struct experiment *e) {
  uint64_t served = 0;
  for (uint32_t i = 0; i < e->location_count; i++)
    if (e->locations[i].parent == NO_LOCATION && !(e->locations[i].flags & POMP_LOCATION_WORKER))
      served += e->locations[i].served;
  return served;
}

static void give_totals(struct pomp_summary *s, const struct analysis *a) {
  const struct process *p = &a->experiment->processes[0];
  const struct pomp_header *h = &p->header;
  const struct process_totals *all = &a->all;
  const struct scheduled *lives = &all->scheduled;
  *s = (struct pomp_summary){.threads = all->threads,
                             .helped = all->helped != 0,
                             .come_and_go = all->come_and_go,
                             .forked = a->forked,
                             .stopped = h->stop_reason != POMP_STOP_NONE,
                             .without_ompt = a->missing_barriers && !h->ompt_end,
                             .ompt_end = h->ompt_end ? seconds(process_ns(p, h->ompt_end - h->sync[0].tick)) : 0,
                             .barriers_end = a->missing_barriers && h->ompt_end,
                             .teams_unknown = h->nesting == POMP_NESTING_UNKNOWN && p->location_count > 1,
                             .wall = seconds(all->wall),
                             .allocation = seconds(all->allocation),
                             .idle = seconds(all->idle),
                             .waiting = seconds(all->waiting),
                             .measuring = a->measuring * 1e-9,
                             .mpi = seconds(all->mpi),
                             .lived = seconds(lives->lived),
                             .ready = lives->ready_known ? seconds(lives->ready) : 0,
                             .busy = seconds(all->in_regions) + seconds(all->outside),
                             .switches = all->switches,
                             .user = seconds(h->user),
                             .system = seconds(h->system),
                             .faults = h->faults,
                             .sleeps = h->sleeps,
                             .cpus = h->cpus};
}

static bool give(struct pomp_summary *s, const struct analysis *a) {
  give_totals(s, a);
  s->size = a->region_count * sizeof *s->sums;
  s->sums = pomp_sys_memory(s->size);
  for (uint32_t i = 0; s->sums && i < a->region_count; i++) {
    const struct totals *t = &a->regions[i].totals;
    const uint32_t key = a->regions[i].key;
    s->sums[s->count++] = (struct pomp_sum){key, key ? t->visits : threads_begun(a->experiment), seconds(t->exclusive),
                                            key ? seconds(t->wait) : 0, t->contended};
  }
  return s->sums != NULL;
}

bool pomp_first_find(struct pomp_summary *s, struct pomp_first *first, const void *experiment, size_t size) {
  static struct experiment e;
  static struct analysis a;
  static struct diagnosis d;
  first_memory_begin();
  original = experiment;
  const bool good = (first ? analyse_all : add_up)(&a, &e, size) && give(s, &a);
  if (first)
    first->found = good && diagnose(&d, &a) && !first_was_short() && d.count && d.findings[0].judged;
  if (first && first->found)
    describe(first, &d);
  first_memory_end();
  if (copied)
    pomp_sys_munmap(copied, size);
  return good;
}
