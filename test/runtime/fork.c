// fork: the child of a measured process measures nothing, prints nothing, and leaves the parent's experiment alone, which says how
// many children had events; a child that is made before anything was measured may have an experiment of its own. Its parent has one, too,
// as the user asks for that.
// A trace of it repeats what others' traces show, and takes long: only `make test-all` makes one.
// UNSUPPORTED: traced && !all
// RUN: %fresh && %program %s -o a
// RUN: env POMP_EXPERIMENT_DIR=e ./a late > out 2> err && grep -c "^pomp: a ·" err | grep -x 1
// RUN: %check e 'experiment["state"] == "complete"' 'visits("region(r)") == 20' 'experiment["repaired"] == 0' \
// RUN:   'len(locations) == 1' 'experiment["forked_processes"] == 1'
// RUN: grep -Fx 'pomp: 1 forked process had regions, which are not in the experiment: what is started by exec is measured (in Python: the start method "spawn")' err
// RUN: env POMP_EXPERIMENT_DIR=early ./a early > out 2> err && grep -c "^pomp: a ·" err | grep -x 2
// RUN: %check early 'experiment["state"] == "complete"' 'visits("region(r)") == 10' 'experiment["forked_processes"] == 0'
// Both threads of a team fork, each in open regions: the parent's go on.
// RUN: env POMP_EXPERIMENT_DIR=team ./a team > out 2> err && grep "^pomp:" err | grep -vc "^pomp: \(idle\|waiting\|measuring\|ready\|in the kernel\|up to\|[0-9.]* s threads\) " | grep -x 3
// RUN: %check team 'experiment["state"] == "complete"' 'visits("region(r)") == 1000' 'visits("parallel") == 2' \
// RUN:   'experiment["repaired"] == experiment["ignored"] == experiment["unfinished"] == 0' \
// RUN:   'inclusive("critical (block)") < inclusive("parallel")' 'experiment["forked_processes"] == 20'
// RUN: %pomp_report --all team | grep -x 'Warning: 20 forked processes had regions, which are not in the experiment: .*'
// A child goes on with threads and teams of its own, while the parent does the same.
// RUN: env POMP_EXPERIMENT_DIR=on ./a goes-on > out 2> err && grep "^pomp:" err | grep -vc "^pomp: \(idle\|waiting\|measuring\|ready\|in the kernel\|up to\|[0-9.]* s threads\) " | grep -x 3 && count 2 < out
// RUN: %check on 'experiment["state"] == "complete"' 'visits("parallel") == 20' 'visits("region(r)") == 210' 'experiment["forked_processes"] == 1' \
// RUN:   'experiment["repaired"] == experiment["ignored"] == experiment["unfinished"] == 0'
// Many children are made while other threads make regions and so hold the runtime's lock now and then: none hangs.
// RUN: env POMP_EXPERIMENT_DIR=many ./a many > out 2> err
// RUN: %check many 'experiment["state"] == "complete"' 'visits("region(r)") == 1000' 'len(regions) > 1000' 'experiment["forked_processes"] == 100'
// Workers begin before their parent has come to a region, but for its main(), or are children of workers. Those without events don't
// count.
// RUN: env POMP_EXPERIMENT_DIR=workers ./a workers 2> err && grep "^pomp: 4 forked processes" err
// RUN: %check workers 'experiment["forked_processes"] == 4' 'names() == ["(outside regions)", "main()"]'
#include "regions.h"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

REGION_AT(r, "region", "r", 1);
REGION(par, "parallel", 2);
REGION(critical, "critical", 3);

static void events(void) {
  for (int i = 0; i < 10; i++) {
    POMP_Begin(&r);
    POMP_End(&r);
  }
}

/* Every child that does not go on does this: events of all sorts, the end by exit() or _exit(). */
static void child_ends(void) {
  events();
  POMP_End(&r);
  POMP_Critical_end(&critical);
  POMP_Off();
  POMP_On();
  POMP_Finalize();
  events();
}

static int good_end(pid_t child) {
  int status;
  return child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 7;
}

static void *thread(void *unused) {
  events();
  return unused;
}

static void teams(void) {
  for (int i = 0; i < 10; i++) {
    POMP_Parallel_fork(&par);
#pragma omp parallel num_threads(2)
    {
      POMP_Parallel_begin(&par);
      if (i % 2)
        events();
      POMP_Parallel_end(&par);
    }
    POMP_Parallel_join(&par);
    pthread_t t;
    if (pthread_create(&t, NULL, thread, NULL) || pthread_join(t, NULL))
      exit(1);
  }
}

static int fork_in_team(void) {
  int good = 0;
  POMP_Parallel_fork(&par);
#pragma omp parallel num_threads(2) reduction(+ : good)
  {
    POMP_Parallel_begin(&par);
    for (int i = 0; i < 10; i++) {
      POMP_Critical_enter(&critical);
#pragma omp critical
      {
        POMP_Critical_begin(&critical);
        for (int k = 0; k < 5; k++)
          events();
        pid_t child = fork();
        if (child == 0) {
          child_ends();
          _exit(7);
        }
        good += good_end(child);
        POMP_Critical_end(&critical);
      }
      POMP_Critical_exit(&critical);
    }
    POMP_Parallel_end(&par);
  }
  POMP_Parallel_join(&par);
  return good == 20 ? 0 : 1;
}

static int goes_on(void) {
  events();
  pid_t child = fork();
  teams();
  printf("teams\n");
  if (child == 0)
    exit(7);
  return good_end(child) ? 0 : 1;
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
  for (int i = 0; i < 100; i++) {
    events();
    pid_t child = fork();
    if (child == 0) {
      child_ends();
      _exit(7);
    }
    good += good_end(child);
  }
  __atomic_store_n(&stop, 1, __ATOMIC_RELAXED);
  pthread_join(t, NULL);
  return good == 100 ? 0 : 1;
}

REGION_AT(in_main, "function", "main", 1);

static void worker(int which) {
  if (which == 2)
    teams();
  if (which >= 2) /* the last one has no event */
    return;
  pid_t child = fork();
  if (child && !good_end(child))
    _exit(1);
  if (child == 0 || which == 0)
    events();
}

static int workers(void) {
  POMP_Begin(&in_main);
  for (int i = 0; i < 4; i++) {
    pid_t child = fork();
    if (child == 0) {
      worker(i);
      _exit(7);
    }
    if (!good_end(child))
      return 1;
  }
  POMP_End(&in_main);
  return 0;
}

int main(int argc, char **argv) {
  const char *how = argc > 1 ? argv[1] : "";
  if (strcmp(how, "team") == 0)
    return fork_in_team();
  if (strcmp(how, "goes-on") == 0)
    return goes_on();
  if (strcmp(how, "workers") == 0)
    return workers();
  if (strcmp(how, "many") == 0)
    return many();
  int late = strcmp(how, "late") == 0;
  if (late)
    events();
  pid_t child = fork();
  if (child == 0) {
    child_ends();
    exit(7); /* with all that runs at exit */
  }
  if (!good_end(child))
    return 1;
  if (late)
    events();
  return 0;
}
