/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* share.c - does one kind of construct on all threads, for bench/share. Usage: share KIND. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static volatile int sink;
static omp_lock_t lock;
static long sum;
static void work(int n) {
  unsigned x = (unsigned)sink + 1;
  for (int i = 0; i < n; i++) {
    x ^= x << 5 ^ x >> 3;
    __asm__ volatile("" : "+r"(x));
  }
  if (x == 12345)
    sink = 1;
}
static void tasks(int n) {
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < n; i++) {
#pragma omp task
    work(150);
  }
}
static void criticals(int n) {
#pragma omp parallel
  for (int i = 0; i < n; i++) {
#pragma omp critical
    sum++;
  }
}
static void critical_work(int n) {
#pragma omp parallel
  for (int i = 0; i < n; i++) {
    work(300);
#pragma omp critical
    sum++;
  }
}
static void locks(int n) {
#pragma omp parallel
  for (int i = 0; i < n; i++) {
    omp_set_lock(&lock);
    sum++;
    omp_unset_lock(&lock);
  }
}
static void forks(int n) {
  for (int i = 0; i < n; i++) {
#pragma omp parallel
    work(100);
  }
}
static double a[4000];
static void forks_for(int n) {
  for (int t = 0; t < n; t++) {
#pragma omp parallel for
    for (int i = 0; i < 4000; i++)
      a[i] += i * 0.5;
  }
}
static void chunks(int n) {
#pragma omp parallel
#pragma omp for schedule(dynamic, 1)
  for (int i = 0; i < n; i++)
    work(100);
}
static void atomics(int n) {
#pragma omp parallel
  for (int i = 0; i < n; i++) {
#pragma omp atomic
    sum++;
  }
}
static void loops(int n) {
#pragma omp parallel
  for (int k = 0; k < n; k++) {
#pragma omp for
    for (int i = 0; i < 2000; i++)
      work(100);
  }
}
static const struct {
  const char *name;
  void (*run)(int);
  int count;
} all[] = {{"tasks", tasks, 318000},    {"critical", criticals, 1000000}, {"critical-work", critical_work, 400000},
           {"lock", locks, 1000000},    {"forks", forks, 100000},         {"forks-for", forks_for, 50000},
           {"chunks", chunks, 1500000}, {"atomics", atomics, 3000000},    {"loops", loops, 700}};
int main(int c, char **v) {
  omp_init_lock(&lock);
  for (unsigned i = 0; i < sizeof all / sizeof *all; i++)
    if (c > 1 && !strcmp(v[1], all[i].name)) {
      all[i].run(c > 2 ? atoi(v[2]) : all[i].count);
    }
}
