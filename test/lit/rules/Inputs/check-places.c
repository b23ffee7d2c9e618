/* This POMP library holds the line of each critical construct's descriptor against the one that the program says it is in, and so of each loop
 * whose chunk it is told, and counts the descriptors that are registered. */
#include <stdio.h>

#define POMP_LOCKS
#include "pomp.h"

int expected, wrong, entered, registered, tables;

void POMP_Register_regions(struct ompregdescr *table, int count, int size) {
  for (int i = 0; i < count; i++)
    wrong += ((struct ompregdescr *)(void *)((char *)table + (long)i * size))->version != POMP_RD_VERSION;
  registered += count;
  tables++;
}

void POMP_Unregister_regions(struct ompregdescr *table, int count, int size) {
  (void)table;
  registered -= size == (int)sizeof *table ? count : 0;
  if (--tables == 0)
    printf("%d are wrong, %d stayed registered\n", wrong, registered);
}

void POMP_Critical_enter(struct ompregdescr *d) {
  wrong += d->begin_line1 != expected;
  entered++;
}

void POMP_For_chunk(struct ompregdescr *d, long chunk) {
  wrong += d->begin_line1 != expected || chunk != 3;
  entered++;
}

#define IGNORE(name)                                                                                                   \
  void name(struct ompregdescr *d) { (void)d; }
IGNORE(POMP_Parallel_fork)
IGNORE(POMP_Parallel_join)
IGNORE(POMP_Parallel_begin)
IGNORE(POMP_Parallel_end)
IGNORE(POMP_For_enter)
IGNORE(POMP_For_exit)
IGNORE(POMP_Barrier_enter)
IGNORE(POMP_Barrier_exit)
IGNORE(POMP_Critical_begin)
IGNORE(POMP_Critical_end)
IGNORE(POMP_Critical_exit)
