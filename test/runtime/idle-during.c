// The report says during what threads were idle: serial code, teams without a place for all threads, the time from a fork
// to its members' begin. The program takes the times of all of these itself, shortly before each event and shortly after it: the
// truth lies between the two, however busy the machine is. The parts add up to the idle time to the nanosecond, and are the same
// from a trace.
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

/* The least that the time of something can be, and the most. */
struct bounds {
  double least, most;
};
static struct bounds serial[2], small, late[2];

static void add(struct bounds *to, double least, double most, double times) {
  to->least += times * (least > 0 ? least : 0);
  to->most += times * (most > 0 ? most : 0);
}

static void code(struct ompregdescr *d, double ms, struct bounds *time) {
  double before = now();
  POMP_Begin(d);
  double begun = now();
  busy(ms);
  double ends = now();
  POMP_End(d);
  add(time, ends - begun, now() - before, THREADS - 1);
}

static void team(struct ompregdescr *d, int size, int which) {
  double before = now(), comes[THREADS] = {0}, begins[THREADS] = {0};
  POMP_Parallel_fork(d);
  double forked = now();
#pragma omp parallel num_threads(size)
  {
    int me;
    static int count;
#pragma omp atomic capture
    me = count++;
    comes[me % size] = now();
    POMP_Parallel_begin(d);
    begins[me % size] = now();
    busy(2);
    POMP_Parallel_end(d);
  }
  double joins = now();
  POMP_Parallel_join(d);
  double end = now();
  /* The thread that forked is not counted: it is the first one, but on a busy machine any of them. */
  int first = 0;
  for (int i = 0; i < size; i++)
    first = comes[i] < comes[first] ? i : first;
  for (int i = 0; i < size; i++)
    if (i != first)
      add(&late[which], comes[i] - forked, begins[i] - before, 1);
  if (which)
    add(&small, joins - forked, end - before, THREADS - size);
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
  const struct bounds *all[] = {&serial[0], &serial[1], &small, &late[0], &late[1]};
  const char *names[] = {"first", "second", "small", "late whole", "late half"};
  for (int i = 0; i < 5; i++)
    printf("%s\"%s\": [%.9f, %.9f]", i ? ", " : "{", names[i], all[i]->least, all[i]->most);
  printf("}\n");
  return 0;
}
