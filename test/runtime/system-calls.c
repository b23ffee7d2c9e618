// The system calls that the library makes, stage by stage, are those of the table in docs/limits.md: none is missing there, and none
// is there that no run has made.
// UNSUPPORTED: sanitized, traced, emulated
// RUN: %fresh && %program %s -o a && %cc %root/test/inject/list_calls.c -o list_calls
// RUN: %python %inputs/system-calls.py %root/docs/limits.md ./list_calls ./a
#define _GNU_SOURCE
#include "one-team.h"
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

REGION_AT(user, "region", "user", 5);

enum { TEAMS = 20, EVENTS = 40000, NEW = 400 };
static struct ompregdescr many[NEW];

static void stage(const char *name) { syscall(SYS_write, -1, name, strlen(name)); }

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* Teams end for so long that the library's clock is compared with the system's once more. */
static void events(double begin) {
  const double end = now() + (now() - begin);
  for (int i = 0; i < TEAMS || now() < end; i++)
    team();
  for (int i = 0; i < EVENTS; i++) {
    POMP_Begin(&user);
    POMP_End(&user);
  }
}

static void *thread(void *unused) {
  POMP_Begin(&user);
  POMP_End(&user);
  return unused;
}

int main(void) {
  pthread_t id;
  const double begun = now();
  stage("begin");
  for (int i = 0; i < 20; i++)
    team();
  POMP_Begin(&user);
  POMP_End(&user);
  stage("usual");
  events(begun);
  stage("new");
  regions_fill(many, NEW, &loop, "for", 10);
  for (int i = 0; i < NEW; i++) {
    POMP_For_enter(&many[i]);
    POMP_For_exit(&many[i]);
  }
  stage("thread");
  if (pthread_create(&id, NULL, thread, NULL) || pthread_join(id, NULL))
    return 1;
  prctl(PR_SET_NAME, "sandbox", 0, 0, 0); /* that might have been a sandbox */
  stage("sandbox");
  events(begun);
  stage("end");
  return 0;
}
