// In C++11, and without exceptions, user regions have no guards.
// RUN: %same --regions 3 %s -- -std=c++11 -fno-exceptions -Wall -Wextra -pedantic -Werror
#include <cstdio>
#include <vector>

static int work(const std::vector<int> &v) {
  int s = 0;
#pragma pomp inst begin(work)
#pragma omp parallel for reduction(+ : s)
  for (auto it = v.begin(); it < v.end(); ++it)
    s += *it;
#pragma pomp inst end(work)
  return s;
}

int main() {
  std::vector<int> v(100, 2);
  auto twice = [&](int n) {
#pragma omp parallel for
    for (std::size_t i = 0; i < v.size(); i++)
      v[i] *= n;
  };
  twice(2);
  std::printf("%d line %d\n", work(v), __LINE__);
  return 0;
}
