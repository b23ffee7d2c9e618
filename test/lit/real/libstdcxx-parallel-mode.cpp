// libstdcxx-parallel-mode.cpp - uses GNU libstdc++'s parallel mode: OpenMP in system headers, templates throughout.
//
// The results are those of the plain build, and the report has the headers' regions with their own files and lines.
//
// RUN: %clangxx -O1 -fopenmp -D_GLIBCXX_PARALLEL -Wno-deprecated-declarations %s -o %t.plain
// RUN: %pomp_clangxx --pomp-system-headers -Werror -O1 -D_GLIBCXX_PARALLEL -Wno-deprecated-declarations %s -o %t.pomp 2>&1 | count 0
// RUN: env OMP_NUM_THREADS=3 %t.plain > %t.plain.out
// RUN: rm -rf %t.experiment
// RUN: env OMP_NUM_THREADS=3 POMP_EXPERIMENT_DIR=%t.experiment %t.pomp > %t.pomp.out 2> %t.err
// RUN: FileCheck %s --check-prefix=RESULT --input-file=%t.plain.out
// RUN: diff %t.plain.out %t.pomp.out
// RUN: %pomp_report --json %t.experiment > %t.json
// RUN: %python %S/Inputs/regions-are-real.py %t.json parallel/multiway_mergesort.h parallel/par_loop.h \
// RUN:   parallel/partition.h parallel/workstealing.h
//
// Without the option, system headers are left alone: what there is to tell comes from OMPT.
// RUN: %pomp_clangxx -Werror -O1 -D_GLIBCXX_PARALLEL -Wno-deprecated-declarations %s --pomp-emit=%t.emitted.cpp -c -o %t.o 2>&1 | count 0
// RUN: %pomp_clangxx -O1 -D_GLIBCXX_PARALLEL %t.o -o %t.without
// RUN: rm -rf %t.system
// RUN: env OMP_NUM_THREADS=3 POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=%t.system %t.without > %t.without.out
// RUN: diff %t.plain.out %t.without.out
// RUN: %pomp_report --json %t.system | %python -c 'import json, sys; regions = json.load(sys.stdin)["regions"][1:]; assert {r["construct"] for r in regions} >= {"parallel (not instrumented)", "barrier", "single", "omp_set_lock"}, regions'
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <numeric>
#include <parallel/settings.h>
#include <vector>

namespace {

std::vector<std::uint32_t> numbers(std::size_t count) {
  std::vector<std::uint32_t> all(count);
  std::uint32_t state = 12345;
  for (auto &number : all)
    number = state = state * 1664525u + 1013904223u;
  return all;
}

std::uint64_t fingerprint(const std::vector<std::uint32_t> &all) {
  std::uint64_t hash = 14695981039346656037u;
  for (std::uint32_t number : all)
    hash = (hash ^ number) * 1099511628211u;
  return hash;
}

} // namespace

int main() {
  // Small inputs are done in sequence otherwise.
  __gnu_parallel::_Settings settings;
  settings.algorithm_strategy = __gnu_parallel::force_parallel;
  __gnu_parallel::_Settings::set(settings);

  auto all = numbers(50000);
  std::printf("sum %llu\n", static_cast<unsigned long long>(std::accumulate(all.begin(), all.end(), std::uint64_t(0))));

  auto sorted = all;
  std::sort(sorted.begin(), sorted.end());
  std::printf("sorted %d %016llx\n", std::is_sorted(sorted.begin(), sorted.end()),
              static_cast<unsigned long long>(fingerprint(sorted)));

  std::for_each(all.begin(), all.end(), [](std::uint32_t &number) { number /= 2; });
  std::printf("halved %016llx\n", static_cast<unsigned long long>(fingerprint(all)));

  std::nth_element(all.begin(), all.begin() + 25000, all.end());
  std::printf("median %u, of the sorted ones %u\n", all[25000], sorted[25000] / 2);
  return all[25000] != sorted[25000] / 2;
}
// RESULT: sum {{[1-9][0-9]+}}
// RESULT: sorted 1
// RESULT: halved
// RESULT: median [[M:[1-9][0-9]+]], of the sorted ones [[M]]{{$}}
