// Without POMP_SAMPLE, threads are sampled where that changes nothing for the program, and the first screen and JSON say what most of the work is:
// a library's function with what is known of it, by the chain of calls from the construct; or else the user's own function and line.
// REQUIRES: perf
// DEFINE: %{run} = env -u POMP_SAMPLE OMP_NUM_THREADS=2 POMP_SUMMARY=0
// DEFINE: %{inside} = %python -c "import json, subprocess, sys; d = json.loads(subprocess.run([sys.argv[1], '--diagnose', '--json', sys.argv[2]], capture_output=True, check=True).stdout); print(d['inside'] or next((f['hot_line'] for f in d['findings'] if f['hot_line']), None))" %pomp_report
// RUN: rm -rf %t && mkdir %t && cd %t && cp %s a.cpp && %pomp_clang++ -O2 -g a.cpp -o a
// RUN: %{run} POMP_EXPERIMENT_DIR=r ./a rand && %{inside} r | FileCheck --check-prefix=RAND %s && %pomp_report r | FileCheck --check-prefix=SCREEN %s
// Threads that wait for rand's lock are a finding, which has the same sentence.
// RAND: {{[0-9]+}} % of its {{[0-9]+}} samples are in draws -> rand{{(om)?}}, a.cpp:[[#]]: its state is one for all threads{{.*}}; give each thread
// SCREEN: draws -> rand
// SCREEN-NOT: strace
// SCREEN-NOT: POMP_SAMPLE
// RUN: %{run} POMP_EXPERIMENT_DIR=d ./a device && %{inside} d | FileCheck --check-prefix=DEVICE %s
// DEVICE: samples are in asks -> std::random_device::{{~?}}random_device, a.cpp:[[#]]: a random_device asks
// RUN: %{run} POMP_EXPERIMENT_DIR=f ./a format && %{inside} f | FileCheck --check-prefix=FORMAT %s
// FORMAT: samples are in formats -> snprintf, a.cpp:[[#]]: numbers become text; let
// RUN: %{run} POMP_EXPERIMENT_DIR=o ./a own && %{inside} o | FileCheck --check-prefix=OWN %s
// OWN: samples are in prepares -> spins, a.cpp:[[#]]{{$}}
// A container that has its elements made counts for what these do, and what the construct does itself is its own code.
// RUN: %{run} POMP_EXPERIMENT_DIR=v ./a vector && %{inside} v | FileCheck --check-prefix=VECTOR %s
// VECTOR: numbers become text; let
// RUN: %{run} POMP_EXPERIMENT_DIR=i ./a itself && %{inside} i | FileCheck --check-prefix=ITSELF %s
// ITSELF: {{^}}Inside parallel for (loop) ({{.*}}a.cpp:[[#]]), which has {{[0-9]+}} % of the work: {{[0-9]+}} % of its {{[0-9]+}} samples are in its own code, a.cpp:[[#]]{{$}}
// A routine of OpenMP that the program calls is known, too; and what it takes to deal out chunks is what samples find in the OpenMP runtime.
// RUN: %{run} POMP_EXPERIMENT_DIR=t ./a times && %{inside} t | FileCheck --check-prefix=TIMES %s
// TIMES: samples are in measures -> omp_get_wtime, a.cpp:[[#]]: the clock is read again
// RUN: %{run} POMP_EXPERIMENT_DIR=c ./a chunks && %pomp_report --diagnose c | FileCheck --check-prefix=CHUNKS %s
// CHUNKS: chunk too small for its scheduling: parallel for (loop){{.*}}a.cpp:
// CHUNKS-NEXT: The loop's clauses are reduction(+: sum) schedule(dynamic)
// CHUNKS: evidence:{{.*}} dispatch = 0.
// RUN: %{run} POMP_EXPERIMENT_DIR=l ./a long && %pomp_report --diagnose l | not grep 'chunk too small'
// Who switches it off, or may meet a signal, is not sampled, and is told how to.
// RUN: env OMP_NUM_THREADS=2 POMP_SUMMARY=0 POMP_SAMPLE=0 POMP_EXPERIMENT_DIR=n ./a own && %{inside} n | grep -x None
// RUN: %pomp_clang++ -O2 -g -DWAITS a.cpp -o w && %{run} POMP_EXPERIMENT_DIR=w.e ./w own 2> err && not grep . err && %{inside} w.e | grep -x None
// RUN: %{run} POMP_SIGNALS=none POMP_EXPERIMENT_DIR=s ./a own 2> err && not grep . err && %{inside} s | grep -x None
#include <omp.h>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>
__attribute__((noinline)) static double draws(long n) { double x = 0; for (long i = 0; i < n; i++) x += rand(); return x; }
__attribute__((noinline)) static double asks(long n) { double x = 0; for (long i = 0; i < n / 2000; i++) { std::random_device d; x += d(); } return x; }
__attribute__((noinline)) static double formats(long n) { char t[64]; double x = 0; for (long i = 0; i < n / 50; i++) x += snprintf(t, sizeof t, "%.15g", x + 0.1 * i); return x; }
__attribute__((noinline)) static double spins(double x, long n) { for (long i = 0; i < n * 3; i++) x = x * 0.999999 + 1e-7; return x; }
__attribute__((noinline)) static double prepares(long n) { return spins(1, n) + 1; }
__attribute__((noinline)) static double measures(long n) { double x = 0; for (long i = 0; i < n / 6; i++) x += omp_get_wtime(); return x; }
struct text { char at[64]; explicit text(double x) { snprintf(at, sizeof at, "%.15g", x); } };
__attribute__((noinline)) static double grows(long n) { double x = 0; for (long i = 0; i < n / 50; i++) { std::vector<text> v; v.emplace_back(x + 0.1 * i); x += v[0].at[0]; } return x; }
int main(int argc, char **argv) {
  const char what = argv[argc - 1][0];
  double sum = 0;
#ifdef WAITS
  sigset_t set;
  sigemptyset(&set);
  if (argc > 2)
    sigwaitinfo(&set, NULL);
#endif
  if (what == 'c' || what == 'l') {
    const long n = what == 'c' ? 1 : 5000; // of chunks that take less than 1 us, and some 20 us
#pragma omp parallel for reduction(+ : sum) schedule(dynamic)
    for (int i = 0; i < (what == 'c' ? 500000 : 10000); i++)
      sum += spins(1, n);
    return sum == 42;
  }
  if (what == 'i') {
#pragma omp parallel for reduction(+ : sum)
    for (long i = 0; i < 100000000; i++)
      sum = sum * 0.999999 + 1e-7;
    return sum == 42;
  }
#pragma omp parallel for reduction(+ : sum) schedule(static)
  for (int i = 0; i < 400; i++) {
    const long n = 200000;
    sum += what == 'r' ? draws(n / 3) : what == 'd' ? asks(n) : what == 'f' ? formats(n) : what == 't' ? measures(n) : what == 'v' ? grows(n) : prepares(n);
  }
  return sum == 42;
}
