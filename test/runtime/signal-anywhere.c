// A signal comes at each instruction of an event in turn, and its handler has events that make the thread's call tree
// grow: what the event was about to look up has moved, or has come in between.
// REQUIRES: target={{x86_64.*}}
// RUN: %fresh && %program %s -o a && env POMP_TRACE=0 POMP_MEMORY=1g POMP_EXPERIMENT_DIR=e POMP_SUMMARY=0 ./a >truth
// RUN: %pomp_report --csv --columns visits,region e | tr -d '\r' >csv && grep -c -x -F -f truth csv | grep -x 4
// RUN: %pomp_report --json=summary e | grep '"repaired":0,"ignored":0,"lost":0,"unfinished":0,'
// Each visit is in its region's histogram.
// RUN: %check e
// The same holds while a trace is written. Records of the handler may be in it before that of the event.
// RUN: env POMP_TRACE=1 POMP_MEMORY=1g POMP_EXPERIMENT_DIR=t POMP_SUMMARY=0 ./a >truth
// RUN: %pomp_report --csv --columns visits,region t | tr -d '\r' >csv && grep -c -x -F -f truth csv | grep -x 4
// RUN: %pomp_report --json=summary t | grep '"repaired":0,"ignored":0,"lost":0,"unfinished":0,'
// RUN: %pomp_report --all --from-trace t >out && grep 'region(work)' out
#define _GNU_SOURCE
#include "regions.h"
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <ucontext.h>

enum { BEFORE = 70, IN_HANDLER = 300, LOOPS = 80, TRAP_FLAG = 0x100, INSTRUCTIONS_MAX = 350 };
REGION_AT(whole, "region", "whole", 1);
REGION_AT(work, "region", "work", 2);
REGION_AT(handler, "region", "handler", 3);
REGION_AT(new, "region", "new", 4);
REGION(loop, "for", 5);
static struct ompregdescr before[BEFORE], in_handler[IN_HANDLER], other_loops[LOOPS];
static long works, loops, signals, news;

static void visit(struct ompregdescr *d) {
  POMP_Begin(d);
  POMP_End(d);
}
static void visit_loop(struct ompregdescr *d) {
  POMP_For_enter(d);
  POMP_For_exit(d);
}
static void visits(struct ompregdescr *d, int count) {
  for (int i = 0; i < count; i++)
    visit(&d[i]);
}

/* Each is stepped through. */
static void an_old_region(void) {
  visit(&work);
  __atomic_fetch_add(&works, 1, __ATOMIC_RELAXED);
}
static void a_new_region(void) {
  visit(&new);
  __atomic_fetch_add(&news, 1, __ATOMIC_RELAXED);
}
static void a_loop(void) {
  visit_loop(&loop);
  __atomic_fetch_add(&loops, 1, __ATOMIC_RELAXED);
}
static void (*const events[])(void) = {an_old_region, a_new_region, a_loop};
enum { KINDS = sizeof events / sizeof *events };

/* A breakpoint begins the steps, and another one ends them if the signal did not come before. */
static volatile int steps, stop_at, is_over, grows;
static void on_trap(int number, siginfo_t *info, void *context) {
  greg_t *registers = ((ucontext_t *)context)->uc_mcontext.gregs;
  (void)number;
  if (info->si_code != TRAP_TRACE) {
    is_over = (registers[REG_EFL] & TRAP_FLAG) != 0;
    registers[REG_EFL] ^= TRAP_FLAG;
    return;
  }
  /* The system call is the one that holds back signals: a step through it would end the program. */
  const unsigned char *next = (const unsigned char *)registers[REG_RIP];
  is_over = next[0] == 0x0f && next[1] == 0x05;
  if (steps++ < stop_at && !is_over)
    return;
  steps = 0;
  registers[REG_EFL] &= ~TRAP_FLAG;
  signals++;
  visit(&handler);
  an_old_region();
  a_new_region();
  a_loop();
  if (!grows)
    return;
  visits(in_handler, IN_HANDLER);
  for (int i = 0; i < LOOPS; i++)
    visit_loop(&other_loops[i]);
}

/* A thread that comes after another one may have its call tree: so each stays until all are done. */
static sem_t done, may_go;
static void *run(void *event) {
  POMP_Begin(&whole);
  visits(before, BEFORE);
  an_old_region();
  a_loop();
  __asm__ volatile("int3" ::: "memory");
  (*(void (**)(void))event)();
  if (steps)
    __asm__ volatile("int3" ::: "memory");
  POMP_End(&whole);
  sem_post(&done);
  sem_wait(&may_go);
  return NULL;
}

int main(void) {
  struct sigaction action = {.sa_sigaction = on_trap, .sa_flags = SA_SIGINFO};
  sigaction(SIGTRAP, &action, NULL);
  regions_fill(before, BEFORE, &work, "before", 100);
  regions_fill(in_handler, IN_HANDLER, &work, "in_handler", 1000);
  regions_fill(other_loops, LOOPS, &loop, "sections", 2000);
  static pthread_t threads[2 * KINDS * INSTRUCTIONS_MAX];
  int count = 0;
  for (int i = 0; i < 2 * KINDS; i++)
    for (stop_at = is_over = 0; !is_over && stop_at < INSTRUCTIONS_MAX; stop_at++) {
      steps = 0;
      grows = i >= KINDS;
      if (pthread_create(&threads[count++], NULL, run, (void *)&events[i % KINDS]))
        return 1;
      sem_wait(&done);
    }
  for (int i = 0; i < count; i++)
    sem_post(&may_go);
  for (int i = 0; i < count; i++)
    pthread_join(threads[i], NULL);
  printf("%ld,region(work)\n%ld,for\n%ld,region(handler)\n%ld,region(new)\n", works, loops, signals, news);
  return 0;
}
