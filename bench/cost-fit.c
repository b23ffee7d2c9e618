/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cost-fit.c - visits constructs in several surroundings, and prints the CPU time that this took, in ns: in a loop of
 * nothing else, where the processor has learned everything, between pieces of work, and in a mix of others. Not here:
 * which cost follows from that (cost-fit), and whether it is right for other programs (overhead). Usage: cost-fit
 * KERNEL. */
#include <omp.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

static volatile int sink;
static omp_lock_t lock;

static double cpu_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

/* This takes 0.2 µs, as each step waits for the result of the step before. */
static void work(void) {
  unsigned x = (unsigned)sink + 1;
  for (int i = 0; i < 150; i++)
    x ^= x << 5 ^ x >> 3;
  sink = (int)x;
}

#define OMP(...) _Pragma(#__VA_ARGS__)
#define NOTHING
#define LOOP_NOWAIT                                                                                                    \
  OMP(omp for nowait)                                                                                                  \
  for (int k = 0; k < 2; k++)                                                                                          \
    sink = k;
#define LOOP                                                                                                           \
  OMP(omp for)                                                                                                         \
  for (int k = 0; k < 2; k++)                                                                                          \
    sink = k;
#define BARRIER OMP(omp barrier)
#define SINGLE OMP(omp single nowait) sink = 1;
#define CRITICAL OMP(omp critical) sink = 1;
#define ATOMIC OMP(omp atomic) sum++;
#define LOCK                                                                                                           \
  omp_set_lock(&lock);                                                                                                 \
  sink = 1;                                                                                                            \
  omp_unset_lock(&lock);
#define TASK OMP(omp task) sink = 1;
#define TASKWAIT OMP(omp taskwait)
#define TASKLOOP                                                                                                       \
  OMP(omp taskloop grainsize(1))                                                                                       \
  for (int k = 0; k < 4; k++)                                                                                          \
    sink = k;

/* The kernels are a name, how often they do it, and what: in a team for each time, in one team, or by one of its
 * members. */
#define KERNELS(X)                                                                                                     \
  X(team, 20000, EACH, sink = 1;)                                                                                      \
  X(team_work, 20000, EACH, work();)                                                                                   \
  X(team_loop, 20000, EACH, LOOP_NOWAIT)                                                                               \
  X(loop, 200000, INSIDE, LOOP_NOWAIT)                                                                                 \
  X(loop_work, 100000, INSIDE, LOOP_NOWAIT work(); LOOP_NOWAIT)                                                        \
  X(loop_waits, 40000, INSIDE, LOOP)                                                                                   \
  X(loop_waits_work, 20000, INSIDE, LOOP work(); LOOP)                                                                 \
  X(barrier, 40000, INSIDE, BARRIER)                                                                                   \
  X(barrier_work, 40000, INSIDE, BARRIER work();)                                                                      \
  X(single, 300000, INSIDE, SINGLE)                                                                                    \
  X(single_work, 200000, INSIDE, SINGLE work(); SINGLE)                                                                \
  X(critical, 300000, INSIDE, CRITICAL)                                                                                \
  X(critical_work, 200000, INSIDE, CRITICAL work(); CRITICAL work();)                                                  \
  X(critical_far, 60000, INSIDE, CRITICAL work(); work(); work(); work(); work();)                                     \
  X(atomic, 400000, INSIDE, ATOMIC)                                                                                    \
  X(atomic_work, 200000, INSIDE, ATOMIC work(); ATOMIC)                                                                \
  X(lock, 300000, INSIDE, LOCK)                                                                                        \
  X(lock_work, 200000, INSIDE, LOCK work(); LOCK work();)                                                              \
  X(task, 100000, BY_ONE, TASK)                                                                                        \
  X(task_work, 50000, BY_ONE, TASK work(); TASK)                                                                       \
  X(task_waits, 50000, BY_ONE, TASK TASK TASKWAIT)                                                                     \
  X(taskwait, 400000, BY_ONE, TASKWAIT)                                                                                \
  X(taskloop, 20000, BY_ONE, TASKLOOP)

#define EACH(name, body)                                                                                               \
  for (int i = 0; i < n; i++) {                                                                                        \
    OMP(omp parallel) { body }                                                                                         \
  }
#define INSIDE(name, body)                                                                                             \
  OMP(omp parallel) for (int i = 0; i < n; i++) { body }
