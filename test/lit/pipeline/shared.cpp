// Descriptors are in inline functions of several translation units, and in shared libraries that are loaded and unloaded:
// each region is there once, with all its visits.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %clangxx -fopenmp -fplugin=%plugin -fPIC -shared -DPLUGIN=1 %s -o one.so
// RUN: %clangxx -fopenmp -fplugin=%plugin -fPIC -shared -DPLUGIN=2 %s -o two.so
// RUN: %clangxx -fopenmp -fplugin=%plugin -DOTHER -c %s -o other.o
// RUN: %clangxx -fopenmp -fplugin=%plugin %s other.o -o main -L%libdir -lpompomp -Wl,-rpath,%libdir -rdynamic
// RUN: env OMP_NUM_THREADS=2 POMP_EXPERIMENT_DIR=%t/x POMP_SUMMARY=0 ./main && %pomp_report --json x > report.json
// RUN: %python %S/Inputs/visits.py report.json inline_critical=6 plugin1=60 plugin2=60
#include <dlfcn.h>
#include <omp.h>

inline void both(int &n) {
#pragma omp parallel num_threads(3)
#pragma omp critical(inline_critical)
  n++;
}

#ifdef PLUGIN
#define PASTE(a, b) a##b
#define NAME(n) PASTE(plugin, n)
extern "C" void work(int *n) {
#pragma omp parallel num_threads(3)
#pragma omp critical(NAME(PLUGIN))
  ++*n;
}
#elif defined OTHER
void other(int &n) { both(n); }
#else
void other(int &n);
int main() {
  int n = 0;
  both(n);
  other(n);
  for (int i = 0; i < 40; i++) {
    void *library = dlopen(i % 2 ? "./one.so" : "./two.so", RTLD_NOW);
    if (!library)
      return 2;
    reinterpret_cast<void (*)(int *)>(dlsym(library, "work"))(&n);
    dlclose(library);
  }
  return n != 126;
}
#endif
