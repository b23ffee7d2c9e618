/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* answer.h - what is done with a database: experiments are stored in it, and questions answered.
 * Not here: the list of questions (runs_views.h). */
#ifndef COMMANDS_RUNS_ANSWER_H
#define COMMANDS_RUNS_ANSWER_H

#include "commands/runs/runs_request.h"

/* Stores the experiments that are named, or the newest. The result is the exit status. */
int store_named(const struct runs_request *request);

/* Each stores what is named, shows what the database tells, and returns the exit status. */
int show_trend(const struct runs_request *request);
int show_regressions(const struct runs_request *request);
int show_scaling(const struct runs_request *request);

#endif