#define BY_ONE(name, body)                                                                                             \
  OMP(omp parallel) OMP(omp single) for (int i = 0; i < n; i++) { body }

#define POMP_ROW(name, count, where, ...)                                                                              \
  static void do_##name(int n) {                                                                                       \
    static int sum;                                                                                                    \
    (void)sum;                                                                                                         \
    where(name, __VA_ARGS__)                                                                                           \
  }
KERNELS(POMP_ROW)
#undef POMP_ROW

/* Constructs in one line are one region of the report, so these have lines of their own. */
static void do_team_loops(int n) {
  for (int i = 0; i < n; i++) {
#pragma omp parallel
    {
      LOOP_NOWAIT
      work();
      LOOP_NOWAIT
      LOOP_NOWAIT
      work();
    }
  }
}
static void do_team_waits(int n) {
  for (int i = 0; i < n; i++) {
#pragma omp parallel
    {
      LOOP work();
      LOOP
    }
  }
}
static void do_team_mixed(int n) {
  for (int i = 0; i < n; i++) {
#pragma omp parallel
    {
      LOOP_NOWAIT
      work();
      CRITICAL
      LOOP
    }
  }
}
/* Other teams run in between, so that a team finds less of its own in the caches. */
static void do_team_many(int n) {
  for (int i = 0; i < n; i++) {
#pragma omp parallel
    work();
#pragma omp parallel
    {
      LOOP LOOP_NOWAIT
    }
#pragma omp parallel for
    for (int k = 0; k < 3; k++)
      work();
#pragma omp parallel for
    for (int k = 0; k < 4; k++)
      work();
#pragma omp parallel sections
    {
      work();
    }
  }
}
/* Programs have data: between the constructs, loops go through more of it than fits beside what is measured in the
 * smallest cache, and each of the functions is called where the processor has forgotten it. */
enum { POINTS = 700 };
static float height[POINTS], flow[POINTS], slope[POINTS];
static void do_team_data(int n) {
  for (int i = 0; i < n; i++) {
    float sum = 0;
#pragma omp parallel for
    for (int k = 1; k < POINTS; k++)
      slope[k] = height[k] - height[k - 1];
#pragma omp parallel
    {
#pragma omp for
      for (int k = 0; k < POINTS; k++)
        flow[k] = 0.9f * flow[k] + 0.1f * slope[k];
#pragma omp for nowait
      for (int k = 1; k < POINTS; k++)
        height[k] += 0.5f * (flow[k] - flow[k - 1]) + 0.001f;
    }
#pragma omp parallel for reduction(+ : sum)
    for (int k = 0; k < POINTS; k++)
      sum += height[k] * slope[k];
    sink = (int)sum;
  }
}
static void do_team_data_one(int n) {
  for (int i = 0; i < n; i++) {
#pragma omp parallel
    {
#pragma omp single nowait
      sink = i;
#pragma omp for
      for (int k = 0; k < POINTS; k++)
        flow[k] = 0.9f * flow[k] + 0.1f * height[k];
    }
#pragma omp parallel
    work();
  }
}
static void do_user(int n) {
  for (int i = 0; i < n; i++) {
#pragma pomp inst begin(piece)
    sink = i;
#pragma pomp inst end(piece)
  }
}

static const struct {
  const char *name;
  void (*run)(int count);
  int count;
} kernels[] = {
#define POMP_ROW(name, count, ...) {#name, do_##name, count},
    KERNELS(POMP_ROW)
#undef POMP_ROW
        {"team_loops", do_team_loops, 10000},
    {"team_waits", do_team_waits, 10000},
    {"team_mixed", do_team_mixed, 10000},
    {"team_many", do_team_many, 5000},
    {"team_data", do_team_data, 10000},
    {"team_data_one", do_team_data_one, 10000},
    {"user", do_user, 400000},
};

int main(int argc, char **argv) {
  omp_init_lock(&lock);
  for (size_t i = 0; i < sizeof kernels / sizeof *kernels; i++) {
    if (argc < 2)
      printf("%s\n", kernels[i].name);
    if (argc < 2 || strcmp(argv[1], kernels[i].name) != 0)
      continue;
    kernels[i].run(100); /* this makes what is made once */
    double start = cpu_ns();
    kernels[i].run(kernels[i].count);
    printf("%.0f\n", cpu_ns() - start);
  }
  return 0;
}
