// What the kernel did for the program is counted from when the library was loaded, without what the library needed to begin: page
// faults of pages that the program touches before the first event and after it, writes, and how much memory there was. Other
// threads, libc and the library itself make more of each, so these are lower bounds, and the library's own pages are said.
// UNSUPPORTED: emulated
// RUN: %fresh && %program %s -o a && env POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=e ./a > out && count 500 < out
// RUN: %check e 'experiment["kernel"]["page_faults"] >= 1000 + 5000' 'experiment["kernel"]["resident_bytes"] >= 6000 * 4096' \
// RUN:   'experiment["kernel"]["writes"] >= 500 and experiment["kernel"]["reads"] >= 300' 'experiment["kernel"]["own_pages"] >= 2' \
// RUN:   'experiment["kernel"]["voluntary_switches"] >= 20' 'experiment["kernel"] == processes[0]["kernel"]'
//
// Its only thread has all of that.
// RUN: %check e '6000 <= locations[0]["kernel"]["page_faults"] <= experiment["kernel"]["page_faults"]' 'locations[0]["kernel"]["switches"] >= 20' \
// RUN:   'locations[0]["kernel"]["user_ns"] + locations[0]["kernel"]["system_ns"] < locations[0]["scheduled"]["on_cpu_ns"]'
//
// The library's own reads for threads that come and go are not counted as the program's, which reads nothing but while it is started.
// RUN: env POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=t ./a threads && %check t 'experiment["threads"] >= 1 and experiment["kernel"]["reads"] < 300'
#include "regions.h"
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

REGION(works, "region", 10);
static struct ompregdescr many[2000];

static int touch(size_t pages) {
  const size_t page = 4096;
  char *memory = mmap(NULL, pages * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED)
    return 1;
  madvise(memory, pages * page, MADV_NOHUGEPAGE);
  for (size_t i = 0; i < pages; i++)
    memory[i * page] = 1;
  return 0;
}

static void *thread(void *unused) {
  POMP_Begin(&works);
  POMP_End(&works);
  return unused;
}

static int threads(void) {
  pthread_t one;
  for (int i = 0; i < 300; i++)
    if (pthread_create(&one, NULL, thread, NULL) || pthread_join(one, NULL))
      return 1;
  return 0;
}

int main(int argc, char **argv) {
  (void)argv;
  if (argc > 1)
    return threads();
  const struct timespec moment = {0, 1000000}; /* enough for it to sleep, if it does not lose its processor just then */
  char byte;
  if (touch(1000))
    return 1;
  POMP_Begin(&works);
  if (touch(5000))
    return 1;
  int zeros = open("/dev/zero", O_RDONLY);
  for (int i = 0; i < 300; i++)
    if (read(zeros, &byte, 1) != 1)
      return 1;
  for (int i = 0; i < 500; i++)
    if (write(1, "x\n", 2) != 2)
      return 1;
  for (int i = 0; i < 40; i++)
    nanosleep(&moment, NULL);
  regions_fill(many, 2000, &works, "region", 20); /* call paths for which the library needs pages */
  for (int i = 0; i < 2000; i++) {
    POMP_Begin(&many[i]);
    POMP_End(&many[i]);
  }
  POMP_End(&works);
  return 0;
}
