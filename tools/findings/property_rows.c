/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* property_rows.c - the list of properties as a table.
 * Not here: the list (properties.h). */
#include "findings/properties.h"

#include "findings/finding.h"

const struct property_row property_rows[PROPERTY_COUNT] = {
#define PROPERTY_ROW(name, id, text, by_wall, holds, of, find) {id, text, by_wall, holds, LOOKED_AT_##of, find},
    PROPERTIES(PROPERTY_ROW)
#undef PROPERTY_ROW
};
