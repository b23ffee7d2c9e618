/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* json_shares.h - what each location has of a region or of a call path, as JSON: these are nearly all that the output
 * consists of. Not here: the region and the call path (report_json.c). */
#ifndef SHOW_JSON_SHARES_H
#define SHOW_JSON_SHARES_H

#include "show/json_out.h"
#include "sums/analysis.h"

/* Write the array `locations` of a region, and of a call path, with the comma before it. */
void json_region_shares(struct json_out *o, const struct analysis *a, const struct region *r);
void json_path_shares(struct json_out *o, const struct analysis *a, uint32_t path);

/* Writes the array `groups`, with the comma before it; a summary does not list the locations. */
void json_groups(struct json_out *o, const struct analysis *a, bool summary);

/* Writes a row of `blame`. */
void json_blame(struct json_out *o, const struct blame *t);

#endif
