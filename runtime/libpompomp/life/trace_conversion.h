/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* trace_conversion.h - POMP_TRACE=otf2: the trace is converted when the program ends.
 * Not here: the conversion (pomp-convert, a process of its own), the trace (trace.h). */
#ifndef POMP_TRACE_CONVERSION_H
#define POMP_TRACE_CONVERSION_H

#include <stdbool.h>

/* There is a trace, and it is to be converted. Under the slow lock, as the next. */
void pomp_converter_want(void);
/* The experiment is complete and stays, and pomp_converter_run will convert its trace if that is wanted. The file of
 * one rank in a job's directory is not the experiment: then this returns true, and nothing will be done. */
bool pomp_converter_expect(void);
/* One rank says the same of the whole job's experiment. The files of all ranks are complete, or will be before this
 * rank exits. */
void pomp_converter_expect_job(void);

/* Starts pomp-convert and waits for it. It is called at the program's exit, after everything else of ours. What can't
 * be done is said in a line; the trace stays as it is. Does nothing if nothing is expected, or in a forked child. */
void pomp_converter_run(void);

#endif
