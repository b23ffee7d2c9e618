// What nobody has instrumented is measured as what OMPT tells: the same program, compiled by Clang alone with the library preloaded, and by
// pomp-clang, has the same visits of each construct, critical names and lock routines among them, and prints what it prints unmeasured.
// Each row of the table at the end is a case.
// RUN: rm -rf %t && mkdir -p %t && cd %t && %clang %openmp -O1 -g %s -o plain && %clang %openmp -O1 %s -o bare && %pomp_clang %openmp_version -O1 -g %s -o source
// RUN: %python %S/Inputs/told.py %pomp_report %libdir/libpompomp.so ./plain ./source
// RUN: %python %S/Inputs/told.py --trace %pomp_report %libdir/libpompomp.so ./plain ./source
// RUN: %python %S/Inputs/told.py %pomp_report %libdir/libpompomp.so ./bare ./source
#include <omp.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static int sum, array[64];
static omp_lock_t lock;
static omp_nest_lock_t nest;

static void add(int n) {
#pragma omp atomic
  sum += n;
}

static void loops(void) {
#pragma omp parallel
  for (int round = 0; round < 3; round++) {
#pragma omp for
    for (int i = 0; i < 64; i++)
      array[i]++;
#pragma omp for nowait schedule(static, 3)
    for (int i = 0; i < 64; i++)
      add(i);
#pragma omp for schedule(dynamic, 4)
    for (int i = 0; i < 64; i++)
      add(i);
#pragma omp for schedule(guided)
    for (int i = 0; i < 64; i++)
      add(i);
#pragma omp for schedule(runtime) nowait
    for (int i = 0; i < 64; i++)
      add(i);
#pragma omp barrier
#pragma omp for reduction(+ : sum)
    for (int i = 0; i < 64; i++)
      sum += i;
  }
#pragma omp parallel for schedule(dynamic)
  for (int i = 0; i < 64; i++)
    add(array[i]);
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < 64; i++)
    sum += i;
}

static void sections(void) {
  int copied = 0;
#pragma omp parallel private(copied)
  {
#pragma omp sections
    {
      add(1);
#pragma omp section
      add(2);
#pragma omp section
      add(3);
    }
#pragma omp single
    add(4);
#pragma omp single nowait
    add(5);
#pragma omp barrier
#pragma omp single copyprivate(copied)
    copied = 6;
    add(copied ? 0 : 1);
#pragma omp masked
    add(7);
#pragma omp master
    add(8);
  }
#pragma omp parallel sections
  {
    add(1);
#pragma omp section
    add(2);
  }
}

/* Each lock has a variable of its own. */
static void criticals(void) {
  int sums[4] = {0};
#pragma omp parallel
  for (int i = 0; i < 10; i++) {
#pragma omp critical
    sums[0]++;
#pragma omp critical(first)
    {
      sums[1]++;
#pragma omp critical(second)
      sums[2]++;
    }
  }
#pragma omp parallel for ordered
  for (int i = 0; i < 16; i++) {
    add(1);
#pragma omp ordered
    sums[3]++;
  }
  sum += sums[0] + sums[1] + sums[2] + sums[3];
}

static void locks(void) {
  omp_init_lock(&lock);
  omp_init_nest_lock(&nest);
#pragma omp parallel
  for (int i = 0; i < 10; i++) {
    omp_set_lock(&lock);
    int got = omp_test_lock(&lock);
    omp_unset_lock(&lock);
    omp_set_nest_lock(&nest);
    omp_set_nest_lock(&nest);
    got += omp_test_nest_lock(&nest);
    sum += got;
    omp_unset_nest_lock(&nest);
    omp_unset_nest_lock(&nest);
    omp_unset_nest_lock(&nest);
    add(0);
  }
  omp_destroy_nest_lock(&nest);
  omp_destroy_lock(&lock);
}

