/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* by_rank.c - the functions of by_rank.h.
 * Not here: what is added up of a process (tools/sums/job_sums.h), its findings (tools/findings), its efficiency
 * (tools/findings). */
#include "commands/report/by_rank.h"
#include "commands/report/location_row_file.h"
#include "files/call_sites.h"
#include "files/phase_choice.h"
#include "files/rank_reader.h"
#include "findings/diagnosis.h"
#include "findings/efficiency.h"
#include "show/report_views.h"
#include "sums/fold.h"
#include "sums/job_samples.h"
#include "sums/job_sums.h"
#include "sums/launched_processes.h"
#include "sums/same_row_spreads.h"

#include <malloc.h>
#include <sched.h>
#include <stdlib.h>

static bool is_by_parts(const struct report_request *asked, const struct view *v) {
  (void)asked;
  return v->by_rank;
}

bool by_rank_wanted(const struct report_request *asked) {
  return !asked->traced && !asked->suggest && views_all(asked, is_by_parts);
}

struct folding {
  struct experiment *frame;
  const struct rank_reader *parts;
  const struct report_request *asked;
  unsigned keeps; /* what of locations (enum location_rows_what) */
  struct same_rows_wanted spreads;
  struct analysis *whole; /* with findings and efficiencies, if some view tells of them */
  struct job_sums *merged;
  struct job_samples *samples; /* NULL: no view tells of them */
};

static bool put_part(const struct folding *f, const struct analysis *a, struct pomp_bytes *to) {
  rank_analysis_put(a, f->keeps, to);
  same_row_spreads_put(a, &f->spreads, to);
  if (f->samples && !job_samples_put(a, to))
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
  bool good = rank_reader_read(f->parts, process, &part);
  if (good) {
    good = analyse(&a, &part) && put_part(f, &a, to);
    analysis_free(&a);
  }
  experiment_of_rank_free(&part);
  return good;
}

static bool add(void *context, uint32_t process, struct pomp_bytes *from) {
  const struct folding *f = context;
  const struct analysis *w = f->whole;
  if (!job_sums_add(f->merged, process, from) || !same_row_spreads_add(w->spreads, from) ||
      (f->samples && !job_samples_add(f->samples, from)))
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
  if (launched_processes_are_several() || sched_getaffinity(0, sizeof cpus, &cpus) != 0)
    return 1;
  const unsigned processors = (unsigned)CPU_COUNT(&cpus), most = processors < MOST ? processors : MOST;
  return e->location_count / MANY < most ? e->location_count / MANY : most;
}

enum { ARRAY_MOST = 32 << 20, HEAP_MOST = 256 << 20 }; /* bytes */

/* Prepares what that of processes is added to. False: not enough memory. */
static bool begin(struct analysed_experiment *o, struct folding *f) {
  const unsigned tells = views_tell(f->asked);
  if (f->keeps && (!(o->kept = malloc(sizeof *o->kept)) || !location_row_file_begin(o->kept, f->whole, f->keeps)))
    return false;
  if (!(f->whole->spreads = same_row_spreads_begin(&f->spreads)))
    return false;
  if (views_tell_samples(f->asked) && !(f->samples = job_samples_begin()))
    return false;
  if (tells & TELLS_FINDINGS && !(f->whole->gathered = diagnosis_begin()))
    return false;
  return !(tells & (TELLS_FINDINGS | TELLS_EFFICIENCY)) ||
         efficiency_parts_begin(f->whole, f->asked->interest, f->asked->interests);
}

/* Concludes from what all processes have. */
static bool conclude(struct folding *f, struct analysed_experiment *o) {
  bool failed = false;
  if (experiment_counts_differ(f->frame) || (load_phase && !phase_conclude_chosen(f->frame)) ||
      !job_sums_conclude(f->merged))
    return false;
  if (f->samples)
    o->analysis.samples = job_samples_conclude(f->samples, &o->analysis, &failed);
  return !failed;
}

/* Makes the analysis of the whole of those of its processes. Each takes as much memory as the one before, which is not
 * given back in between: to get it again page by page takes longer than to fill it. */
static bool fold(struct analysed_experiment *o, const struct report_request *asked, const struct rank_reader *parts) {
  mallopt(M_MMAP_THRESHOLD, ARRAY_MOST);
  mallopt(M_TRIM_THRESHOLD, HEAP_MOST);
  struct folding f = {.frame = &o->loaded.experiment,
                      .parts = parts,
                      .asked = asked,
                      .keeps = views_keep(asked, &o->loaded.experiment),
                      .spreads = views_want_spreads(asked),
                      .whole = &o->analysis,
                      .merged = job_sums_begin(&o->analysis, &o->loaded.experiment)};
  launched_processes_alone(!rank_reader_is_steady(parts));
  const bool good =
      f.merged && begin(o, &f) &&
      fold_parts(o->loaded.experiment.process_count, asked->jobs ? asked->jobs : workers_for(f.frame), make, add, &f) &&
      conclude(&f, o);
  launched_processes_alone(false);
  job_sums_free(f.merged);
  job_samples_free(f.samples);
  return good;
}

void by_rank_free(struct analysed_experiment *o) {
  if (o->kept)
    location_row_file_end(o->kept, &o->analysis);
  free(o->kept);
  o->kept = NULL;
  same_row_spreads_free(o->analysis.spreads);
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

enum by_rank by_rank_open(struct analysed_experiment *o, const struct report_request *asked, const char *name) {
  struct rank_reader parts;
  if (!load_parts(&o->loaded, name, &parts))
    return BY_RANK_FAILED;
  if (!o->loaded.experiment.taken)
    return BY_RANK_WHOLE;
  const bool good =
      (launched_processes_is_first() || rank_reader_is_steady(&parts)) && call_sites_find(&o->loaded.experiment);
  const bool merged = good && fold(o, asked, &parts);
  const bool told = o->kept && o->kept->told;
  rank_reader_close(&parts);
  if (merged)
    return BY_RANK;
  if (good) {
    by_rank_free(o);
    analysis_free(&o->analysis);
  }
  experiment_free(&o->loaded.experiment);
  o->loaded.experiment = (struct experiment){.nodes = NULL};
  o->analysis = (struct analysis){.experiment = NULL};
  return told ? BY_RANK_FAILED : BY_RANK_REFUSED;
}
