/* This POMP library prints the descriptors of the program: those registered, and those in the linker section. The
 * paper's functions do nothing here. */
#define POMP_LOCKS
#include "pomp.h"

#include <stdio.h>

extern struct ompregdescr *__start___pomp_regions[], *__stop___pomp_regions[];

static int registered;

void POMP_Register_regions(struct ompregdescr *table, int count, int size) {
  registered += size == (int)sizeof *table ? count : -1000;
}

void POMP_Unregister_regions(struct ompregdescr *table, int count, int size) {
  (void)table;
  (void)size;
  registered -= count;
  if (registered != 0)
    printf("%d regions stayed registered\n", registered);
}

void print_descriptors(void) {
  int found = 0;
  for (struct ompregdescr **at = __start___pomp_regions; at < __stop___pomp_regions; at++)
    found += *at != NULL;
  printf("registered %d, in the section %d\n", registered, found);
  for (struct ompregdescr **at = __start___pomp_regions; at < __stop___pomp_regions; at++) {
    struct ompregdescr *d = *at;
    if (!d)
      continue;
    printf("%s(%s) sections %d %s %d-%d %d-%d in %s: %s %#x %d %d %ld\n", d->name, d->sub_name, d->num_sections,
           d->file_name, d->begin_line1, d->begin_lineN, d->end_line1, d->end_lineN, d->function_name,
           d->clauses ? d->clauses : "no directive", (unsigned)d->facts, d->num_threads, d->chunk, d->iterations);
    if (d->data[0] || d->data[3] || d->next || d->version != POMP_RD_VERSION)
      printf("data, next or version is wrong\n");
  }
}

#define IGNORE(name)                                                                                                   \
  void name(struct ompregdescr *d) { (void)d; }
IGNORE(POMP_Begin)
IGNORE(POMP_End)
IGNORE(POMP_Parallel_fork)
IGNORE(POMP_Parallel_join)
IGNORE(POMP_Parallel_begin)
IGNORE(POMP_Parallel_end)
IGNORE(POMP_For_enter)
IGNORE(POMP_For_exit)
IGNORE(POMP_Sections_enter)
IGNORE(POMP_Sections_exit)
IGNORE(POMP_Section_begin)
IGNORE(POMP_Section_end)
IGNORE(POMP_Single_enter)
IGNORE(POMP_Single_begin)
IGNORE(POMP_Single_end)
IGNORE(POMP_Single_exit)
IGNORE(POMP_Critical_enter)
IGNORE(POMP_Critical_begin)
IGNORE(POMP_Critical_end)
IGNORE(POMP_Critical_exit)
IGNORE(POMP_Atomic_enter)
IGNORE(POMP_Atomic_exit)
IGNORE(POMP_Barrier_enter)
IGNORE(POMP_Barrier_exit)
