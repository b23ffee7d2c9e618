/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* look_at_view.h - shows the compiler's notes that time is behind, beside findings.
 * Not here: which they are (look_at.h). */
#ifndef SHOW_LOOK_AT_VIEW_H
#define SHOW_LOOK_AT_VIEW_H

#include "base/json_values.h"
#include "findings/look_at.h"

#include <stdio.h>

/* Prints those of a finding, in lines of this width. */
void look_at_print_of(FILE *out, const struct diagnosis *d, const struct looks *l, uint32_t finding, size_t width);
/* Prints those of no finding; or of all, the first so many in few lines each. */
void look_at_print_rest(FILE *out, const struct diagnosis *d, const struct looks *l, size_t width);
void look_at_print_first(FILE *out, const struct diagnosis *d, const struct looks *l, uint32_t most, size_t width);
/* The same as list items of Markdown, or of a list in the item of a finding. */
void look_at_markdown(FILE *out, const struct diagnosis *d, const struct looks *l, uint32_t finding);
json_t *look_at_json(const struct diagnosis *d, const struct looks *l, bool *good);

#endif
