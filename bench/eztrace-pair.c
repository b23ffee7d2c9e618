/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* eztrace-pair.c - measures what EZTrace takes for the enter and the exit of a loop while its module `openmp` records
 * them. They are called as in a program that EZTrace's own compiler wrapper has instrumented (eztrace_cc: OPARI2's
 * functions). Not here: our own pairs (event-cost.c). bench/event-cost builds and runs it under bench/eztrace. */
#include "rounds.h"

void POMP2_Assign_handle(void **handle, const char *description);
void POMP2_For_enter(void **handle, const char *description);
void POMP2_For_exit(void **handle);

static const char description[] = "79*regionType=for*sscl=eztrace-pair.c:1:1*escl=eztrace-pair.c:2:2**";

static void pairs(void *handle) {
  for (int i = 0; i < PAIRS; i++) {
    POMP2_For_enter(handle, description);
    POMP2_For_exit(handle);
  }
}

int main(void) {
  static void *handle;
  POMP2_Assign_handle(&handle, description);
  print_rounds("pair, EZTrace", pairs, &handle);
  printf("%d\n", ALL_PAIRS);
  return 0;
}
