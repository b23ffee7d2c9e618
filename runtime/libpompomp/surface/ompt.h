/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* ompt.h - the OpenMP runtime's tool interface (OMPT, OpenMP 5.2, chapter 19), where the runtime has one.
 * Not here: what its events mean for the measurement (team.h, task.h). */
#ifndef POMP_OMPT_H
#define POMP_OMPT_H

#include "base/atomics.h"

#include "pomp.h"

#include <omp-tools.h>
#include <stdbool.h>

/* The OpenMP runtime looks for it. The headers of LLVM 16 leave it to the tool to declare it.
 * NOLINTNEXTLINE(readability-redundant-declaration): those of later ones do not */
ompt_start_tool_result_t *ompt_start_tool(unsigned int version, const char *runtime);

/* This is what ompt_start_tool returns for our tool. */
ompt_start_tool_result_t *pomp_ompt_tool(unsigned int version, const char *runtime);

/* True if an OpenMP runtime has taken us for its tool, so that teams and tasks are known. */
bool pomp_ompt_is_active(void);

/* True if another tool gets the runtime's events beside us (other_tool.c). */
bool pomp_ompt_has_other(void);

/* Asks for the events of implicit barriers from now on. They cost a call at every barrier, so nobody asks earlier. */
void pomp_ompt_want_barriers(void);
/* The same for waits at the end of taskloops: a call at each wait of any kind. */
void pomp_ompt_want_group_waits(void);
/* The same for the begin and end of loops that are dealt out in chunks: two calls for each loop of any kind, and for
 * each worksharing construct. */
void pomp_ompt_want_loops(void);
/* The same for the combining of what reduction clauses have: two calls for each member and construct. */
void pomp_ompt_want_reductions(void);

/* They replace the events of a member of a construct that has none (POMP_RD_WHOLE): of `parallel`, and of the loop
 * that it is combined with. */
void pomp_whole_begin(struct ompregdescr *d);
void pomp_whole_end(struct ompregdescr *d);

#endif
