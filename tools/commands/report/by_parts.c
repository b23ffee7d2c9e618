/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* by_parts.c - the functions of by_parts.h.
 * Not here: what is added up of a process (tools/sums/merged.h), its findings (tools/findings), its efficiency
 * (tools/findings). */
#include "commands/report/by_parts.h"
#include "commands/report/keep.h"
#include "files/call_sites.h"
#include "files/parts.h"
#include "files/phase_choice.h"
#include "findings/diagnosis.h"
#include "findings/efficiency.h"
#include "show/report_views.h"
#include "sums/fold.h"
#include "sums/gathered_samples.h"
#include "sums/joined_spreads.h"
#include "sums/launched.h"
#include "sums/merged.h"

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
  unsigned keeps; /* what of locations (enum kept_what) */
  struct joined_wanted spreads;
  struct analysis *whole; /* with findings and efficiencies, if some view tells of them */
  struct merged *merged;
  struct gathered_samples *samples; /* NULL: no view tells of them */
};

static bool put_part(const struct folding *f, const struct analysis *a, struct pomp_bytes *to) {
  part_sums_make(a, f->keeps, to);
  joined_spreads_put(a, &f->spreads, to);
  if (f->samples && !samples_put_part(a, to))
    return false;
  experiment_put_counted(a->experiment, to);
  if (load_phase)
    phase_put_chosen(a->experiment, to);
  if (f->whole->efficiency)
    efficiency_part(a, f->asked->interest, f->asked->interests, to);
  return (!f->whole->gathered || diagnose_part(a, to)) && !to->failed;
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
  const struct analysis *w = f->whole;
  if (!merged_add(f->merged, process, from) || !joined_spreads_add(w->spreads, from) ||
      (f->samples && !gathered_samples_add(f->samples, from)))
    return false;
  experiment_add_counted(f->frame, from);
  if (load_phase && !phase_add_chosen(f->frame, process, from))
    return false;
  return (!w->efficiency || efficiency_parts_add(w->efficiency, process, from)) &&
         (!w->gathered || diagnosis_add(w->gathered, process, from));
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

/* Prepares what that of processes is added to. False: not enough memory. */
static bool begin(struct opened *o, struct folding *f) {
  const unsigned tells = views_tell(f->asked);
  if (f->keeps && (!(o->kept = malloc(sizeof *o->kept)) || !keep_begin(o->kept, f->whole, f->keeps)))
    return false;
  if (!(f->whole->spreads = joined_spreads_begin(&f->spreads)))
    return false;
  if (views_tell_samples(f->asked) && !(f->samples = gathered_samples_begin()))
    return false;
  if (tells & TELLS_FINDINGS && !(f->whole->gathered = diagnosis_begin()))
    return false;
  return !(tells & (TELLS_FINDINGS | TELLS_EFFICIENCY)) ||
         efficiency_parts_begin(f->whole, f->asked->interest, f->asked->interests);
}

/* Concludes from what all processes have. */
static bool conclude(struct folding *f, struct opened *o) {
  bool failed = false;
  if (experiment_counts_differ(f->frame) || (load_phase && !phase_conclude_chosen(f->frame)) ||
      !merged_conclude(f->merged))
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
  struct folding f = {.frame = &o->loaded.experiment,
                      .parts = parts,
                      .asked = asked,
                      .keeps = views_keep(asked, &o->loaded.experiment),
                      .spreads = views_want_spreads(asked),
                      .whole = &o->analysis,
                      .merged = merged_begin(&o->analysis, &o->loaded.experiment)};
  launched_alone(!parts_are_steady(parts));
  const bool good =
      f.merged && begin(o, &f) &&
      fold_parts(o->loaded.experiment.process_count, asked->jobs ? asked->jobs : workers_for(f.frame), make, add, &f) &&
      conclude(&f, o);
  launched_alone(false);
  merged_free(f.merged);
  gathered_samples_free(f.samples);
  return good;
}

void by_parts_free(struct opened *o) {
  if (o->kept)
    keep_end(o->kept, &o->analysis);
  free(o->kept);
  o->kept = NULL;
  joined_spreads_free(o->analysis.spreads);
  o->analysis.spreads = NULL;
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
  const bool good = (launched_is_first() || parts_are_steady(&parts)) && call_sites_find(&o->loaded.experiment);
  const bool merged = good && fold(o, asked, &parts);
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
