/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* page.h - how a program scales, as a page that a browser shows.
 * Not here: the figures (figures.h, series.h), what is drawn of them (tools/page/src/scale.ts). */
#ifndef SCALE_PAGE_H
#define SCALE_PAGE_H

#include "figures.h"

#include <stdio.h>

/* Writes the page into the folder of the experiments, and says on `says` where it is. False: what went wrong has been
 * said. */
bool page_write(FILE *says, const struct plan *plan, const struct figures *f, const struct outcome *outcome);

#endif
