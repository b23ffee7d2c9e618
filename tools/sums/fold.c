/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* fold.c - asks for the parts in their order, whoever makes them. Of several processes that a launcher has started,
 * each makes every n-th part, with workers of its own.
 * Not here: the workers (worker_processes.c), how parts go from one process to another (launched_processes.c). */
#include "sums/fold.h"
#include "base/user_error.h"
#include "sums/captured_stderr.h"
#include "sums/launched_processes.h"
#include "sums/worker_processes.h"

/* Gets a part that comes by here. What the first process does not get from others it makes. */
static bool get(struct worker_processes *m, struct launched_processes r, uint32_t part, struct made *made) {
  if (part % r.size != r.rank)
    return launched_processes_receive(part % r.size, part, made) ||
           (r.rank == 0 && worker_processes_make(m, part, made));
  const bool good = worker_processes_get(m, part, made);
  launched_processes_add_said(made);
  return good;
}

/* Adds the parts to the whole, in the first process. */
static bool add_parts(struct worker_processes *m, struct launched_processes r, fold_add *add, struct made *made) {
  bool good = true;
  for (uint32_t part = 0; good && part < m->work.count; part++) {
    good = get(m, r, part, made);
    captured_stderr_print(&made->said);
    good = good && add(m->work.context, part, &made->bytes);
    if (good && made->bytes.failed)
      good = user_error(NULL, "what was made of process %u is not all that should be there", part);
  }
  return good;
}

/* Sends the parts that come by here to the first process. Those that could not be made are made there. */
static void send_parts(struct worker_processes *m, struct launched_processes r, struct made *made) {
  bool wanted = true;
  for (uint32_t part = 0; wanted && part < m->work.count; part++)
    if (launched_processes_come_by(part % r.size) && (get(m, r, part, made) || part % r.size == r.rank))
      wanted = launched_processes_send(made);
}

bool fold_parts(uint32_t count, unsigned workers, fold_make *make, fold_add *add, void *context) {
  const struct launched_processes r = launched_processes_now();
  const struct work work = {r.rank, r.size, count, make, context};
  struct worker_processes makers;
  struct made made = {.good = false};
  bool good = false;
  launched_processes_expect(count);
  worker_processes_begin(&makers, &work, workers);
  if (r.rank == 0)
    good = add_parts(&makers, r, add, &made);
  else
    send_parts(&makers, r, &made);
  worker_processes_end(&makers);
  made_free(&made);
  return good;
}
