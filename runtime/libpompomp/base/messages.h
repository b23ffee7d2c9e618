/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* messages.h - each line that libpompomp and libpompomp-mpi may write to stderr, as a format of pomp_say: a new message
 * is a new row. docs/messages.md says what to do about each; a test compares the two, and holds pomp_say to this list.
 * Not here: how a line is written (message.c), the table at the end of a run (summary_table.c), what metrics' sources
 * say. */
#ifndef POMP_MESSAGES_H
#define POMP_MESSAGES_H

/* Settings. */
#define POMP_SAYS_SETTING_WRONG "%s=%.100s is wrong: it takes %s; the program runs unmeasured"
#define POMP_SAYS_SETTING_MISSPELT "%.*s is no setting; did you mean POMP_%s? The program is measured without it"
#define POMP_SAYS_SETTING_UNKNOWN "%.*s is no setting, and none is called like it: the program is measured without it"
#define POMP_SAYS_FILTER_UNREADABLE "POMP_FILTER=%.500s can't be read (%s); the program runs unmeasured"
#define POMP_SAYS_FILTER_WRONG "POMP_FILTER=%.500s, line %u: %s; the program runs unmeasured"
#define POMP_SAYS_NO_TSC                                                                                               \
  "POMP_CLOCK=tsc: this machine's time stamp counter is not invariant; the program runs unmeasured"
#define POMP_SAYS_METRIC_LEFT_OUT "POMP_METRICS: %.100s is left out: %s; the rest is measured"
#define POMP_SAYS_METRIC_THREAD                                                                                        \
  "POMP_METRICS: a thread can't count its metrics (%s): they are missing there; the rest is measured"
#define POMP_SAYS_METRIC_STOPPED                                                                                       \
  "POMP_METRICS: the program has switched off or closed what counts its metrics: they are missing from then on"
#define POMP_SAYS_SAMPLES_STOPPED                                                                                      \
  "POMP_SAMPLE: the program has switched off or closed what takes its samples: they are missing from then on"
#define POMP_SAYS_TRACE_SELECT_UNKNOWN                                                                                 \
  "POMP_TRACE_SELECT names %s: no region that was measured is called so; the report shows what they are called"
#define POMP_SAYS_PHASES_UNKNOWN                                                                                       \
  "POMP_PHASES names %s: no function, region or parallel region that was measured is called so; the report shows "     \
  "what they are called. --pomp-functions=all measures functions that are not inline; #pragma pomp inst begin(NAME) "  \
  "and end(NAME) make a region of other code"
#define POMP_SAYS_TOOL_UNLOADED "%s: %.1000s; measuring without it"
#define POMP_SAYS_TOOL_MISSING "%s: there is no other OMPT tool in %.1000s; measuring without it"

#define POMP_SAYS_TOOL_COPY "%s: %.1000s is another copy of libpompomp; the program is measured once, by %.1000s"

#define POMP_SAYS_NO_SAMPLES "POMP_SAMPLE: no samples are taken: %s; the rest is measured"

/* The experiment, when it begins. */
#define POMP_SAYS_NO_EXPERIMENT "can't make the experiment %s (%s); the program runs unmeasured"
#define POMP_SAYS_TAKEN "%s holds an experiment already; this one goes to %s"
#define POMP_SAYS_NOT_OURS "%s belongs to another user, or is there for something else; the experiment goes to %s"
#define POMP_SAYS_NO_TRACE "can't make the trace (%s); the profile is measured without"

/* These are said when a measurement or a trace ends before the program. */
#define POMP_SAYS_MEMORY_USED "POMP_MEMORY (%llu bytes) is used up: measurement stops here, the program goes on"
#define POMP_SAYS_MAPPED_LESS                                                                                          \
  "the process may map no more than %llu bytes for the experiment (ulimit -v), and they are used up: measurement "     \
  "stops here, the program goes on"
#define POMP_SAYS_NO_MEMORY "the process gets no more memory (%s): measurement stops here, the program goes on"
#define POMP_SAYS_CANT_GROW "%s can't grow (%s): measurement stops here, the program goes on"
#define POMP_SAYS_PROFILE_CUT_OFF                                                                                      \
  "somebody has cut off the experiment's file in %s: measurement stops here, the program goes on"
#define POMP_SAYS_NO_INTERVALS "POMP_PROFILE_EVERY: no more intervals are kept in %s (%s); the profile goes on"
#define POMP_SAYS_TRACE_MEMORY_USED                                                                                    \
  "POMP_TRACE_MEMORY (%llu bytes) is used up: the trace ends here, the profile goes on; see POMP_TRACE_MODE=flush "    \
  "and ring"
#define POMP_SAYS_TRACE_MAPPED_LESS                                                                                    \
  "the process may map no more than %llu bytes for the trace (ulimit -v): it ends here, the profile goes on"
#define POMP_SAYS_TRACE_CANT_GROW "the trace can't grow (%s): it ends here, the profile goes on"
#define POMP_SAYS_TRACE_CUT_OFF "somebody has cut off the trace in %s: it ends here, the profile goes on"

