// sort.cpp - sorts numbers with GNU libstdc++'s parallel mode, some times.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <parallel/settings.h>
#include <vector>

int main() {
  __gnu_parallel::_Settings settings;
  settings.algorithm_strategy = __gnu_parallel::force_parallel;
  __gnu_parallel::_Settings::set(settings);
  std::vector<std::uint32_t> numbers(4000000);
  unsigned unsorted = 0;
  for (int round = 0; round < 3; round++) {
#pragma omp parallel for
    for (std::size_t i = 0; i < numbers.size(); i++)
      numbers[i] = static_cast<std::uint32_t>(i * 2654435761u + static_cast<unsigned>(round)) ^ static_cast<std::uint32_t>(i >> 3);
    std::sort(numbers.begin(), numbers.end());
    unsorted += numbers.front() > numbers.back();
  }
  std::printf("%u\n", unsorted);
  return static_cast<int>(unsorted);
}
