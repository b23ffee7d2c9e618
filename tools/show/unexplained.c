/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* unexplained.c - writes how much of the waiting and the idleness no finding explains, and where most of that is. */
#include "show/unexplained.h"
#include "pomp_text.h"
#include "show/table_cells.h"

#include <stdio.h>

#define PART_SAID 0.01 /* of the threads' time */
#define PLACE_SAID 0.1 /* of what is not explained */

static double rest_of(const struct diagnosis *d) {
  const struct explained_time *l = &d->explained;
  uint64_t rest = 0;
  for (int kind = 0; kind < EXPLAINED_KINDS; kind++)
    rest += l->time[kind] - l->explained[kind];
  return (double)rest;
}

static bool is_much(const struct diagnosis *d) {
  return rest_of(d) >= PART_SAID * (double)d->analysis->all.allocation && rest_of(d) > 0;
}

/* Writes one place: `12.3 % waiting at barrier (f.c:13)`, `1.2 % idle during main (f.c:3)`. */
static size_t write_place(const struct diagnosis *d, const struct explained_place *p, char *text, size_t size) {
  static char place[UNEXPLAINED_TEXT];
  const struct analysis *a = d->analysis;
  double part = percent((double)(p->time - p->explained), (double)a->all.allocation);
  bool idle = p->kind == EXPLAINED_IDLE;
  if (p->region == NO_REGION)
    return (size_t)snprintf(text, size, "%.1f %% %s", part,
                            idle ? "idle while no region was measured" : "waiting in no region");
  find_place(place, sizeof place, &a->regions[p->region]);
  return (size_t)snprintf(text, size, "%.1f %% %s %s", part, idle ? "idle during" : "waiting at", place);
}

void unexplained_words(const struct diagnosis *d, uint32_t places, char *text, size_t size) {
  const struct explained_time *l = &d->explained;
  double rest = rest_of(d), all = (double)d->analysis->all.allocation;
  *text = 0;
  if (!is_much(d))
    return;
  size_t used =
      (size_t)snprintf(text, size, "Explained by no finding: %.1f %% of the threads' time", percent(rest, all));
  if ((double)l->machine >= PART_SAID * all)
    used += (size_t)snprintf(text + used, size - used, ", %.1f %% at most as others had no processor",
                             percent((double)l->machine, all));
  for (uint32_t i = 0; i < l->count && i < places && used < size; i++) {
    const struct explained_place *p = &l->places[i];
    if ((double)(p->time - p->explained) < PLACE_SAID * rest)
      break;
    used += (size_t)snprintf(text + used, size - used, "%s", i ? ", " : ": ");
    used += used < size ? write_place(d, p, text + used, size - used) : 0;
  }
  pomp_text_clean(text, 0); /* it may have been cut in a character */
}

const char *unexplained_nothing(const struct diagnosis *d) {
  if (d->count)
    return is_much(d) ? "none that is more than chance, nor explains why threads wait or are idle"
                      : "none that is more than chance";
  return is_much(d) ? "none that explains why threads wait or are idle"
                    : "nothing that costs a hundredth of the wall time was found";
}