/* The end of a run. */
#define POMP_SAYS_NO_TABLE "experiment %s (no memory for a table; look at it: pomp-report)"
#define POMP_SAYS_SIGNAL_UNCONVERTED                                                                                   \
  "the program was ended by a signal, so that its trace is not converted: pomp-convert %s --to otf2 does it"
#define POMP_SAYS_CONVERTER_UNSTARTED                                                                                  \
  "can't start pomp-convert (%s): the trace is in %s, and pomp-convert --to otf2 converts it"
#define POMP_SAYS_CONVERTER_KILLED                                                                                     \
  "pomp-convert ended by signal %d: the trace is in %s, and pomp-convert --to otf2 converts it"
#define POMP_SAYS_SIGNAL_UNPACKED                                                                                      \
  "the program was ended by a signal, so that its experiment is not packed: pomp-archive %s does it"
#define POMP_SAYS_PACKER_UNSTARTED "can't start pomp-archive (%s): the experiment is in %s, and pomp-archive packs it"
#define POMP_SAYS_PACKER_KILLED "pomp-archive ended by signal %d: the experiment is in %s, and pomp-archive packs it"

/* Jobs of several ranks. */
#define POMP_SAYS_JOB_SPLIT                                                                                            \
  "%d of %d ranks can't have their files in %s (%s), perhaps because they don't see it: they keep experiments of "     \
  "their own"
#define POMP_SAYS_JOB_UNPLACED                                                                                         \
  "rank %d can't make a directory for the ranks' experiment (%s): they keep experiments of their own"
#define POMP_SAYS_JOB_WITHOUT_COMM "MPI gives no communicator: the ranks keep experiments of their own"
#define POMP_SAYS_RANKS_MISSED                                                                                         \
  "%.1000s has MPI_Init before libpompomp-mpi, so that each of the %d ranks keeps an experiment of its own"
#define POMP_SAYS_RANK_SPOILED                                                                                         \
  "the file of rank %d in %s contradicts itself, as if somebody else had written to it: each rank keeps its own; "     \
  "pomp-report %s reads them together"
#define POMP_SAYS_RANK_LEFT_OUT                                                                                        \
  "the file of rank %d contradicts itself, as if somebody else had written to it: the ranks' table is without it"
#define POMP_SAYS_NOT_MERGED                                                                                           \
  "can't make one file of all ranks' in %s (%s): each keeps its own; pomp-report %s reads them together"
#define POMP_SAYS_NO_JOB_TABLE "no memory for a table of all ranks; look at the experiment: pomp-report"
#define POMP_SAYS_RANKS_ALONE                                                                                          \
  "the ranks did not end together in MPI_Finalize: experiment %s has a file for each (look at it: pomp-report %s)"
#define POMP_SAYS_RANK_BY_ITSELF                                                                                       \
  "rank %u of %u is measured by itself: its experiment is in %s (look at it: pomp-report %s)"
#define POMP_SAYS_AFTER_JOB                                                                                            \
  "rank %u went on for %.2f s after MPI_Finalize, which is in the experiment, but not in this table: pomp-report %s"
#define POMP_SAYS_RANKS_UNCONVERTED                                                                                    \
  "the ranks did not end together in MPI_Finalize, so that their traces are not converted: pomp-convert %s --to otf2 " \
  "makes one archive of them"
#define POMP_SAYS_RANKS_UNPACKED                                                                                       \
  "the ranks did not end together in MPI_Finalize, so that their experiment is not packed: pomp-archive %s does it"

#define POMP_SAYS_RUNTIME_UNTOLD                                                                                       \
  "%.1000s tells no tool what it does, so that its parallel regions are not measured; pomp-exec has the program run "  \
  "on LLVM's libomp"
#define POMP_SAYS_NO_TEAM                                                                                              \
  "no parallel, teams or target construct was executed, nor a user region: one thread was measured"

/* POMP_VERBOSE=1 adds these. */
#define POMP_SAYS_MEASURING "measuring into %s"
#define POMP_SAYS_SETTING "  %s=%s (%s)"
#define POMP_SAYS_NOTHING_WANTED "nothing is measured: POMP_PROFILE=0, and POMP_TRACE asks for no trace"
#define POMP_SAYS_NOTHING_MET "nothing was measured: the program came to no construct or function that is instrumented"
#define POMP_SAYS_NOTHING_ON                                                                                           \
  "nothing was measured: POMP_ENABLE=0 or POMP_Off switched measurement off, and the program never called POMP_On"
#define POMP_SAYS_NOTHING_KEPT                                                                                         \
  "nothing is kept: there was no parallel, teams or target construct, no user region, no function but main, and one "  \
  "thread"
#define POMP_SAYS_NOTHING_OF_CHILD "process %d is not measured: it was forked when the measurement had begun"
#define POMP_SAYS_FILTERED "%s at %s:%d is %s"
#define POMP_SAYS_JOB "the experiment of all %d ranks is %s"
#define POMP_SAYS_JOB_OF_SOME "%d of %d ranks are measured; their experiment is %s"
#define POMP_SAYS_RANK_ALONE "rank %d of %d is measured by itself, because %s"
#define POMP_SAYS_MERGED "merging %d ranks took %.6f s: %u constructs unified in %.6f s, the file written in %.6f s"

#endif
