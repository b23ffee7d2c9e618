/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* runs_views.h - all questions that a database can be asked.
 * Not here: how they are answered (answer.h). */
#ifndef COMMANDS_RUNS_RUNS_VIEWS_H
#define COMMANDS_RUNS_RUNS_VIEWS_H

#include "commands/runs/runs_view.h"

#include <stddef.h>

/* Returns the i-th; NULL after the last. */
const struct run_view *run_view_at(size_t i);

#endif
