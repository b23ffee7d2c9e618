// Directives are in attribute spelling, alone, in sequences, out of macros, in templates, as a whole branch, on several
// lines. Those that share their brackets or their place with other attributes are left alone, and verbose says so.
// RUN: %same --no-gcc "it takes no attribute and pragma on one statement" --regions 22 %s -- -std=c++20 -Wall
// RUN: %same --no-gcc "it takes no attribute and pragma on one statement" --regions 22 %s -- -std=c++11 -O1 -fopenmp-version=50 -Wno-openmp-51-extensions -Wno-c++17-extensions
// RUN: %clangxx -fopenmp -std=c++20 -fplugin=%plugin -fplugin-arg-pompinst-verbose -fsyntax-only -fno-caret-diagnostics %s 2>&1 | FileCheck %s
#include <omp.h>
#include <stdio.h>
#define PARALLEL(...) [[omp::directive(parallel __VA_ARGS__)]]
#define LOOP(body) [[omp::directive(for)]] for (int i = 0; i < 10; i++) { body; }
#define TWO num_threads(2)

template <typename T> T sum(T n) {
  T s = 0;
  // CHECK: :[[#@LINE+2]]:{{.*}} 'parallel' instrumented
  // CHECK: :[[#@LINE+1]]:{{.*}} 'for' instrumented
  [[omp::sequence(directive(parallel TWO), omp::directive(for reduction(+ : s)))]]
  for (T i = 0; i < n; i++)
    s += i;
  return s;
}

static int calls;
static int two() { return calls++, 2; }

// A declarative directive has its own places.
[[omp::directive(declare simd uniform(b))]] static int add(int a, int b) { return a + b; }

int main() {
  int s = 0;
  // CHECK: :[[#@LINE+1]]:{{.*}} 'parallel for' instrumented
  [[omp::directive(parallel for reduction(+:s) num_threads(two()) // the number
                   schedule(static, 3))]]
  for (int i = 0; i < 10; i++)
    s = add(s, i);
  printf("%d at line %d, %d call\n", s, __LINE__, calls);
  [[omp::sequence(omp::directive(parallel TWO), sequence(directive(master)))]] { s++; }
  [[using omp: directive(critical(one))]] s++;
  if (s)
    [[omp::directive(single)]] s++;
  else {
    [[omp::directive(barrier)]];
    s = 3;
  }
  PARALLEL(num_threads(2)) {
    LOOP([[omp::directive(atomic)]] s += i)
    [[omp::directive(sections)]] {
#pragma omp atomic
      s++;
      [[omp::directive(section)]] {
        [[omp::directive(atomic)]] s += 3;
      }
    }
    [[omp::sequence(directive(single), directive(task firstprivate(s)))]] { [[maybe_unused]] int unused = s; }
    [[omp::directive(taskwait)]];
  }
  [[omp::directive(parallel for simd reduction(+:s))]] for (int i = 0; i < 3; i++) s += i; { printf("%d\n", __LINE__); }
  if (s > 5)
    // CHECK: :[[#@LINE+1]]:{{.*}} 'parallel' left alone: it shares its place with other attributes
    [[likely]] [[omp::directive(parallel TWO)]] {
      // CHECK: :[[#@LINE+1]]:{{.*}} 'masked' left alone: it shares its place with other attributes
      [[omp::directive(masked), likely]] s++;
    }
#pragma omp parallel TWO
  // CHECK: :[[#@LINE+1]]:{{.*}} 'for' instrumented
  [[omp::directive(for ordered)]] for (int i = 0; i < 4; i++) {
    [[omp::directive(ordered)]] printf("in order %d\n", i);
  }
  printf("%d %ld\n", s, sum(3L));
  return 0;
}
