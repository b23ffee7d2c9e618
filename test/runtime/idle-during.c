// The report says during what threads were idle: serial code, teams without a place for all threads, the time from a fork
// to its members' begin. The program takes the times of all of these itself, so that the truth holds on a busy machine. The
// parts add up to the idle time to the nanosecond, and are the same from a trace.
// RUN: %fresh && %program %s -o a
// RUN: env POMP_TRACE=1 POMP_EXPERIMENT_DIR=e POMP_SUMMARY=0 ./a > out
// RUN: %python %S/Inputs/idle-during.py out %pomp_report --json e
// RUN: %python %S/Inputs/idle-during.py out %pomp_report --json --from-trace e
// RUN: %pomp_report e | FileCheck %s
// CHECK: Idle, and during what
// CHECK-NEXT: idle s idle% during thread region function where
// CHECK-DAG: serial code 0 region(first) main test.c:1
// CHECK-DAG: small team 0 parallel (fork-join) main test.c:4
// What several threads do that the program has started is not told apart, and the report says so.
// RUN: env POMP_EXPERIMENT_DIR=t POMP_SUMMARY=0 ./a threads > out
// RUN: %pomp_report t | FileCheck %s --check-prefix=SHARED
// SHARED: This is an estimate: the program started several threads itself
#include "regions.h"
#include <pthread.h>
#include <stdio.h>

enum { THREADS = 4, ROUNDS = 20 };

REGION_AT(first, "region", "first", 1);
REGION_AT(second, "region", "second", 2);
REGION(whole, "parallel", 3);
REGION(half, "parallel", 4);
REGION_AT(in_thread, "region", "in thread", 5);

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static double serial[2], small, late[2];

static void code(struct ompregdescr *d, double ms, double *time) {
  double start = now();
  POMP_Begin(d);
  busy(ms);
  POMP_End(d);
  *time += now() - start;
}

static void team(struct ompregdescr *d, int size, int which) {
  double start = now(), begins[THREADS] = {0};
  POMP_Parallel_fork(d);
#pragma omp parallel num_threads(size)
  {
    int me;
    static int count;
#pragma omp atomic capture
    me = count++;
    begins[me % size] = now();
    POMP_Parallel_begin(d);
    busy(2);
    POMP_Parallel_end(d);
  }
  POMP_Parallel_join(d);
  double end = now(), least = end;
  for (int i = 0; i < size; i++) {
    late[which] += begins[i] - start;
    least = begins[i] < least ? begins[i] : least;
  }
  late[which] -= least - start; /* about that of the thread that forked, which is the first but on a busy machine */
  small += which ? (THREADS - size) * (end - start) : 0;
}

static void *thread(void *unused) {
  POMP_Begin(&in_thread);
  busy(20);
  POMP_End(&in_thread);
  return unused;
}

int main(int argc, char **argv) {
  (void)argv;
  whole.flags = half.flags = POMP_RD_IMPLICIT_JOIN;
  for (int i = 0; i < ROUNDS; i++) {
    code(&first, 3, &serial[0]);
    team(&whole, THREADS, 0);
    code(&second, 1, &serial[1]);
    team(&half, 2, 1);
  }
  pthread_t other;
  if (argc > 1 && pthread_create(&other, NULL, thread, NULL) == 0)
    pthread_join(other, NULL);
  printf("{\"first\": %.9f, \"second\": %.9f, \"small\": %.9f, \"late whole\": %.9f, \"late half\": %.9f}\n",
         serial[0] * (THREADS - 1), serial[1] * (THREADS - 1), small, late[0], late[1]);
  return 0;
}
