/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* load_from_trace.c - opens the traces of an experiment, or of a job's ranks, for profile_from_trace.c.
 * Not here: what follows from them. */
#include "sums/load_from_trace.h"
#include "base/user_error.h"
#include "files/rank_files.h"
#include "files/trace_load.h"
#include "files/trace_missing.h"
#include "sums/profile_from_trace.h"

#include <errno.h>
#include <stdio.h>

/* This is what was found in the ranks that were looked at. */
struct seen {
  struct trace_lacks lacks;
  struct trace_damage damage;
  bool is_partial;
};

static bool use(struct trace_file *f, struct experiment *e, const char *directory) {
  char error[256];
  uint64_t misfits = 0;
  bool good = trace_file_open(f, directory, &e->header, error, sizeof error) &&
              profile_from_trace(e, &f->trace, &misfits, error, sizeof error);
  if (good && trace_lacked_memory(&f->trace)) {
    snprintf(error, sizeof error, "not enough memory");
    good = false;
  }
  if (good && misfits && !trace_is_damaged(&f->trace)) /* of one that is damaged it is no news */
    user_error_print(f->path,
                     "%llu records do not fit the others: a signal handler was left by a jump, or the file is damaged",
                     (unsigned long long)misfits);
  if (!good)
    user_error_print(f->path, "%s", error);
  return good;
}

static bool use_alone(struct loaded *l, const char *directory) {
  struct trace_file file;
  struct experiment *e = &l->experiment;
  const struct process *p = &e->processes[0];
  bool good = use(&file, e, directory);
  if (good) {
    struct trace_damage d = trace_damage_of(&file.trace);
    l->part = trace_is_partial(&file.trace);
    l->chunks_damaged = d.spoilt;
    l->chunks_missing = d.missing;
    trace_tell_missing(&file.trace, p->base_tick ? (double)p->base_ns / (double)p->base_tick : 1, file.path,
                       program_invocation_short_name, stderr);
  }
  trace_file_close(&file);
  return good;
}

static bool use_rank(void *context, struct experiment *rank, const char *directory) {
  struct seen *seen = context;
  struct trace_file file;
  if (!trace_file_is_there(directory)) {
    trace_lacks_add(&seen->lacks, NULL, rank->header.rank);
    return false;
  }
  bool good = use(&file, rank, directory);
  trace_lacks_add(&seen->lacks, good ? &file.trace : NULL, rank->header.rank);
  if (good) {
    struct trace_damage d = trace_damage_of(&file.trace);
    trace_lacks_add_damage(&seen->lacks, &file.trace, rank->header.rank);
    seen->is_partial |= trace_is_partial(&file.trace);
    seen->damage.spoilt += d.spoilt;
    seen->damage.missing += d.missing;
  }
  trace_file_close(&file);
  return good;
}

bool load_from_trace(struct loaded *l) {
  struct experiment *e = &l->experiment;
  if (e->process_count == 1 && (!e->header.ranks || trace_file_is_there(l->directory)))
    return use_alone(l, l->directory);
  struct seen seen = {.lacks = {.ranks = e->header.ranks}};
  bool complete = !l->by_rank; /* then that is what the head says, too */
  experiment_free(e);
  if (!rank_files_load(e, l->directory, use_rank, &seen))
    return false;
  l->by_rank = !complete;
  l->part = seen.is_partial;
  l->chunks_damaged = seen.damage.spoilt;
  l->chunks_missing = seen.damage.missing;
  load_states(l);
  trace_lacks_tell(&seen.lacks, l->directory, program_invocation_short_name, stderr);
  return true;
}
