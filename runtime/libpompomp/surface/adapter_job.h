/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* adapter_job.h - what libpompomp offers to libpompomp-mpi, so that the ranks of a job have one experiment together.
 * Not here: events of wrapped functions (adapter.h), how ranks talk to each other (libpompomp-mpi).
 *
 * Exported beside pomp.h, for the two libraries alone, as adapter.h. Called by one thread at a time, when the job
 * begins and when it ends. */
#ifndef POMP_ADAPTER_JOB_H
#define POMP_ADAPTER_JOB_H

#include "life/measurement.h"
#include "life/summary.h"
#include "pomp_format.h"
#include "surface/adapter.h"

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#define POMP_ADAPTER_PATH 4096 /* PATH_MAX */

/* At load, before the first event: the process may become a rank. */
void pomp_adapter_expect_job(void) POMP_ADAPTER(pomp_adapter_expect_job);

/* NONE: nothing is measured, nor will be. LATER: nothing yet (POMP_ENABLE=0). */
enum pomp_adapter_phase { POMP_ADAPTER_NONE, POMP_ADAPTER_LATER, POMP_ADAPTER_MEASURING };
enum pomp_adapter_phase pomp_adapter_phase(void) POMP_ADAPTER(pomp_adapter_phase);
/* The permissions of files that the job makes; see POMP_FILE_MODE. */
mode_t pomp_adapter_file_mode(void) POMP_ADAPTER(pomp_adapter_file_mode);
/* POMP_VERBOSE. */
bool pomp_adapter_is_verbose(void) POMP_ADAPTER(pomp_adapter_is_verbose);

/* POMP_RANKS. */
enum pomp_adapter_ranks { POMP_ADAPTER_RANKS_AUTO, POMP_ADAPTER_RANKS_ALL, POMP_ADAPTER_RANKS_OWN };
enum pomp_adapter_ranks pomp_adapter_ranks_choice(void) POMP_ADAPTER(pomp_adapter_ranks_choice);
/* The absolute name of the directory in which the experiment's directory is or will be; POMP_ADAPTER_PATH bytes. */
bool pomp_adapter_parent(char *path) POMP_ADAPTER(pomp_adapter_parent);

/* The rank that leads, if it is in no phase but NONE: takes a directory for the job. `path`: its absolute name;
 * `called`: what the user knows it as; POMP_ADAPTER_PATH bytes each. 0 or a negative errno. */
int pomp_adapter_take(uint32_t rank, uint32_t ranks, uint64_t job, char *path, char *called)
    POMP_ADAPTER(pomp_adapter_take);
/* Any other: the process's file goes there, or will. `there`: that of `leader` is there already. 0 or a negative errno:
 * the process keeps an experiment of its own. */
int pomp_adapter_join(const char *path, const char *called, uint32_t rank, uint32_t ranks, uint64_t job,
                      uint32_t leader, bool there) POMP_ADAPTER(pomp_adapter_join);

/* The process is a rank, and does not know the others. `job`: a number that all of them have; 0: there is none. */
void pomp_adapter_alone(uint32_t rank, uint32_t ranks, uint64_t job) POMP_ADAPTER(pomp_adapter_alone);

/* POMP_SUMMARY. */
bool pomp_adapter_wants_summary(void) POMP_ADAPTER(pomp_adapter_wants_summary);
/* POMP_TRACE=otf2, and there is a trace; or POMP_ARCHIVE=1. */
bool pomp_adapter_converts(void) POMP_ADAPTER(pomp_adapter_converts);
/* POMP_ARCHIVE=1. */
bool pomp_adapter_packs(void) POMP_ADAPTER(pomp_adapter_packs);

/* The job ends, and the process goes on: as the functions of measurement.h. */
void pomp_adapter_snapshot(struct pomp_snapshot *s, const struct pomp_alignment alignment[2], bool sums)
    POMP_ADAPTER(pomp_adapter_snapshot);
void pomp_adapter_snapshot_free(struct pomp_snapshot *s) POMP_ADAPTER(pomp_adapter_snapshot_free);
void pomp_adapter_go_on(pomp_rank_ends *ends) POMP_ADAPTER(pomp_adapter_go_on);
void pomp_adapter_left_job(void) POMP_ADAPTER(pomp_adapter_left_job);

/* The measurement ends, and nothing was worth keeping: its file goes, with the directory if that is empty. */
void pomp_adapter_remove(void) POMP_ADAPTER(pomp_adapter_remove);

/* As pomp_summary_print. */
void pomp_adapter_summary_print(struct pomp_summary *s, pomp_summary_namer *names, void *context)
    POMP_ADAPTER(pomp_adapter_summary_print);

/* A line on stderr, as all that libpompomp says. */
void pomp_adapter_say(const char *format, ...) POMP_ADAPTER(pomp_adapter_say) __attribute__((format(printf, 1, 2)));

#endif
