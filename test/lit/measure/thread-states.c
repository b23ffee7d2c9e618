// `pomp-report --now` tells threads that sleep from those that have a processor or wait for one; a program that a signal has stopped is called so,
// and a deadlock whose lock calls the compiler has merged, so that they have no line, has the nearest one.
// RUN: rm -rf %t && mkdir %t && cd %t && cp %s a.c && %pomp_clang -O2 -g a.c -o a
// RUN: %python %S/Inputs/thread-states.py %build/bin ./a
#include <omp.h>
#include <stdlib.h>
#include <unistd.h>

static omp_lock_t a, b;
static volatile int has_a, has_b;
static void first(void) {
  omp_set_lock(&a);
  for (has_a = 1; !has_b;)
    usleep(100);
  omp_set_lock(&b);
  omp_unset_lock(&b);
  omp_unset_lock(&a);
}
static void second(void) {
  omp_set_lock(&b);
  for (has_b = 1; !has_a;)
    usleep(100);
  omp_set_lock(&a);
  omp_unset_lock(&a);
  omp_unset_lock(&b);
}
static void differ(void) {
  volatile long n = 0;
#pragma omp parallel num_threads(2)
  if (omp_get_thread_num())
    for (;;)
      n++;
  else
    for (;;)
      pause();
}
int main(int argc, char **argv) {
  (void)argv;
  if (argc > 1)
    differ();
  omp_init_lock(&a);
  omp_init_lock(&b);
#pragma omp parallel sections num_threads(2)
  {
#pragma omp section
    first();
#pragma omp section
    second();
  }
}
