/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* roles.c - prints what include/pomp_roles.h says of each role, one a line, for roles.py; and holds the predicates that
 * are made of the list against each other. */
#include "pomp_names.h"

#include <assert.h>

static const char *const waits[] = {
    [POMP_WAIT_NONE] = "",
    [POMP_WAIT_BLOCKED] = "until the block begins",
    [POMP_WAIT_TASKS] = "time in tasks",
    [POMP_WAIT_HELD] = "lock held",
    [POMP_WAIT_DELAY] = "delay",
};

int main(void) {
  uint64_t ranks = 1;
#define POMP_ROW(name, ...)                                                                                            \
  printf("%d\t%s\t%s\t%s\t%s\n", POMP_ROLE_##name, #name, pomp_role_names[POMP_ROLE_##name].text,                      \
         waits[pomp_role_wait(POMP_ROLE_##name)], pomp_role_names[POMP_ROLE_##name].id);
  POMP_ROLES(POMP_ROW)
#undef POMP_ROW
  for (uint32_t role = 0; role < POMP_ROLE_COUNT; role++) {
    enum pomp_role block = pomp_role_block(role);
    assert(*pomp_role_names[role].id && *pomp_role_names[role].text && pomp_role_names[role].suffix);
    /* A thread that waits for a block is kept waiting by it, so it comes before the construct as a whole. */
    assert((block != POMP_ROLE_NONE) == (pomp_role_wait(role) == POMP_WAIT_BLOCKED));
    assert(!block || pomp_role_holder(block) < pomp_role_holder(role));
    /* No two roles have the same rank, and none is left out between the first and the last. */
    assert(!pomp_role_holder(role) || !(ranks >> pomp_role_holder(role) & 1));
    ranks |= UINT64_C(1) << pomp_role_holder(role);
    /* What may be combined with `parallel` shares work and has a barrier. */
    assert(!pomp_role_is(role, POMP_IS_COMBINED) || pomp_role_is(role, POMP_IS_WORKSHARING));
    assert(!pomp_role_is(role, POMP_IS_COMBINED) || pomp_role_is(role, POMP_IS_SHARED));
  }
  assert(ranks != 1 && (ranks & (ranks + 1)) == 0);
  /* No role has a number beyond the list's. */
  assert(!pomp_role_is(POMP_ROLE_COUNT, POMP_IS_NAMED) && !pomp_role_wait(POMP_ROLE_COUNT) && !pomp_role_wait(~0u) &&
         !pomp_role_block(POMP_ROLE_COUNT) && !pomp_role_holder(POMP_ROLE_COUNT));
  return 0;
}
