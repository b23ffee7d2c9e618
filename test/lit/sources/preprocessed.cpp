// Preprocessed text is instrumented as its source is, also by a Clang that expands no macros in it, and so not the plugin's own:
// the objects have the same symbols, the remarks are the same, and the program runs. With api=pomp2 one name has a number
// that is the file's own.
// RUN: rm -rf %t && mkdir %t && cd %t && cp %s source.cpp && %clangxx -fopenmp -E source.cpp -o text.ii
// RUN: echo '-fopenmp -fplugin=%plugin -fplugin-arg-pompinst-verbose -Wall -Wextra -c' > plugin
// RUN: %clangxx @plugin source.cpp -o a.o 2> a.log && %clangxx @plugin text.ii -o b.o 2> b.log
// RUN: grep -c "' instrumented" a.log | grep -x 17 && not grep warning a.log && grep -v 'a parse of its own' b.log > b.remarks && diff a.log b.remarks
// RUN: llvm-nm --format=just-symbols a.o > a.nm && llvm-nm --format=just-symbols b.o > b.nm && diff a.nm b.nm && grep -q POMP_Set_lock a.nm
// RUN: %clangxx @plugin -fplugin-arg-pompinst-barriers=explicit text.ii -o c.o 2> c.log && diff b.log c.log
// RUN: %clangxx -fopenmp c.o -o c -L%libdir -lpompomp -Wl,-rpath,%libdir
// RUN: env OMP_NUM_THREADS=2 POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=%t/x ./c | grep -x '__pomp_rd(3) __POMP_RD_VERSION 3 4950'
// RUN: %clangxx @plugin -fplugin-arg-pompinst-api=pomp2 source.cpp -o a.o 2> a.log && %clangxx @plugin -fplugin-arg-pompinst-api=pomp2 text.ii -o b.o 2> b.log
// RUN: grep -v 'a parse of its own' b.log > b.remarks && diff a.log b.remarks && not grep warning a.log
// RUN: llvm-nm --format=just-symbols a.o | sed -E 's/_[0-9a-f]{16}_/_/' > a.nm && llvm-nm --format=just-symbols b.o | sed -E 's/_[0-9a-f]{16}_/_/' > b.nm
// RUN: diff a.nm b.nm && grep -q POMP2_Init_reg a.nm
#include <omp.h>
#include <stdio.h>
template <class T> T sum(T n, int chunk) {
  T s = 0;
#pragma omp parallel for reduction(+ : s) schedule(dynamic, chunk * 1'0) default(none) shared(n, chunk)
  for (int i = 0; i < (int)n; i++)
    s += i;
  return s;
}
int main() {
  omp_lock_t lock;
  omp_init_lock(&lock);
  const char *text = "__pomp_rd(3) __POMP_RD_VERSION";
  int c = 0;
#pragma pomp inst begin(outer)
#pragma omp parallel sections
  {
#pragma omp section
    {
      omp_set_lock(&lock);
      c++;
      omp_unset_lock(&lock);
    }
#pragma omp section
    {
#pragma omp critical(name)
      {
        omp_set_lock(&lock);
        c++;
        omp_unset_lock(&lock);
      }
    }
  }
#pragma omp parallel num_threads(2)
  {
#pragma omp single nowait
#pragma omp task
#pragma omp atomic
    c++;
#pragma omp barrier
  }
#pragma pomp inst end(outer)
  omp_destroy_lock(&lock);
  printf("%s %d %g\n", text, c, sum(100.0, 2));
}
