// C++ exceptions, returns and jumps leave user regions: each region is closed once; templates, lambdas and destructors have some.
// RUN: %clangxx -std=c++17 -fopenmp -fplugin=%plugin -Wall -Wextra -Werror %s -o %t -L%libdir -lpompomp -Wl,-rpath,%libdir
// RUN: rm -rf %t.x && env POMP_EXPERIMENT_DIR=%t.x POMP_SUMMARY=0 OMP_NUM_THREADS=3 %t && %pomp_report --json %t.x > %t.json
// RUN: %python %S/Inputs/balanced.py %t.json outer=4 inner=4 templated=6 lambda=2 team=3 caught=3 switched=3
#include <stdexcept>

static int depth(int n) {
#pragma pomp inst begin(outer)
  if (n > 0) {
#pragma pomp inst begin(inner)
    if (n == 1)
      throw std::runtime_error("one");
    if (n == 2)
      return 2;
    depth(n - 2);
#pragma pomp inst end(inner)
  }
#pragma pomp inst end(outer)
  return n;
}

template <typename T> T twice(T n) {
#pragma pomp inst begin(templated)
  for (int i = 0; i < 3; ++i) {
    if (i == int(n))
      return n;
  }
#pragma pomp inst end(templated)
  return n * 2;
}

static int switched(int n) {
  switch (n) {
  case 0:
  case 1: {
#pragma pomp inst begin(switched)
    if (n == 1)
      break;
#pragma pomp inst end(switched)
    return 0;
  }
  default:
#pragma pomp inst begin(switched)
    n++;
#pragma pomp inst end(switched)
  }
  return n;
}

int main() {
  int s = 0;
  for (int i = 1; i < 4; ++i) // 1 throws at once; 2 returns; 3 throws from below
    try {
      s += depth(i);
    } catch (const std::exception &) {
      s += 100;
    }
  for (int i = 0; i < 5; ++i)
    s += twice(i);
  s += int(twice(2.0));
  auto f = [&](int n) {
#pragma pomp inst begin(lambda)
    if (n)
      return n;
#pragma pomp inst end(lambda)
    return 7;
  };
  s += f(0) + f(1);
#pragma omp parallel num_threads(3) reduction(+ : s)
  {
#pragma pomp inst begin(team)
    try {
#pragma pomp inst begin(caught)
      throw 1;
#pragma pomp inst end(caught)
    } catch (int n) {
      s += n;
    }
#pragma pomp inst end(team)
  }
  s += switched(0) + switched(1) + switched(2);
  return s == 236 ? 0 : s;
}
