// Waiting that no construct is named after: for earlier iterations (depend(sink)), at the end of a taskgroup and of a taskloop. The
// program takes stamps around each wait, and of each task who executed it: what is waited is the time of the thread that waits, less
// that of the tasks that it executes during that time.
// The program can't tell where a taskloop has created its tasks and begins to wait, so that the creation is in what it tells; but a
// thread that executes one of these tasks itself has begun to wait by then.
// DEFINE: %{check} = %python %root/test/runtime/Inputs/check.py %pomp_report
// DEFINE: %{near} = (lambda truth, reported: abs(truth - reported) <= 0.05 * truth + 20000000)
// RUN: rm -rf %t && mkdir -p %t && cd %t && %pomp_clang -O1 %s -o a
// DEFINE: %{checks} = '%{near}(file("times")["sink"], region("ordered", 10)["wait_ns"])' '0 <= region("ordered", 11)["wait_ns"] <= 0.05 * file("times")["sink"]' \
// DEFINE:   '%{near}(file("times")["group"], region("taskgroup (wait)", 20)["wait_ns"])' 'region("taskgroup", 20)["wait_ns"] == 0' \
// DEFINE:   '%{near}(file("times")["body"], region("taskgroup", 20)["exclusive_ns"])' \
// DEFINE:   '%{near}(file("times")["loop"], region("taskloop", 30)["inclusive_ns"])' 'region("taskloop (wait)", 30)["wait_ns"] > max(0, 0.9 * file("times")["loop_wait"] - 20000000)' 'region("taskloop", 30)["wait_ns"] == 0' \
// DEFINE:   'visits("taskgroup (wait)") == visits("taskgroup") == 5' 'visits("taskloop (wait)") == visits("taskloop", 30) == 5' \
// Without a group there is no wait; a target that the host executes does not wait, it works.
// DEFINE:   'visits("taskloop", 40) == 5 and region("target", 50)["wait_ns"] == 0 and region("target", 50)["exclusive_ns"] >= file("times")["target"]' \
// Where the iteration before is the thread's own there is none, whatever the directive costs.
// DEFINE:   'visits("ordered", 60) == 100000 and region("ordered", 60)["contended"] <= 1000' \
// DEFINE:   'experiment["repaired"] == experiment["ignored"] == experiment["unfinished"] == 0'
// RUN: env OMP_NUM_THREADS=2 POMP_EXPERIMENT_DIR=e POMP_SUMMARY=0 POMP_TRACE=1 ./a > times && %{check} e %{checks}
// RUN: env OMP_NUM_THREADS=4 POMP_EXPERIMENT_DIR=f POMP_SUMMARY=0 ./a > times && %{check} f %{checks}
#include <omp.h>
#include <stdio.h>
#include <time.h>

static long long now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000000000ll + t.tv_nsec;
}
static void work(long long ns) {
  for (long long end = now() + ns; now() < end;)
    ;
}

static long long sink, group, body, loop, loop_wait, target;

enum { TASKS = 5 };
static struct {
  int thread;
  long long begin, end;
} tasks[TASKS];

static void task(int i) {
  tasks[i].thread = omp_get_thread_num();
  tasks[i].begin = now();
  work(10000000 + 10000000ll * i); // the last one is slow
  tasks[i].end = now();
}

/* Returns how long this thread has waited between the two, as it executed some of the tasks. */
static long long waited(long long from, long long to) {
  long long time = to - from;
  for (int i = 0; i < TASKS; i++)
    if (tasks[i].thread == omp_get_thread_num() && tasks[i].begin >= from)
      time -= tasks[i].end - tasks[i].begin;
  return time;
}

static void iterations(void) {
#pragma omp parallel for ordered(1) schedule(static, 1) reduction(+ : sink)
  for (int i = 0; i < 24; i++) {
    long long came = now();
#line 10
#pragma omp ordered depend(sink : i - 1)
    sink += now() - came;
    work(5000000);
#line 11
#pragma omp ordered depend(source)
    ;
  }
#pragma omp parallel for ordered(1) num_threads(1)
  for (int i = 0; i < 100000; i++) {
#line 60
#pragma omp ordered depend(sink : i - 1)
    ;
#line 61
#pragma omp ordered depend(source)
    ;
  }
}

static void groups(void) {
  long long ended = 0, began = now();
#line 20
#pragma omp taskgroup
  {
    for (int i = 0; i < TASKS; i++)
#pragma omp task
      task(i);
    long long from = now();
    work(5000000);
    ended = now();
    body += ended - from;
  }
  group += waited(ended, now());
  began = now();
#line 30
#pragma omp taskloop grainsize(1)
  for (int i = 0; i < TASKS; i++)
    task(i);
  ended = now();
  loop += waited(began, ended);
  long long first = ended;
  for (int i = 0; i < TASKS; i++)
    if (tasks[i].thread == omp_get_thread_num() && tasks[i].begin < first)
      first = tasks[i].begin;
  loop_wait += waited(first, ended);
#line 40
#pragma omp taskloop grainsize(1) nogroup
  for (int i = 0; i < TASKS; i++)
    work(1000);
#pragma omp taskwait
  began = now();
#line 50
#pragma omp target
  {
    long long x = 0;
    for (int i = 0; i < 1000000; i++)
      x += i;
    target += x > 0 ? 0 : 1;
  }
}

int main(void) {
  iterations();
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 5; i++)
    groups();
  printf("{\"sink\": %lld, \"group\": %lld, \"body\": %lld, \"loop\": %lld, \"loop_wait\": %lld, \"target\": %lld}\n", sink, group, body, loop, loop_wait, target);
  return 0;
}
