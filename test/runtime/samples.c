// With POMP_SAMPLE, what each thread does is counted by call path, state, instruction and stack: what is found again is one record,
// call paths and threads are those that the program has, and the program prints what it prints without. What can't be is refused.
// RUN: %fresh && %program %s -o a && ./a plain > expected
// DEFINE: %{of} = %python %inputs/samples.py 632
// RUN: env POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=e POMP_SAMPLE=200us ./a > out && diff expected out
// RUN: %{of} e/profile.pomp 'source in (1, 2)' 'signal == 23' 'period == 200000' 'len(set(keys)) >= 3' 'len(samples) < count' \
// RUN:   '{nodes[s.node][1] for s in samples if s.node} > {0}' 'any(s.os_thread for s in samples)' 'unseen == 0' \
// RUN:   'any(m.path.endswith("/a") and m.build for m in modules)' 'any(len(s.code) > 2 for s in stacks.values())' \
// RUN:   'sum(s.count for s in samples if s.node and nodes[s.node][1]) > sum(s.count for s in samples if not s.stack)'
// A linker may begin code in the file on the page on which the segment before it ends.
// RUN: %program %s -fuse-ld=lld-19 -o l && env POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=e-l POMP_SAMPLE=200us ./l > out && diff expected out
// RUN: %{of} e-l/profile.pomp 'any(m.path.endswith("/l") and m.build for m in modules)'
// The clock on the wall finds threads that wait as well, and timers that tell of CPU time those that don't.
// RUN: env POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=w POMP_SAMPLE=wall:1ms ./a > out && diff expected out
// RUN: %{of} w/profile.pomp 'source == 3' 'time >= 100000000' 'samples'
// Who may handle signals, as all may that import a function for that, gets none for a sample: libc's own takes their place, which timers
// send. So no handler is ever called, of whatever signal, and none is waited for or read; libc cancels threads and calls what timers call.
// RUN: %program %s -DTAKES -o t && ./t plain > expected.t
// RUN: env POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=u POMP_SAMPLE=1 ./t urgent > out && diff expected.t out
// RUN: %{of} u/profile.pomp 'source == 1' 'signal == 32' %if !emulated %{ 'samples' %} %if emulated %{ 'unseen' %}
// RUN: env POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=t.e POMP_SAMPLE=50us ./t > out && diff expected.t out
// RUN: %{of} t.e/profile.pomp 'source == 1' 'signal == 32' %if !emulated %{ 'samples' %} %if emulated %{ 'unseen' %}
// RUN: env POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=t.w POMP_SAMPLE=wall:1ms ./t > out && diff expected.t out
// RUN: %program %s -DTAKES -DFINDS -o finds && env POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=finds.e POMP_SAMPLE=50us ./finds > out && diff expected.t out
// So it is with a program that only loads what does so.
// RUN: %cc -Wno-unused-variable %s -DLOADED -shared -fPIC -o loaded.so && %program %s -DLOADS -o loads
// RUN: env POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=l.e POMP_SAMPLE=50us ./loads > out && diff expected out
// RUN: %{of} l.e/profile.pomp 'signal == 32'
// What the program did before its first event has no samples, and they count as lost.
// RUN: env POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=late.e POMP_SAMPLE=1 ./a late > out && diff expected out
// RUN: %{of} late.e/profile.pomp 'lost >= 90' && %pomp_report --samples late.e | grep "; [1-9][0-9]* lost"
// RUN: env POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=o POMP_SAMPLE=0 ./a > out && diff expected out
// RUN: %{of} o/profile.pomp 'source == signal == period == 0' 'not samples and not stacks and not modules'
// RUN: env POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=s POMP_SAMPLE=1 POMP_SIGNALS=none ./a > out 2> err && diff expected out
// RUN: FileCheck --check-prefix=NONE %s < err && %{of} s/profile.pomp 'source == 0' 'not samples'
// NONE: pomp: POMP_SAMPLE: no samples are taken: POMP_SIGNALS=none forbids the signal that takes them; the rest is measured
// RUN: env POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=b POMP_SAMPLE=1s ./a > out 2> err && diff expected out && test ! -e b
// RUN: FileCheck --check-prefix=BAD %s < err
// BAD: pomp: POMP_SAMPLE=1s is wrong: it takes auto, 0, 1, or a time such as 200us or 2ms, perhaps behind wall:; the program runs unmeasured
// While nothing is measured, there are no samples.
// RUN: env POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=f POMP_SAMPLE=200us ./a off > out && diff expected out
// RUN: %{of} f/profile.pomp 'count <= 100'
// Little memory: samples end first, and the measurement goes on.
// RUN: env POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=m POMP_SAMPLE=50us POMP_MEMORY=256k ./a > out 2> err && diff expected out
// RUN: %{of} m/profile.pomp && not grep "used up" err && %check m 'visits("region(work)") >= 20'
#define _GNU_SOURCE
#include "regions.h"
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <time.h>
#include <unistd.h>

