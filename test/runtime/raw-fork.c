// A child that no handler of pthread_atfork sees: _Fork(), the system calls fork and clone. It has a copy of its
// parent's memory and the parent's files mapped, and counts nothing into them, whatever its first event is; and a
// child's child neither. The kernel must know MADV_WIPEONFORK, which Linux has had since 4.14. REQUIRES: wipe-on-fork
// RUN: %fresh && %program %s -o a
// Each way to make a child, and each kind of first event, with a child's child. A reader finds what the parent has
// done. RUN: env POMP_EXPERIMENT_DIR=_Fork ./a _Fork firsts > out 2> err && grep -c "^pomp: a ·" err | grep -x 1
// RUN: %check _Fork 'experiment["state"] == "complete"' 'visits("region(r)") == 2010' 'visits("single") == 200' \
// RUN:   'experiment["repaired"] == experiment["ignored"] == experiment["unfinished"] == 0'
// RUN: env POMP_EXPERIMENT_DIR=fork ./a fork firsts > out 2> err && grep -c "^pomp: a ·" err | grep -x 1
// RUN: %check fork 'experiment["state"] == "complete"' 'visits("region(r)") == 2010' 'visits("single") == 200' \
// RUN:   'experiment["repaired"] == experiment["ignored"] == experiment["unfinished"] == 0'
// RUN: env POMP_EXPERIMENT_DIR=clone ./a clone firsts > out 2> err && grep -c "^pomp: a ·" err | grep -x 1
// RUN: %check clone 'experiment["state"] == "complete"' 'visits("region(r)") == 2010' 'visits("single") == 200' \
// RUN:   'experiment["repaired"] == experiment["ignored"] == experiment["unfinished"] == 0'
// The same with metrics, whose values lie in the file, too.
// RUN: env POMP_EXPERIMENT_DIR=metrics POMP_METRICS=rusage:minflt,perf:page-faults ./a _Fork firsts > out 2> err
// RUN: %check metrics 'experiment["state"] == "complete"' 'visits("region(r)") == 2010' 'visits("single") == 200' \
// RUN:   'experiment["repaired"] == experiment["ignored"] == experiment["unfinished"] == 0'
// A child that is made before anything was measured may have an experiment of its own, as its parent, and so may its
// own child, as long as nobody has measured anything.
// RUN: env POMP_EXPERIMENT_DIR=early ./a _Fork early > out 2> err && grep -c "^pomp: a ·" err | grep -x 3
// RUN: %check early 'visits("region(r)") == 1000'
// RUN: %check early-2 'visits("region(r)") == 1000'
// RUN: %check early-3 'visits("region(r)") == 1000'
// Both threads of a team make a child in open regions; and many children are made while another thread makes regions,
// and so has the runtime's lock now and then: none hangs. RUN: env POMP_EXPERIMENT_DIR=team ./a _Fork team > out 2> err
// RUN: %check team 'experiment["state"] == "complete"' 'visits("region(r)") == 2000' 'visits("parallel") == 2' \
// RUN:   'experiment["repaired"] == experiment["ignored"] == experiment["unfinished"] == 0'
// RUN: env POMP_EXPERIMENT_DIR=many ./a _Fork many > out 2> err
// RUN: %check many 'visits("region(r)") == 2000' 'len(regions) > 1000' \
// RUN:   'experiment["repaired"] == experiment["ignored"] == experiment["unfinished"] == 0'
// A child that shares its parent's memory does not end the parent's measurement.
// RUN: env POMP_EXPERIMENT_DIR=vfork ./a vfork shared > out 2> err && grep -c "^pomp: a ·" err | grep -x 1
// RUN: %check vfork 'experiment["state"] == "complete"' 'visits("region(r)") == 2000'
// RUN: env POMP_EXPERIMENT_DIR=spawn ./a spawn shared > out 2> err && grep -c "^pomp: a ·" err | grep -x 1
// RUN: %check spawn 'experiment["state"] == "complete"' 'visits("region(r)") == 2000'
#define _GNU_SOURCE
#include "regions.h"
#include <omp.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

REGION_AT(r, "region", "r", 1);
REGION(par, "parallel", 2);
REGION(single, "single", 3);
REGION(task, "task", 4);

static omp_lock_t lock;

/* The way that the command line names. */
static pid_t (*make)(void);
static pid_t by_clone(void) { return (pid_t)syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0); }
#ifdef SYS_fork
static pid_t by_fork(void) { return (pid_t)syscall(SYS_fork); }
#else /* younger processors have no such call */
#define by_fork by_clone
#endif

static void events(void) {
  for (int i = 0; i < 1000; i++) {
    POMP_Begin(&r);
    POMP_End(&r);
  }
}

static void *thread(void *unused) {
  events();
  return unused;
}

/* A team of one has all of OpenMP's callbacks, and needs no thread that only the parent has. */
static void team(void) {
  POMP_Parallel_fork(&par);
#pragma omp parallel num_threads(1)
  {
    POMP_Parallel_begin(&par);
    for (int i = 0; i < 100; i++) {
      POMP_Single_enter(&single);
#pragma omp single
      {
        POMP_Single_begin(&single);
        POMP_Task_create_begin(&task);
#pragma omp task
        {
          POMP_Task_begin(&task);
          POMP_Task_end(&task);
        }
        POMP_Task_create_end(&task);
        POMP_Single_end(&single);
      }
      POMP_Single_exit(&single);
    }
    POMP_Parallel_end(&par);
  }
  POMP_Parallel_join(&par);
}

