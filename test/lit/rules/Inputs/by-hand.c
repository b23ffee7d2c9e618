/* Descriptors of several ages, filled by hand: with all fields, those of version 2, those of version 1, and those of an
 * older header at the end of a page, behind which nothing can be read. */
#define _GNU_SOURCE 1
#include "pomp.h"

#include <stddef.h>
#include <string.h>
#include <sys/mman.h>

static struct ompregdescr listed = {"region", "listed", 0, __FILE__, 1, 1, 2, 2, {0, 0, 0, 0}, 0, "main", POMP_RD_REST};
static struct ompregdescr assigned;

static struct ompregdescr *at_the_end_of_a_page(size_t size, const char *name, int version) {
  char *page = (char *)mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  struct ompregdescr *d = (struct ompregdescr *)(void *)(page + 4096 - size);
  mprotect(page + 4096, 4096, PROT_NONE);
  memcpy((void *)d, (const void *)&listed, size);
  d->sub_name = name;
  d->version = version;
  return d;
}

static void run(struct ompregdescr *d, int size) {
  POMP_Register_regions(d, 1, size);
  POMP_Begin(d);
  POMP_End(d);
  POMP_Unregister_regions(d, 1, size);
}

int main(void) {
  size_t first = offsetof(struct ompregdescr, flags), second = offsetof(struct ompregdescr, clauses);
  assigned = listed;
  assigned.sub_name = "assigned";
  assigned.clauses = "schedule(guided) num_threads(3)";
  assigned.facts = POMP_RD_HAS_NUM_THREADS | POMP_RD_SCHEDULE_GUIDED;
  assigned.num_threads = 3;
  assigned.chunk = -1; /* makes no sense */
  assigned.iterations = -1;
  run(&listed, (int)sizeof listed);
  run(&assigned, (int)sizeof assigned);
  run(at_the_end_of_a_page((first + 7) / 8 * 8, "version 1", 1), (int)((first + 7) / 8 * 8));
  run(at_the_end_of_a_page(second, "version 2", 2), (int)second);
  return (assigned.facts & POMP_RD_SCHEDULE_MASK) != POMP_RD_SCHEDULE_GUIDED;
}