REGION_AT(work, "region", "work", 10);
static volatile double sum;

static double used(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

/* Works for so many ms of CPU time, a few calls deep. */
__attribute__((noinline)) static void work_for(double ms, int depth) {
  const double end = used() + ms;
  if (depth)
    work_for(ms, depth - 1);
  else
    while (used() < end)
      for (int i = 0; i < 1000; i++)
        sum = sum + i;
  sum = sum + depth; /* no tail call */
}

static void *without_events(void *unused) {
  work_for(60, 3);
  return unused;
}

/* A program that imports sigaction may take any signal at any time; so may one that imports what finds it. */
#ifdef LOADED
static void on_any(int signal) { printf("%d is called\n", signal); }
__attribute__((constructor)) static void load(void) {
  for (int i = 1; i <= SIGRTMAX; i++)
    signal(i, on_any);
}
#elif defined TAKES
static int called[65];
static void on_any(int signal) { called[signal]++; }
static void handle(int signal) {
  const struct sigaction a = {.sa_handler = on_any, .sa_flags = SA_RESTART};
#ifdef FINDS
  int (*set)(int, const struct sigaction *, struct sigaction *) = NULL;
  *(void **)(void *)&set = dlsym(RTLD_DEFAULT, "sigaction");
  set(signal, &a, NULL);
#else
  sigaction(signal, &a, NULL);
#endif
}

static void *sleeps(void *unused) {
  for (;;)
    pause();
  return unused;
}
static void notify(union sigval unused) {
  (void)unused;
  called[0]++;
}

/* libc uses signals of its own for these. */
static void cancel_and_time(void) {
  const struct timespec moment = {0, 20000000};
  const struct itimerspec once = {.it_value = moment};
  struct sigevent event = {.sigev_notify = SIGEV_THREAD, .sigev_notify_function = notify};
  pthread_t other;
  timer_t timer;
  void *result = NULL;
  pthread_create(&other, NULL, sleeps, NULL);
  nanosleep(&moment, NULL);
  pthread_cancel(other);
  pthread_join(other, &result);
  printf("cancelled %d\n", result == PTHREAD_CANCELED);
  timer_create(CLOCK_MONOTONIC, &event, &timer);
  timer_settime(timer, 0, &once, NULL);
  work_for(60, 1);
  timer_delete(timer);
}

/* Any signal may be waited for, too, and be read from a file. */
static void wait_for_all(void) {
  const struct timespec moment = {0, 50000000};
  struct signalfd_siginfo read_one;
  sigset_t all;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, NULL);
  int fd = signalfd(-1, &all, SFD_NONBLOCK);
  work_for(30, 1);
  printf("read %d\n", (int)read(fd, &read_one, sizeof read_one));
  printf("waited %d\n", sigtimedwait(&all, NULL, &moment));
  close(fd);
  pthread_sigmask(SIG_UNBLOCK, &all, NULL);
}

static void begin(const char *how) {
  if (strcmp(how, "urgent") == 0 || strcmp(how, "plain") == 0)
    handle(SIGURG);
}
static void have_begun(const char *how) {
  for (int i = 1; i <= SIGRTMAX && strcmp(how, "urgent"); i++)
    handle(i);
}
static void end(void) {
  wait_for_all();
  for (int i = 0; i < 3; i++)
    cancel_and_time();
  for (int i = 0; i <= SIGRTMAX; i++)
    if (called[i])
      printf("%d is called %d times\n", i, called[i]);
  handle(SIGURG);
  raise(SIGURG);
  printf("urgent %d\n", called[SIGURG] >= 1);
}
#else
static void begin(const char *how) {
  if (strcmp(how, "late") == 0)
    work_for(100, 1);
}
static void have_begun(const char *how) {
  (void)how;
#ifdef LOADS
  if (!dlopen("./loaded.so", RTLD_NOW))
    exit(1);
#endif
}
static void end(void) {}
#endif

#ifndef LOADED
int main(int argc, char **argv) {
  const char *how = argc > 1 ? argv[1] : "";
  const struct timespec moment = {0, 100000000};
  pthread_t other;
  begin(how);
  POMP_Init();
  have_begun(how);
  if (strcmp(how, "off") == 0)
    POMP_Off();
  for (int i = 0; i < 20; i++) {
    POMP_Begin(&work);
    work_for(5, i);
    POMP_End(&work);
    if (i == 5)
      pthread_create(&other, NULL, without_events, NULL);
  }
  work_for(20, 1);
  pthread_join(other, NULL);
  errno = 0;
  nanosleep(&moment, NULL);
  end();
  puts("done");
  POMP_Finalize();
  return 0;
}
#endif
