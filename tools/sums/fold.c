/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* fold.c - the function of fold.h: asks for the parts in their order, whoever makes them. Of several processes that a
 * launcher has started, each makes every n-th part, with workers of its own.
 * Not here: the workers (makers.c), how parts go from one process to another (launched.c). */
#include "sums/fold.h"
#include "base/user_error.h"
#include "sums/launched.h"
#include "sums/makers.h"
#include "sums/said.h"

/* Gets a part that comes by here. What the first process does not get from others it makes. */
static bool get(struct makers *m, struct launched r, uint32_t part, struct made *made) {
  if (part % r.size != r.rank)
    return launched_receive(part % r.size, part, made) || (r.rank == 0 && makers_make(m, part, made));
  const bool good = makers_get(m, part, made);
  launched_add_said(made);
  return good;
}

/* Adds the parts to the whole, in the first process. */
static bool add_parts(struct makers *m, struct launched r, fold_add *add, struct made *made) {
  bool good = true;
  for (uint32_t part = 0; good && part < m->work.count; part++) {
    good = get(m, r, part, made);
    said_say(&made->said);
    good = good && add(m->work.context, part, &made->bytes);
    if (good && made->bytes.failed)
      good = user_error(NULL, "what was made of process %u is not all that should be there", part);
  }
  return good;
}

/* Sends the parts that come by here to the first process. Those that could not be made are made there. */
static void send_parts(struct makers *m, struct launched r, struct made *made) {
  bool wanted = true;
  for (uint32_t part = 0; wanted && part < m->work.count; part++)
    if (launched_come_by(part % r.size) && (get(m, r, part, made) || part % r.size == r.rank))
      wanted = launched_send(made);
}

bool fold_parts(uint32_t count, unsigned workers, fold_make *make, fold_add *add, void *context) {
  const struct launched r = launched_now();
  const struct work work = {r.rank, r.size, count, make, context};
  struct makers makers;
  struct made made = {.good = false};
  bool good = false;
  launched_expect(count);
  makers_begin(&makers, &work, workers);
  if (r.rank == 0)
    good = add_parts(&makers, r, add, &made);
  else
    send_parts(&makers, r, &made);
  makers_end(&makers);
  made_free(&made);
  return good;
}
