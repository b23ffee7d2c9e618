/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* told_events.h - what OMPT tells of constructs that were not instrumented (told_work.c, told_groups.c, told_sync.c,
 * told_locks.c, told_target.c). Not here: whose a construct is (told_row.h), parallel regions (teams/uninstrumented.h),
 * which events are asked for, and when (ompt.c). */
#ifndef POMP_TOLD_EVENTS_H
#define POMP_TOLD_EVENTS_H

#include "base/atomics.h"

#include <omp-tools.h>
#include <stdbool.h>

struct pomp_task;

/* The place in the program that has called a lock routine, while we call it for the program; else NULL. */
extern _Thread_local const void *pomp_ompt_caller POMP_HIDDEN __attribute__((tls_model("initial-exec")));

/* A team is about to be forked: what is open, and was not known yet, is entered before. */
void pomp_told_settle(void);
/* They are called from callbacks that have other things to do as well. */
void pomp_told_work(ompt_work_t kind, ompt_scope_endpoint_t endpoint, const void *code);
void pomp_told_sync_begin(ompt_sync_region_t kind, const void *code);
void pomp_told_sync_end(ompt_sync_region_t kind, const void *code);
void pomp_told_wait(ompt_scope_endpoint_t endpoint);
/* Returns the record of an explicit task that plain code creates; NULL: the task is none of these. */
struct pomp_task *pomp_told_task(const void *code);
/* The flags are those of OMPT's event. */
void pomp_told_cancel(int flags, const void *code);
/* The task is created, or ends, that stands for a taskwait with dependences. */
void pomp_told_dependences(ompt_scope_endpoint_t endpoint, const void *code);

/* Asks for all that is told of devices. */
void pomp_told_devices(ompt_set_callback_t set);

/* These are callbacks. */
void pomp_told_masked(ompt_scope_endpoint_t endpoint, ompt_data_t *parallel, ompt_data_t *task, const void *code);
void pomp_told_acquire(ompt_mutex_t kind, unsigned int hint, unsigned int implementation, ompt_wait_id_t wait,
                       const void *code);
void pomp_told_acquired(ompt_mutex_t kind, ompt_wait_id_t wait, const void *code);
void pomp_told_released(ompt_mutex_t kind, ompt_wait_id_t wait, const void *code);
void pomp_told_nest_lock(ompt_scope_endpoint_t endpoint, ompt_wait_id_t wait, const void *code);
void pomp_told_lock_init(ompt_mutex_t kind, unsigned int hint, unsigned int implementation, ompt_wait_id_t wait,
                         const void *code);
void pomp_told_lock_destroy(ompt_mutex_t kind, ompt_wait_id_t wait, const void *code);

#endif
