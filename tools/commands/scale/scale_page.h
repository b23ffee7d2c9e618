/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* scale_page.h - how a program scales, as a page that a browser shows.
 * Not here: the figures (scale_figures.h, series.h), what is drawn of them (tools/page/src/scale.ts). */
#ifndef COMMANDS_SCALE_SCALE_PAGE_H
#define COMMANDS_SCALE_SCALE_PAGE_H

#include "commands/scale/scale_figures.h"

#include <stdio.h>

/* Writes the page into the folder of the experiments, and says on `says` where it is. False: what went wrong has been
 * said. */
bool page_write(FILE *says, const struct plan *plan, const struct figures *f, const struct outcome *outcome);

#endif
