/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* sample_setting.h - the setting POMP_SAMPLE: how often threads are sampled, and by which clock.
 * Not here: how a thread learns that a sample is due (sampling.h). */
#ifndef POMP_SAMPLE_SETTING_H
#define POMP_SAMPLE_SETTING_H

#include <stdbool.h>
#include <stdint.h>

/* These are the shortest period and the longest, in ns: more samples than that take more time than the program does. */
#define POMP_SAMPLE_PERIOD_LEAST 20000u
#define POMP_SAMPLE_PERIOD_MOST 1000000000u
/* The period of samples that nobody has asked for: a second of two threads has 400, which tell a half from 5 % more. */
#define POMP_SAMPLE_PERIOD_AUTO 5000000u

struct pomp_sample_setting {
  uint64_t period; /* ns; 0: no samples are taken */
  bool is_auto;    /* nobody has asked for them: they are taken where that changes nothing for the program */
  bool wall;       /* of the time that passes, and not of the thread's CPU time */
};

/* Reads the setting: auto, 0, 1, or a time with its unit, perhaps behind "wall:". False: it is wrong. */
bool pomp_sample_setting_parse(const char *text);

/* Returns what was read last. */
struct pomp_sample_setting pomp_sample_setting(void);

#endif
