/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* trace_conversion.h - POMP_TRACE=otf2 and POMP_ARCHIVE=1: the trace is converted, and the experiment packed, when the
 * program ends. Not here: how (pomp-convert and pomp-archive, processes of their own), the trace (trace.h). */
#ifndef POMP_TRACE_CONVERSION_H
#define POMP_TRACE_CONVERSION_H

#include <stdbool.h>

enum pomp_converter { POMP_CONVERTS_TRACE = 1, POMP_PACKS_EXPERIMENT = 2 };

/* This is wanted. Under the slow lock, as the next. */
void pomp_converter_want(enum pomp_converter which);
/* Returns what is wanted, as bits. */
unsigned pomp_converter_wanted(void);
/* The experiment is complete and stays, and pomp_converter_run will do with it what is wanted. The file of one rank in
 * a job's directory is not the experiment: then this returns true, if anything is wanted, and nothing will be done. */
bool pomp_converter_expect(void);
/* One rank says the same of the whole job's experiment. The files of all ranks are complete, or will be before this
 * rank exits. */
void pomp_converter_expect_job(void);

/* Starts the programs, one after the other, and waits for them. It is called at the program's exit, after all other
 * work of the library. A failure is reported in a line; the experiment stays as it is. Does nothing if no conversion is
 * expected, or in a forked child. */
void pomp_converter_run(void);

#endif
