/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* perfetto_samples.h - the stacks that were sampled, as tracks beside those of the trace.
 * Not here: the trace's own tracks (perfetto.c). */
#ifndef COMMANDS_CONVERT_PERFETTO_SAMPLES_H
#define COMMANDS_CONVERT_PERFETTO_SAMPLES_H

#include "commands/convert/output.h"
#include "sums/samples.h"

/* Writes the events, each with a comma before it. `process` is a number that no other process of the file has. False if
 * there is no memory. */
bool perfetto_put_samples(struct output *o, const struct samples *s, uint32_t process);

#endif