static int fib(int n) {
  int a, b;
  if (n < 2)
    return n;
#pragma omp task shared(a) if (n > 6)
  a = fib(n - 1);
#pragma omp task shared(b)
  b = fib(n - 2);
#pragma omp taskwait
  return a + b;
}

static void tasks(void) {
#pragma omp parallel
  {
#pragma omp single
    sum += fib(12);
#pragma omp taskgroup
    {
#pragma omp task
      add(1);
#pragma omp task untied
      {
        add(2);
#pragma omp task
        add(3);
      }
    }
#pragma omp single
    {
#pragma omp task depend(out : sum)
      add(1);
#pragma omp taskwait depend(in : sum)
    }
  }
}

static void taskloops(void) {
#pragma omp parallel
#pragma omp single
  {
#pragma omp taskloop num_tasks(7)
    for (int i = 0; i < 64; i++)
      add(i);
#pragma omp taskloop num_tasks(3) nogroup
    for (int i = 0; i < 64; i++)
      add(i);
#pragma omp taskwait
#pragma omp taskloop num_tasks(3)
    for (int i = 0; i < 12; i++) {
#pragma omp task
      add(i);
#pragma omp taskwait
    }
  }
}

static void cancels(void) {
  for (int round = 0; round < 4; round++) {
#pragma omp parallel
    {
#pragma omp for
      for (int i = 0; i < 64; i++) {
        if (i % 8 == 3) {
#pragma omp cancel for
        }
      }
#pragma omp barrier
#pragma omp critical(after)
      sum++;
    }
#pragma omp parallel
    {
#pragma omp cancel parallel
      add(1);
    }
  }
}

static void nested(void) {
#pragma omp parallel num_threads(2)
  {
#pragma omp for
    for (int i = 0; i < 4; i++)
#pragma omp parallel num_threads(2)
    {
#pragma omp for
      for (int k = 0; k < 8; k++)
        add(k);
#pragma omp critical(inner)
      add(1);
#pragma omp barrier
    }
#pragma omp single
    add(1);
  }
}

static void leagues(void) {
#pragma omp teams num_teams(2)
  {
#pragma omp parallel num_threads(2)
    {
#pragma omp for
      for (int i = 0; i < 8; i++)
        add(i);
#pragma omp single
      add(1);
    }
  }
}

static void serial(void) {
#pragma omp critical(alone)
  sum++;
#pragma omp for
  for (int i = 0; i < 8; i++)
    sum++;
#pragma omp single
  sum++;
#pragma omp barrier
#pragma omp task
  sum++;
#pragma omp taskwait
#pragma omp parallel
  add(1);
#pragma omp critical(alone)
  sum++;
}

static void *thread(void *unused) {
#pragma omp parallel num_threads(2)
  {
#pragma omp for
    for (int i = 0; i < 8; i++)
      add(i);
#pragma omp critical(of_threads)
    add(1);
#pragma omp barrier
  }
#pragma omp critical(of_threads)
  add(1);
  return unused;
}

static void threads(void) {
  for (int round = 0; round < 3; round++) {
    pthread_t made[3];
    for (int i = 0; i < 3; i++)
      pthread_create(&made[i], NULL, thread, NULL);
    for (int i = 0; i < 3; i++)
      pthread_join(made[i], NULL);
  }
}

static const struct {
  const char *name;
  void (*run)(void);
} cases[] = {{"loops", loops},         {"sections", sections}, {"criticals", criticals}, {"locks", locks},
             {"tasks", tasks},         {"taskloops", taskloops}, {"cancels", cancels},   {"nested", nested},
             {"leagues", leagues},     {"serial", serial},     {"threads", threads}};

int main(int argc, char **argv) {
  omp_set_max_active_levels(3);
  for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++)
    if (argc < 2)
      puts(cases[i].name);
    else if (strcmp(argv[1], cases[i].name) == 0)
      cases[i].run();
  if (argc > 1 && strcmp(argv[1], "cancels") != 0)
    printf("%d\n", sum);
  return 0;
}
