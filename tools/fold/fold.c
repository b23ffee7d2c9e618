/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* fold.c - the function of fold.h: asks for the parts in their order, whoever makes them.
 * Not here: the processes (makers.c). */
#include "fold.h"
#include "makers.h"
#include "said.h"
#include "user_error.h"

bool fold_parts(uint32_t count, unsigned workers, fold_make *make, fold_add *add, void *context) {
  const struct work work = {0, 1, count, make, context};
  struct makers makers;
  struct made made = {.good = false};
  bool good = true;
  makers_begin(&makers, &work, workers);
  for (uint32_t part = 0; good && part < count; part++) {
    good = makers_get(&makers, part, &made);
    said_say(&made.said);
    good = good && add(context, part, &made.bytes);
    if (good && made.bytes.failed)
      good = user_error(NULL, "what was made of process %u is not all that should be there", part);
  }
  makers_end(&makers);
  made_free(&made);
  return good;
}
