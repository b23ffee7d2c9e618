/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* jobs.cpp - the program of docs/report.md whose threads wait for one of two locks, which the same class takes. */
#include <omp.h>
#include <time.h>

namespace jobs {

omp_lock_t queue_lock, count_lock;
int taken, done;

static void sleep_ms(long ms) {
  timespec t = {0, ms * 1000000};
  nanosleep(&t, nullptr);
}

class Guard {
  omp_lock_t &lock;

public:
  __attribute__((always_inline)) explicit Guard(omp_lock_t &l) : lock(l) { omp_set_lock(&lock); }
  __attribute__((always_inline)) ~Guard() { omp_unset_lock(&lock); }
};

static void take() {
  Guard guard(queue_lock);
  sleep_ms(20);
  taken++;
}

static void count() {
  Guard guard(count_lock);
  done++;
}

} // namespace jobs

int main() {
  omp_init_lock(&jobs::queue_lock);
  omp_init_lock(&jobs::count_lock);
#pragma omp parallel num_threads(2)
  {
    for (int i = 0; i < 8; i++)
      jobs::take();
#pragma omp master
    for (int i = 0; i < 1000; i++)
      jobs::count();
  }
  return jobs::taken != 16 || jobs::done != 1000;
}
