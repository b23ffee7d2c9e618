#include "norm.h"

#include <cmath>
#include <iostream>
#include <vector>

int main() {
  std::vector<double> x(24);
#pragma omp parallel for schedule(dynamic)
  for (int i = 0; i < 24; ++i)
    x[i] = i + 1;
  squares(x.data(), 24);
  std::cout << std::sqrt(sum(x.data(), 24)) << "\n";
}
