/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* by_rank.c - analyses the ranks of an experiment one after the other, and puts what each has found together.
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

static bool is_by_rank(const struct report_request *request, const struct view *v) {
  (void)request;
  return v->by_rank;
}

bool by_rank_wanted(const struct report_request *request) {
  return !request->traced && !request->suggest && views_all(request, is_by_rank);
}

struct folding {
  struct experiment *frame;
  const struct rank_reader *reader;
  const struct report_request *request;
  unsigned keeps; /* what of locations (enum location_rows_what) */
  struct same_rows_wanted spreads;
  struct analysis *whole; /* with findings and efficiencies, if some view tells of them */
  struct job_sums *job_sums;
  struct job_samples *samples; /* NULL: no view tells of them */
};

static bool put_rank(const struct folding *f, const struct analysis *a, struct pomp_bytes *to) {
  rank_analysis_put(a, f->keeps, to);
  same_row_spreads_put(a, &f->spreads, to);
  if (f->samples && !job_samples_put(a, to))
    return false;
  experiment_put_counted(a->experiment, to);
  if (load_phase)
    phase_put_chosen(a->experiment, to);
  if (f->whole->efficiency)
    efficiency_rank(a, f->request->interest, f->request->interests, to);
  return (!f->whole->job_findings || diagnose_rank(a, to)) && !to->failed;
}

static bool make(void *context, uint32_t process, struct pomp_bytes *to) {
  const struct folding *f = context;
  struct experiment rank;
  struct analysis a;
  bool good = rank_reader_read(f->reader, process, &rank);
  if (good) {
    good = analyse(&a, &rank) && put_rank(f, &a, to);
    analysis_free(&a);
  }
  experiment_of_rank_free(&rank);
  return good;
}

static bool add(void *context, uint32_t process, struct pomp_bytes *from) {
  const struct folding *f = context;
  const struct analysis *w = f->whole;
  if (!job_sums_add(f->job_sums, process, from) || !same_row_spreads_add(w->spreads, from) ||
      (f->samples && !job_samples_add(f->samples, from)))
    return false;
  experiment_add_counted(f->frame, from);
  if (load_phase && !phase_add_chosen(f->frame, process, from))
    return false;
  return (!w->efficiency || efficiency_ranks_add(w->efficiency, process, from)) &&
         (!w->job_findings || diagnosis_add(w->job_findings, process, from));
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

/* Prepares the sums that each process's sums are added to. False: not enough memory. */
static bool begin(struct analysed_experiment *o, struct folding *f) {
  const unsigned tells = views_tell(f->request);
  if (f->keeps &&
      (!(o->row_file = malloc(sizeof *o->row_file)) || !location_row_file_begin(o->row_file, f->whole, f->keeps)))
    return false;
  if (!(f->whole->spreads = same_row_spreads_begin(&f->spreads)))
    return false;
  if (views_tell_samples(f->request) && !(f->samples = job_samples_begin()))
    return false;
  if (tells & TELLS_FINDINGS && !(f->whole->job_findings = diagnosis_begin()))
    return false;
  return !(tells & (TELLS_FINDINGS | TELLS_EFFICIENCY)) ||
         efficiency_ranks_begin(f->whole, f->request->interest, f->request->interests);
}

/* Concludes from what all processes have. */
static bool conclude(struct folding *f, struct analysed_experiment *o) {
  bool failed = false;
  if (experiment_counts_differ(f->frame) || (load_phase && !phase_conclude_chosen(f->frame)) ||
      !job_sums_conclude(f->job_sums))
    return false;
  if (f->samples)
    o->analysis.samples = job_samples_conclude(f->samples, &o->analysis, &failed);
  return !failed;
}

/* Makes the analysis of the whole of those of its processes. Each takes as much memory as the one before, which is not
 * given back in between: to get it again page by page takes longer than to fill it. */
static bool fold(struct analysed_experiment *o, const struct report_request *request,
                 const struct rank_reader *reader) {
  mallopt(M_MMAP_THRESHOLD, ARRAY_MOST);
  mallopt(M_TRIM_THRESHOLD, HEAP_MOST);
  struct folding f = {.frame = &o->loaded.experiment,
                      .reader = reader,
                      .request = request,
                      .keeps = views_keep(request, &o->loaded.experiment),
                      .spreads = views_want_spreads(request),
                      .whole = &o->analysis,
                      .job_sums = job_sums_begin(&o->analysis, &o->loaded.experiment)};
  launched_processes_alone(!rank_reader_is_steady(reader));
  const bool good = f.job_sums && begin(o, &f) &&
                    fold_parts(o->loaded.experiment.process_count, request->jobs ? request->jobs : workers_for(f.frame),
                               make, add, &f) &&
                    conclude(&f, o);
  launched_processes_alone(false);
  job_sums_free(f.job_sums);
  job_samples_free(f.samples);
  return good;
}

void by_rank_free(struct analysed_experiment *o) {
  if (o->row_file)
    location_row_file_end(o->row_file, &o->analysis);
  free(o->row_file);
  o->row_file = NULL;
  same_row_spreads_free(o->analysis.spreads);
  o->analysis.spreads = NULL;
  samples_free(o->analysis.samples);
  o->analysis.samples = NULL;
  if (o->analysis.job_findings)
    diagnosis_end(o->analysis.job_findings);
  if (o->analysis.efficiency)
    efficiency_ranks_free(o->analysis.efficiency);
  o->analysis.job_findings = NULL;
  o->analysis.efficiency = NULL;
}

enum by_rank by_rank_open(struct analysed_experiment *o, const struct report_request *request, const char *name) {
  struct rank_reader reader;
  if (!load_ranks(&o->loaded, name, &reader))
    return BY_RANK_FAILED;
  if (!o->loaded.experiment.taken)
    return BY_RANK_WHOLE;
  const bool good =
      (launched_processes_is_first() || rank_reader_is_steady(&reader)) && call_sites_find(&o->loaded.experiment);
  const bool good_job = good && fold(o, request, &reader);
  const bool told = o->row_file && o->row_file->told;
  rank_reader_close(&reader);
  if (good_job)
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
