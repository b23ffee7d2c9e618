/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* json_parts.h - the parts of the JSON of an experiment, one file each; docs/report-json.md is the contract.
 * Not here: how they are put together (report_json.c), what each location has (json_shares.h).
 *
 * Each returns a new object, or adds to the one it is given; `good` becomes false where there is no memory. */
#ifndef SHOW_JSON_PARTS_H
#define SHOW_JSON_PARTS_H

#include "base/json_values.h"
#include "files/load.h"
#include "sums/analysis.h"

struct sampled_found;
struct groups;
struct diagnosis;
struct efficiency_request;

static inline json_t *integer(uint64_t n) { return json_integer((json_int_t)n); }

/* These are in json_totals.c. The last two are null if nothing is known: of what the system reported of threads, and of
 * CPU time in teams. */
void json_set_totals(json_t *o, const struct totals *t, bool *good);
void json_set_metrics(json_t *o, const struct totals *t, const struct experiment *e, bool *good);
json_t *json_scheduled(const struct scheduled *t, bool *good);
json_t *json_thread_kernel(const struct thread_kernel *t, bool *good);
json_t *json_team_cpu(const struct team_cpu *t, bool *good);
json_t *json_kernel(const struct kernel_totals *t, bool *good);

/* These are in json_processes.c. */
json_t *json_experiment(const struct loaded *l, const struct analysis *a, bool *good);
json_t *json_process(const struct analysis *a, uint32_t i, bool *good);
json_t *json_metric(const struct analysis *a, uint32_t i, bool *good);

/* This is in json_regions.c. */
json_t *json_region(const struct analysis *a, uint32_t i, bool *good);

/* These are in json_samples.c. The first is null if threads were not sampled. */
json_t *json_sampled(const struct analysis *a, bool *good);
json_t *json_sampled_line(const struct analysis *a, uint32_t i, bool *good);
json_t *json_sampled_frame(const struct analysis *a, uint32_t i, bool *good);
json_t *json_sampled_state(const struct analysis *a, uint32_t i, bool *good);
json_t *json_sampled_found(const struct sampled_found *f, bool *good);
/* Returns how many lines and frames there are. */
uint32_t json_line_count(const struct analysis *a);
uint32_t json_frame_count(const struct analysis *a);

/* This is in json_now.c. */
json_t *json_now(const struct analysis *a, uint32_t i, bool *good);

/* These are in json_phases.c. The first has profiles of the first location alone, the second writes those of all, which
 * may be many. */
json_t *json_phase(const struct analysis *a, uint32_t i, bool *good);
struct json_out;
void json_phase_write(struct json_out *o, const struct analysis *a, uint32_t i);
json_t *json_intervals(const struct loaded *l, const struct analysis *a, bool *good);

/* This is in json_groups.c. A summary does not list the locations. */
json_t *json_groups_array(const struct analysis *a, bool summary, bool *good);
json_t *json_group(const struct groups *g, uint32_t i, bool summary, bool *good);

/* These are in diagnosis_json.c and efficiency_json.c: what --diagnose --json and --efficiency --json print.
 * Of each finding, `most` locations are listed at most. */
json_t *json_diagnosis(struct diagnosis *d, uint32_t most, bool *good);
json_t *json_efficiency(const struct efficiency_request *request, bool *good);

/* These are in report_json.c. */
json_t *json_location(const struct analysis *a, uint32_t i, bool *good);
json_t *json_callpath(const struct analysis *a, uint32_t i, bool *good);
json_t *json_idle(const struct analysis *a, uint32_t i, bool *good);
json_t *json_open_visit(const struct analysis *a, uint32_t i, bool *good);
json_t *json_deadlocked(const struct analysis *a, uint32_t i, bool *good);

#endif
