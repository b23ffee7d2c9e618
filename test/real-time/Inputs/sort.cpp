// sort.cpp - sorts numbers with GNU libstdc++'s parallel mode, some times. All threads touch their memory first: a kernel may take long for that.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <parallel/settings.h>

int main() {
  __gnu_parallel::_Settings settings;
  settings.algorithm_strategy = __gnu_parallel::force_parallel;
  __gnu_parallel::_Settings::set(settings);
  const std::size_t size = 4000000;
  const std::unique_ptr<std::uint32_t[]> numbers(new std::uint32_t[size]);
  unsigned unsorted = 0;
  for (int round = 0; round < 3; round++) {
#pragma omp parallel for
    for (std::size_t i = 0; i < size; i++)
      numbers[i] = static_cast<std::uint32_t>(i * 2654435761u + static_cast<unsigned>(round)) ^ static_cast<std::uint32_t>(i >> 3);
    std::sort(numbers.get(), numbers.get() + size);
    unsorted += numbers[0] > numbers[size - 1];
  }
  std::printf("%u\n", unsorted);
  return static_cast<int>(unsorted);
}
