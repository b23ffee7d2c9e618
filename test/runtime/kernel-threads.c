// Page faults count for the thread that has them. Who ends the measurement asks for the others, which have not ended. What the first
// thread did before its first event counts; what the library did there for the begin of the measurement does not.
// UNSUPPORTED: emulated
// RUN: %fresh && %program %s -o a && env OMP_NUM_THREADS=3 POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=e ./a
// RUN: %check e '{l["name"]: l["kernel"]["page_faults"] // 5000 for l in locations if l["kernel"]} == {"0": 0, "0→1": 1, "0→2": 0}' \
// RUN:   'all(l["kernel"]["switches"] >= 1 for l in locations if l["name"] in ("0→1", "0→2"))' 'sum(1 for l in locations if l["kernel"]) == 3' \
// RUN:   'all(l["kernel"]["user_ns"] + l["kernel"]["system_ns"] == l["scheduled"]["on_cpu_ns"] for l in locations if l["name"] in ("0→1", "0→2"))' \
// RUN:   'locations[0]["kernel"]["user_ns"] + locations[0]["kernel"]["system_ns"] < locations[0]["scheduled"]["on_cpu_ns"]' \
// RUN:   'all(sum(l["kernel"][key] for l in locations if l["kernel"]) <= experiment["kernel"][key] for key in ("page_faults", "major_faults"))' \
// RUN:   'sum(l["kernel"]["switches"] for l in locations if l["kernel"]) <= experiment["kernel"]["voluntary_switches"] + experiment["involuntary_switches"]'
#include "regions.h"
#include <omp.h>
#include <sys/mman.h>

enum { PAGES = 5000, PAGE = 4096 };

static int touch(void) {
  char *memory = mmap(NULL, PAGES * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED)
    return 1;
  madvise(memory, PAGES * PAGE, MADV_NOHUGEPAGE);
  for (size_t i = 0; i < PAGES; i++)
    memory[i * PAGE] = 1;
  return 0;
}

REGION(team, "parallel", 10);

int main(void) {
  int failed = 0;
  team.flags = POMP_RD_IMPLICIT_JOIN;
  POMP_Register_regions(&team, 1, sizeof team);
  POMP_Parallel_fork(&team);
#pragma omp parallel reduction(+ : failed)
  {
    POMP_Parallel_begin(&team);
    if (omp_get_thread_num() == 1)
      failed = touch();
    POMP_Parallel_end(&team);
  }
  POMP_Parallel_join(&team);
  return failed;
}
