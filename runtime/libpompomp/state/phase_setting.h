/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* phase_setting.h - the setting POMP_PHASES: which regions are phases.
 * Not here: which regions have the names (definitions/phase_names.h). */
#ifndef POMP_PHASE_SETTING_H
#define POMP_PHASE_SETTING_H

#include <stdbool.h>

struct pomp_phase_name {
  const char *name;
  bool found; /* a region has the name; it belongs to the caller */
};

/* Reads the setting: names of regions, with commas between them, but for those inside of brackets. False: it is wrong.
 */
bool pomp_phase_setting_parse(const char *text);

struct pomp_phase_name *pomp_phase_setting(unsigned *count);

#endif
