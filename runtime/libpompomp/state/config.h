/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* config.h - the settings, from the environment.
 * Not here: what each of them does. */
#ifndef POMP_CONFIG_H
#define POMP_CONFIG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum pomp_ranks_choice { POMP_RANKS_CHOICE_AUTO, POMP_RANKS_CHOICE_ALL, POMP_RANKS_CHOICE_OWN };
enum pomp_signals_choice { POMP_SIGNALS_CHOICE_NO_END, POMP_SIGNALS_CHOICE_ALL, POMP_SIGNALS_CHOICE_NONE };
enum pomp_trace_choice { POMP_TRACE_CHOICE_OFF, POMP_TRACE_CHOICE_ON, POMP_TRACE_CHOICE_OTF2 };

struct pomp_config {
  const char *experiment_dir, *filter, *metrics, *trace_select; /* "" if not set */
  uint64_t memory;
  uint32_t clock;      /* enum pomp_clock_choice */
  uint32_t trace;      /* enum pomp_trace_choice */
  uint32_t trace_mode; /* enum pomp_trace_mode */
  uint32_t file_mode;  /* see pomp_config_file_mode */
  uint32_t ranks;      /* enum pomp_ranks_choice */
  uint32_t signals;    /* enum pomp_signals_choice */
  uint32_t sandbox;    /* enum pomp_sandbox_choice */
  uint64_t trace_memory;
  bool archive, enable, profile, histogram, summary, verbose, multiplex;
  uint64_t profile_every; /* ns from one interval to the next; 0: there are none */
  const char *phases;     /* see state/phase_setting.h */
  uint64_t phases_max;    /* how many clusters a phase has at most */
  const char *sample;     /* see state/sample_setting.h */
};

/* Reads the environment. False means that a value is wrong, and that a message has been printed. */
bool pomp_config_read(struct pomp_config *config);

/* True if POMP_VERBOSE=1 is set, whether the settings have been read or not. Nothing is said of wrong values. */
bool pomp_config_is_verbose(void);
/* The same of POMP_PROFILE=0 without a trace: nothing can be measured any more. */
bool pomp_config_measures_nothing(void);
/* The same of the settings that ask for something of this run: where it goes, or what is recorded beside the usual
 * profile. Of what pomp-exec has started that is the program itself, and none that the program starts. */
bool pomp_config_asks(void);
/* Says which process this is, for the next two functions. */
void pomp_config_load(uint32_t process);
/* Returns in words how pomp-exec has made the program measured; NULL if pomp-exec has not started the program. */
const char *pomp_config_exec(void);

/* The same of POMP_ENABLE=0, or of POMP_PROFILE=0 without a trace: the first event won't begin the measurement. */
bool pomp_config_is_off(void);
/* The same of POMP_SIGNALS=none: what is done before the settings have been read takes no signal either. */
bool pomp_config_takes_no_signals(void);

/* The permissions of the files that the measurement makes, and of its directories, which all who may read the files may
 * search; less the umask. */
mode_t pomp_config_file_mode(const struct pomp_config *config);
mode_t pomp_config_directory_mode(const struct pomp_config *config);

/* Writes setting number `i` as text into `value`, for the experiment and for POMP_VERBOSE, and returns its name; NULL
 * after the last setting. */
const char *pomp_config_show(const struct pomp_config *config, unsigned i, char *value, size_t size, const char **help);

#endif
