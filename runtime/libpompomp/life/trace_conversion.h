/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* trace_conversion.h - POMP_TRACE=otf2: the trace is converted when the program ends.
 * Not here: the conversion (pomp-convert, a process of its own), the trace (trace.h). */
#ifndef POMP_TRACE_CONVERSION_H
#define POMP_TRACE_CONVERSION_H

#include <stdbool.h>

/* There is a trace, and it is to be converted. Under the slow lock, as the next. */
void pomp_converter_want(void);
/* The experiment is complete and stays: if that is wanted, pomp_converter_run has something to do. A rank's in a job's
 * directory is not the experiment: then true, and nothing will be done. */
bool pomp_converter_expect(void);
/* The same for the whole job's, of which all ranks' are complete, or will be before this one exits; from one of them.
 */
void pomp_converter_expect_job(void);

/* At the program's exit, after everything else of ours: starts pomp-convert and waits for it. What can't be done is
 * said in a line; the trace stays as it is. Does nothing if nothing is expected, or in a forked child. */
void pomp_converter_run(void);

#endif
