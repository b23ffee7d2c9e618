// Functions in which threads may wait for each other are noted in the innermost loops of constructs, and in functions that are called there.
// RUN: %clang %openmp -fplugin=%plugin -fplugin-arg-pompinst-notes -fsyntax-only -Xclang -verify %s
// RUN: %clang %openmp -fplugin=%plugin -fplugin-arg-pompinst-notes -fplugin-arg-pompinst-parse=twice -fsyntax-only -Xclang -verify %s
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int draw(int n) { return n > 1 ? rand() % n : rand(); }
static int seldom(int n) { return n > 1000 ? rand() : 0; }
static double deeper(int n) { return draw(n); }
static void tell(const char *what) { printf("%s\n", what); }
#define DICE (rand() % 6)

void noted(int n, double *a) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    a[i] = rand(); // expected-remark {{rand() is called in each iteration, and all threads share its state}}
    a[i] += DICE;  // expected-remark {{rand() is called}}
    double *buffer = malloc(8 * sizeof *buffer); // expected-remark {{malloc() is called in each iteration: threads may wait for each other}}
    pthread_mutex_lock(&mutex);                  // expected-remark {{pthread_mutex_lock() takes a lock in each iteration}}
    pthread_mutex_unlock(&mutex);
    fprintf(stderr, "%g\n", a[i]); // expected-remark {{fprintf() writes in each iteration to what has one lock}}
    tell("done");                  // expected-remark {{printf() of tell() writes in each iteration}}
    free(buffer);
    if (i < 7)
      continue;
    puts("later");
  }
#pragma omp parallel
  for (int i = 0; i < n; i++) {
    double *buffer = calloc(n, sizeof *buffer); // expected-remark {{calloc() is called}}
    for (int k = 0; k < n; k++)
#pragma omp critical
      buffer[k] += drand48(); // expected-remark {{drand48() is called}}
    free(buffer);
  }
// The function is called in a team.
#pragma omp for
  for (int i = rand(); i < n; i++)
    if (rand() > n) // expected-remark {{rand() is called}}
      a[i] = rand();
}

void quiet(int n, double *a) {
  unsigned state = 1;
  for (int i = 0; i < n; i++)
    a[i] = rand();
#pragma omp parallel firstprivate(state)
  {
    double *buffer = malloc(8);
    char text[20];
    srand(1);
#pragma omp for
    for (int i = 0; i < n; i++) {
      a[i] = rand_r(&state);
      snprintf(text, sizeof text, "%d", i);
      if (a[i] < 0)
        fprintf(stderr, "wrong\n");
      a[i] += i % 100 == 0 ? rand() : 1;
      a[i] += i % 100 == 0 && rand();
      a[i] += seldom(i) + deeper(i);
    }
#pragma omp for
    for (int i = 0; i < n; i++) {
      printf("row %d\n", i); // once for many others
      for (int k = 0; k < n; k++)
        a[i] += k;
    }
#pragma omp single
    for (int i = 0; i < n; i++)
      printf("%g\n", a[i]);
    free(buffer);
  }
#pragma omp parallel for num_threads(1)
  for (int i = 0; i < n; i++)
    a[i] = rand();
}
