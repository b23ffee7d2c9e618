// Two libraries of a process bring an OpenMP runtime each, as extensions of Python do: LLVM's is measured. libgomp, which tells no tool what
// it does, is named in the head, and no serial code is concluded from the time of its teams.
// UNSUPPORTED: sanitized, emulated
// RUN: %fresh && gcc -O1 -g -fopenmp -shared -fPIC -DLIBRARY %s -o by-gcc.so && %clang -O1 -g -fopenmp -shared -fPIC -DLIBRARY %s -o by-clang.so
// RUN: %clang -O1 -g %s -o a
// RUN: env LD_PRELOAD=%libdir/libpompomp.so POMP_EXPERIMENT_DIR=both POMP_SUMMARY=0 ./a ./by-clang.so ./by-gcc.so 2> err && count 0 < err
// RUN: %pomp_report both | tr '\n' ' ' | grep -E "another OpenMP runtime, [^ ]*/libgomp\.so\.1, which tells no tool what it does; 2 threads of the process are not measured"
// RUN: %check both 'experiment["settings"]["POMP_OTHER_RUNTIME"].endswith("/libgomp.so.1, 2")'
// RUN: %pomp_report --diagnose both > text && not grep "serial code while" text
// Without the other there is no such word.
// RUN: env LD_PRELOAD=%libdir/libpompomp.so POMP_EXPERIMENT_DIR=one POMP_SUMMARY=0 ./a ./by-clang.so ./by-clang.so 2> err && count 0 < err
// RUN: %check one '"POMP_OTHER_RUNTIME" not in experiment["settings"]' && %pomp_report --diagnose one | grep "serial code while"
// If libomp stands before libgomp, both are measured.
// RUN: env OMP_NUM_THREADS=3 %bindir/pomp-exec --out exec --summary=0 ./a ./by-clang.so ./by-gcc.so 2> err && count 0 < err
// RUN: %check exec '"POMP_OTHER_RUNTIME" not in experiment["settings"]' 'sum(r["visits"] for r in regions if r["role"] == "team") == 6'
#ifdef LIBRARY
#include <time.h>
static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}
void work(void) {
#pragma omp parallel num_threads(3)
  for (double end = now() + 0.1; now() < end;)
    ;
}
#else
#include <dlfcn.h>
#include <stdio.h>
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
    for (time_t end = time(NULL) + 2; i == 1 && time(NULL) < end;) /* serial */
      ;
  }
  return 0;
}
#endif
