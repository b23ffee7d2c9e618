/* converter.h - POMP_TRACE=otf2: the trace is converted when the program ends.
 * Not here: the conversion (pomp-convert, a process of its own), the trace (trace.h). */
#ifndef POMP_CONVERTER_H
#define POMP_CONVERTER_H

struct pomp_config;

/* The experiment is complete, has a trace and stays: if the settings ask for it, pomp_converter_run has something to
 * do. Under the slow lock. */
void pomp_converter_expect(const struct pomp_config *config);

/* At the program's exit, after everything else of ours: starts pomp-convert and waits for it. What can't be done is
 * said in a line; the trace stays as it is. Does nothing if nothing is expected, or in a forked child. */
void pomp_converter_run(void);

#endif
