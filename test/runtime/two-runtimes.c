// Two libraries of a process bring an OpenMP runtime each, as extensions of Python do: LLVM's is measured. libgomp, which tells no tool what
// it does, is named in the head, and no serial code is concluded from the time of its teams.
// UNSUPPORTED: sanitized, emulated
// RUN: %fresh && gcc -O1 -g -fopenmp -shared -fPIC -DLIBRARY %s -o by-gcc.so && %clang -O1 -g -fopenmp -shared -fPIC -DLIBRARY %s -o by-clang.so
// RUN: %clang -O1 -g %s -o a
// RUN: env LD_PRELOAD=%libdir/libpompomp.so POMP_EXPERIMENT_DIR=both POMP_SUMMARY=0 ./a ./by-clang.so ./by-gcc.so 2> err && count 0 < err
// RUN: %pomp_report both | tr '\n' ' ' | grep -E "another OpenMP runtime, [^ ]*/libgomp\.so\.1, which tells no tool what it does; 2 threads of the process are not measured"
// RUN: %check both 'experiment["settings"]["POMP_OTHER_RUNTIME"].endswith("/libgomp.so.1, 2")'
// RUN: %pomp_report --diagnose both > text && not grep "serial code while" text
// A thread of it spins, as it is told to, while LLVM's team has no other processor for its members.
// RUN: %clang -O1 -g -fopenmp -shared -fPIC -DLIBRARY -DSECONDS=1 -DTEAM=2 %s -o long.so && gcc -O1 -g -fopenmp -shared -fPIC -DLIBRARY -DTEAM=2 %s -o two.so
// RUN: env OMP_WAIT_POLICY=active LD_PRELOAD=%libdir/libpompomp.so POMP_EXPERIMENT_DIR=spins POMP_SUMMARY=0 %python -c "import os, sys; os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:2]); os.execv(sys.argv[1], sys.argv[1:])" ./a ./two.so ./long.so 2> err && count 0 < err
// RUN: %pomp_report --diagnose --json spins > found && %python -c 'import json; f, = [f for f in json.load(open("found"))["findings"] if f["property"] == "other_runtime"]; assert "1 thread of another OpenMP runtime, libgomp.so.1, keeps" in f["advice"], f'
// The other way round, LLVM's spins while libgomp's team works, and yields to nobody.
// RUN: %clang -O1 -g -fopenmp -shared -fPIC -DLIBRARY -DTEAM=2 %s -o two-clang.so && gcc -O1 -g -fopenmp -shared -fPIC -DLIBRARY -DSECONDS=1 -DTEAM=2 %s -o long-gcc.so
// RUN: env KMP_USE_YIELD=0 OMP_WAIT_POLICY=active LD_PRELOAD=%libdir/libpompomp.so POMP_EXPERIMENT_DIR=spun POMP_SUMMARY=0 %python -c "import os, sys; os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:2]); os.execv(sys.argv[1], sys.argv[1:])" ./a ./two-clang.so ./long-gcc.so 2> err && count 0 < err
// RUN: %pomp_report --diagnose --json spun > found && %python -c 'import json; f, = [f for f in json.load(open("found"))["findings"] if f["property"] == "other_runtime"]; assert "1 thread of another OpenMP runtime, libgomp.so.1, lacks" in f["advice"], f'
// Without the other there is no such word.
// RUN: env LD_PRELOAD=%libdir/libpompomp.so POMP_EXPERIMENT_DIR=one POMP_SUMMARY=0 ./a ./by-clang.so ./by-clang.so 2> err && count 0 < err
// RUN: %check one '"POMP_OTHER_RUNTIME" not in experiment["settings"]' && %pomp_report --diagnose one | grep "serial code while"
// If libomp stands before libgomp, both are measured.
// RUN: env OMP_NUM_THREADS=3 %bindir/pomp-exec --out exec --summary=0 ./a ./by-clang.so ./by-gcc.so 2> err && count 0 < err
// RUN: %check exec '"POMP_OTHER_RUNTIME" not in experiment["settings"]' 'sum(r["visits"] for r in regions if r["role"] == "team") == 6'
#ifdef LIBRARY
#include <time.h>
#ifndef SECONDS
#define SECONDS 0.1
#endif
#ifndef TEAM
#define TEAM 3
#endif
static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}
void work(void) {
#pragma omp parallel num_threads(TEAM)
  for (double end = now() + SECONDS; now() < end;)
    ;
}
#else
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
int main(int argc, char **argv) {
  for (int i = 1; i < argc; i++) {
    void *library = dlopen(argv[i], RTLD_NOW | RTLD_LOCAL);
    void (*work)(void) = NULL;
    if (library)
      *(void **)&work = dlsym(library, "work");
    if (!work)
      return fprintf(stderr, "%s\n", dlerror()), 1;
    work();
    for (time_t end = time(NULL) + 2; i == 1 && !getenv("OMP_WAIT_POLICY") && time(NULL) < end;) /* serial */
      ;
  }
  return 0;
}
#endif
