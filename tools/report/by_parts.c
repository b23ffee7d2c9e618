/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* by_parts.c - the functions of by_parts.h.
 * Not here: what is added up of a process (tools/analysis/merged.h), its findings (tools/diagnose), its efficiency
 * (tools/efficiency). */
#include "by_parts.h"
#include "call_sites.h"
#include "diagnosis.h"
#include "efficiency.h"
#include "fold.h"
#include "gathered_samples.h"
#include "keep.h"
#include "launched.h"
#include "merged.h"
#include "parts.h"
#include "views.h"

#include <malloc.h>
#include <sched.h>
#include <stdlib.h>

static bool is_by_parts(const struct asked *asked, const struct view *v) {
  (void)asked;
  return v->by_parts;
}

bool by_parts_wanted(const struct asked *asked) {
  return !asked->traced && !asked->suggest && views_all(asked, is_by_parts);
}

struct folding {
  struct experiment *frame;
  const struct parts *parts;
  const struct asked *asked;
  struct merged *merged;
  struct gathered_samples *samples; /* NULL: no view tells of them, as of the next */
  struct gathering *gathered;
  struct efficiency_parts *efficiency;
};

/* True if there is nothing of single call paths that is shown. */
static bool is_mergeable(const struct folding *f, const struct experiment *e) {
  return !(e->phase_count && views_tell(f->asked) & TELLS_PHASES);
}

static bool put_part(const struct folding *f, const struct analysis *a, struct pomp_bytes *to) {
  if (!is_mergeable(f, a->experiment))
    return false;
  part_sums_make(a, to);
  if (f->samples && !samples_put_part(a, to))
    return false;
  experiment_put_counted(a->experiment, to);
  if (f->efficiency)
    efficiency_part(a, f->asked->interest, f->asked->interests, to);
  return (!f->gathered || diagnose_part(a, to)) && !to->failed;
}

static bool make(void *context, uint32_t process, struct pomp_bytes *to) {
  const struct folding *f = context;
  struct experiment part;
  struct analysis a;
  bool good = parts_get(f->parts, process, &part);
  if (good) {
    good = analyse(&a, &part) && put_part(f, &a, to);
    analysis_free(&a);
  }
  experiment_part_free(&part);
  return good;
}

static bool add(void *context, uint32_t process, struct pomp_bytes *from) {
  const struct folding *f = context;
  if (!merged_add(f->merged, process, from) || (f->samples && !gathered_samples_add(f->samples, from)))
    return false;
  experiment_add_counted(f->frame, from);
  return (!f->efficiency || efficiency_parts_add(f->efficiency, process, from)) &&
         (!f->gathered || diagnosis_add(f->gathered, process, from));
}

/* Returns how many processes work if the user has not said. One that has less than MANY locations takes longer to start
 * than it saves, and who adds up has no time for more than MOST. Who has launched several processes knows how many
 * there are to be. */
static unsigned workers_for(const struct experiment *e) {
  enum { MANY = 1000, MOST = 8 };
  cpu_set_t cpus;
  if (launched_are_several() || sched_getaffinity(0, sizeof cpus, &cpus) != 0)
    return 1;
  const unsigned processors = (unsigned)CPU_COUNT(&cpus), most = processors < MOST ? processors : MOST;
  return e->location_count / MANY < most ? e->location_count / MANY : most;
}

enum { ARRAY_MOST = 32 << 20, HEAP_MOST = 256 << 20 }; /* bytes */

/* Concludes from what all processes have. */
static bool conclude(struct folding *f, struct opened *o) {
  bool failed = false;
  if (experiment_counts_differ(f->frame) || !merged_conclude(f->merged))
    return false;
  if (f->samples)
    o->analysis.samples = gathered_samples_conclude(f->samples, &o->analysis, &failed);
  return !failed;
}

/* Makes the analysis of the whole of those of its processes. Each takes as much memory as the one before, which is not
 * given back in between: to get it again page by page takes longer than to fill it. */
static bool fold(struct opened *o, const struct asked *asked, const struct parts *parts) {
  mallopt(M_MMAP_THRESHOLD, ARRAY_MOST);
  mallopt(M_TRIM_THRESHOLD, HEAP_MOST);
  const bool finds = views_tell(asked) & TELLS_FINDINGS, rates = finds || views_tell(asked) & TELLS_EFFICIENCY,
             samples = views_tell_samples(asked);
  struct folding f = {.frame = &o->loaded.experiment,
                      .parts = parts,
                      .asked = asked,
                      .merged = merged_begin(&o->analysis, &o->loaded.experiment)};
  if (!f.merged)
    return false;
  if (!(views_keep(asked, f.frame) & (KEPT_REGIONS | KEPT_PATHS)))
    merged_forget_waiters(f.merged);
  f.samples = samples ? gathered_samples_begin() : NULL;
  f.gathered = finds ? diagnosis_begin() : NULL;
  f.efficiency = rates ? efficiency_parts_begin(&o->analysis, asked->interest, asked->interests) : NULL;
  const bool good =
      !samples == !f.samples && !finds == !f.gathered && !rates == !f.efficiency &&
      fold_parts(o->loaded.experiment.process_count, asked->jobs ? asked->jobs : workers_for(f.frame), make, add, &f) &&
      conclude(&f, o);
  merged_free(f.merged);
  gathered_samples_free(f.samples);
  o->analysis.gathered = f.gathered;
  o->analysis.efficiency = f.efficiency;
  return good;
}

/* Goes through the processes once more, for what views need of locations, which depends on the whole. */
static bool keep_wanted(struct opened *o, const struct asked *asked, const struct parts *parts) {
  const unsigned what = views_keep(asked, &o->loaded.experiment);
  if (!what)
    return true;
  o->kept = malloc(sizeof *o->kept);
  return o->kept && keep(o->kept, &o->analysis, what, parts);
}

void by_parts_free(struct opened *o) {
  if (o->kept)
    keep_end(o->kept);
  free(o->kept);
  o->kept = NULL;
  samples_free(o->analysis.samples);
  o->analysis.samples = NULL;
  if (o->analysis.gathered)
    diagnosis_end(o->analysis.gathered);
  if (o->analysis.efficiency)
    efficiency_parts_free(o->analysis.efficiency);
  o->analysis.gathered = NULL;
  o->analysis.efficiency = NULL;
}

enum by_parts by_parts_open(struct opened *o, const struct asked *asked, const char *name) {
  struct parts parts;
  if (!load_parts(&o->loaded, name, &parts))
    return BY_PARTS_FAILED;
  if (!o->loaded.experiment.taken)
    return BY_PARTS_WHOLE;
  const bool good = call_sites_find(&o->loaded.experiment);
  const bool merged = good && fold(o, asked, &parts) && keep_wanted(o, asked, &parts);
  const bool told = o->kept && o->kept->told;
  parts_close(&parts);
  if (merged)
    return BY_PARTS;
  if (good) {
    by_parts_free(o);
    analysis_free(&o->analysis);
  }
  experiment_free(&o->loaded.experiment);
  o->loaded.experiment = (struct experiment){.nodes = NULL};
  o->analysis = (struct analysis){.experiment = NULL};
  return told ? BY_PARTS_FAILED : BY_PARTS_REFUSED;
}
