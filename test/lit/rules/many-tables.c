// A file with more regions than the 32 of a table has several tables: each event has the descriptor of its own place, by name and,
// under default(none), by a function; a chunk is told with it as well. All are registered. It is the same if the tables are text that is parsed.
// RUN: rm -rf %t && mkdir %t && cd %t && cp %s many.cpp
// RUN: %clang -c -I%include -Wall -Wextra -Werror %S/Inputs/check-places.c -o library.o
// RUN: %clang -O1 -fopenmp -Wall -Werror -fplugin=%plugin -fplugin-arg-pompinst-functions=none %s library.o -o once
// RUN: env OMP_NUM_THREADS=1 ./once | FileCheck %s
// RUN: %clang -O1 -fopenmp -Wall -Werror -fplugin=%plugin -fplugin-arg-pompinst-functions=none -fplugin-arg-pompinst-parse=twice %s library.o -o twice
// RUN: env OMP_NUM_THREADS=1 ./twice | FileCheck %s
// RUN: %clangxx -fopenmp -Wall -Werror -fplugin=%plugin -fplugin-arg-pompinst-functions=none many.cpp library.o -o many
// RUN: env OMP_NUM_THREADS=1 ./many | FileCheck %s
// CHECK: 76 of 80 regions in 3 tables were entered
// CHECK: 0 are wrong, 0 stayed registered
#include <stdio.h>

#ifdef __cplusplus
extern "C" int expected, entered, registered, tables;
#else
extern int expected, entered, registered, tables;
#endif

#define ONE expected = __LINE__; _Pragma("omp critical") n++;

#define PRAGMA(text) _Pragma(#text)
#define CHUNK(chunk) expected = __LINE__; PRAGMA(omp for schedule(dynamic, chunk)) for (int i = 0; i < 1; i++) n++;

int main(void) {
  int n = 0, three = 3;
  unsigned long wide = 3;
#pragma omp parallel
  {
    ONE
    ONE
    ONE
    ONE
    ONE
    ONE
    ONE
    ONE
    ONE
    ONE
    ONE
    ONE
    ONE
    ONE
    ONE
    ONE
    ONE
    ONE
    ONE
    ONE
    ONE
    ONE
    ONE
    ONE
    ONE
    ONE
    ONE
    ONE
    ONE
    ONE
    ONE
    ONE
    ONE
    ONE
    ONE
    ONE
  }
#pragma omp parallel default(none) shared(n, expected)
  {
    ONE
    ONE
    ONE
    ONE
    ONE
    ONE
    ONE
    ONE
    ONE
    ONE
    ONE
    ONE
    ONE
    ONE
    ONE
    ONE
    ONE
    ONE
    ONE
    ONE
    ONE
    ONE
    ONE
    ONE
    ONE
    ONE
    ONE
    ONE
    ONE
    ONE
    ONE
    ONE
    ONE
    ONE
    ONE
    ONE
  }
#pragma omp parallel
  {
    CHUNK(three)
    CHUNK(wide)
  }
#pragma omp parallel default(none) shared(n, expected, three, wide)
  {
    CHUNK(three)
    CHUNK(wide)
  }
  printf("%d of %d regions in %d tables were entered\n", entered, registered, tables);
  return n != 76;
}