static void child_does(const char *first) {
  pthread_t t;
  if (strcmp(first, "enter") == 0)
    events();
  else if (strcmp(first, "exit") == 0)
    for (int i = 0; i < 1000; i++)
      POMP_End(&r);
  else if (strcmp(first, "barrier") == 0) {
#pragma omp barrier
    POMP_Barrier_exit(&single);
    POMP_Barrier_enter(&single);
    POMP_Single_exit(&single);
  } else if (strcmp(first, "task") == 0) {
    POMP_Task_end(&task);
#pragma omp task
    POMP_Task_begin(&task);
#pragma omp taskwait
  } else if (strcmp(first, "lock") == 0) {
    POMP_Unset_lock(&lock);
    POMP_Set_lock(&lock);
    POMP_Unset_lock(&lock);
    POMP_Set_lock(&lock);
  } else if (strcmp(first, "parallel") == 0)
    team();
  else if (strcmp(first, "off") == 0) {
    POMP_Off();
    events();
    POMP_On();
  } else if (strcmp(first, "thread") == 0 && (pthread_create(&t, NULL, thread, NULL) || pthread_join(t, NULL)))
    _exit(1);
  else if (strcmp(first, "end") == 0)
    return;
  events();
  team();
}

static int good_end(pid_t child) {
  int status;
  return child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 7;
}

/* The child has one of its own, and ends with all that runs at exit. */
static int children(const char *first) {
  POMP_Begin(&r);
  pid_t child = make();
  if (child == 0) {
    if (strcmp(first, "child") != 0)
      child_does(first);
    child = make();
    child_does(first);
    if (child == 0)
      exit(7);
    exit(good_end(child) ? 7 : 1);
  }
  POMP_End(&r);
  return good_end(child);
}

static int in_team(void) {
  int good = 0;
  POMP_Parallel_fork(&par);
#pragma omp parallel num_threads(2) reduction(+ : good)
  {
    POMP_Parallel_begin(&par);
    events();
#pragma omp critical
    {
      pid_t child = make();
      if (child == 0) {
        events();
        POMP_Parallel_end(&par);
        events();
        _exit(7);
      }
      good += good_end(child);
    }
    POMP_Parallel_end(&par);
  }
  POMP_Parallel_join(&par);
  return good == 2 ? 0 : 1;
}

static int stop;

static void *make_regions(void *unused) {
  enum { MANY = 200000 };
  struct ompregdescr *d = calloc(MANY, sizeof *d);
  for (int i = 0; i < MANY && (i < 2000 || !__atomic_load_n(&stop, __ATOMIC_RELAXED)); i++) {
    d[i] = region_like(&r, "for", i);
    POMP_For_enter(&d[i]);
    POMP_For_exit(&d[i]);
  }
  free(d);
  return unused;
}

static int many(void) {
  pthread_t t;
  int good = 0;
  if (pthread_create(&t, NULL, make_regions, NULL))
    return 1;
  events();
  for (int i = 0; i < 100; i++) {
    pid_t child = make();
    if (child == 0) {
      static struct ompregdescr new;
      new = region_like(&r, "for", -1);
      POMP_For_enter(&new);
      POMP_For_exit(&new);
      _exit(7);
    }
    good += good_end(child);
  }
  events();
  __atomic_store_n(&stop, 1, __ATOMIC_RELAXED);
  pthread_join(t, NULL);
  return good == 100 ? 0 : 1;
}

static int early(void) {
  pid_t child = make();
  if (child == 0) {
    child = make();
    events();
    exit(child == 0 || good_end(child) ? 7 : 1);
  }
  events();
  return good_end(child) ? 0 : 1;
}

static int shared(int spawns) {
  events();
  for (int i = 0; i < 100; i++) {
    pid_t child;
    char *const arguments[] = {"sh", "-c", "exit 7", NULL};
    if (spawns) {
      if (posix_spawn(&child, "/bin/sh", NULL, NULL, arguments, environ))
        return 1;
    } else {
#pragma clang diagnostic ignored "-Wdeprecated-declarations"
      child = vfork();
      if (child == 0)
        _exit(7);
    }
    if (!good_end(child))
      return 1;
  }
  events();
  return 0;
}

static int firsts(void) {
  const char *const kinds[] = {"enter", "exit", "barrier", "task", "lock", "parallel", "off", "thread", "end", "child"};
  int good = 0;
  omp_init_lock(&lock);
  events();
  team();
  for (int i = 0; i < 10; i++) {
    POMP_Set_lock(&lock);
    good += children(kinds[i]);
    POMP_Unset_lock(&lock);
  }
  events();
  team();
  return good == 10 ? 0 : 1;
}

int main(int argc, char **argv) {
  const char *how = argc > 1 ? argv[1] : "", *what = argc > 2 ? argv[2] : "";
  make = strcmp(how, "fork") == 0 ? by_fork : strcmp(how, "clone") == 0 ? by_clone : _Fork;
  if (strcmp(what, "team") == 0)
    return in_team();
  if (strcmp(what, "many") == 0)
    return many();
  if (strcmp(what, "early") == 0)
    return early();
  if (strcmp(what, "shared") == 0)
    return shared(strcmp(how, "spawn") == 0);
  return firsts();
}
