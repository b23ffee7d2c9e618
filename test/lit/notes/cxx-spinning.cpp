// The same with std::atomic.
// RUN: %clangxx %openmp -fplugin=%plugin -fplugin-arg-pompinst-notes -fsyntax-only -Xclang -verify %s
// RUN: %clangxx %openmp -fplugin=%plugin -fplugin-arg-pompinst-notes -fplugin-arg-pompinst-parse=twice -fsyntax-only -Xclang -verify %s
#include <atomic>
#include <thread>

static std::atomic<int> Count;
static std::atomic_flag Busy = ATOMIC_FLAG_INIT;

int main() {
  Count = 4;
  int Rounds = 0;
#pragma omp parallel reduction(+ : Rounds)
  {
    Count--;
    while (Count.load() > 0) // expected-remark {{another thread changes 'Count'}}
      ;
    while (Count > 0) // expected-remark {{changes 'Count'}}
      ;
    while (Busy.test_and_set(std::memory_order_acquire)) // expected-remark {{changes 'Busy'}}
      ;
    Busy.clear();
    while (Count > 0)
      Rounds++;
    while (Count.fetch_sub(1) > 0)
      ;
  }
  return Rounds;
}
