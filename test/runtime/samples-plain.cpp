// A program that is sampled 20,000 times a second does and prints what it does without: exceptions, longjmp, contexts, alternate and
// small stacks, timers and handlers of its own, children that end and others that execute a program, shared objects that come and go,
// waits that signals would interrupt, 200 threads that come and go, and descriptors of the library that it closes.
// REQUIRES: perf
// UNSUPPORTED: sanitized, emulated
// RUN: %fresh && %cxxprogram %s -o a -ldl && ./a > expected
// RUN: env POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=e POMP_SAMPLE=50us ./a measured > out && diff expected out
// RUN: %python %inputs/samples.py 632 e/profile.pomp samples stacks 'unseen == 0'
// RUN: env POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=c POMP_SAMPLE=1 ./a measured closes > out && diff expected out
// Signals from timers, as where the program may handle any: none is left to end the program or what it executes.
// RUN: env POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=t POMP_SAMPLE=50us ./a measured urgent > out && diff expected out
// RUN: %python %inputs/samples.py 632 t/profile.pomp samples 'signal == 32'
#include "regions.h"
#include <cerrno>
#include <cmath>
#include <csetjmp>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <poll.h>
#include <pthread.h>
#include <stdexcept>
#include <sys/time.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

REGION_AT(work, "region", "work", 10);

static double used() {
  timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return double(t.tv_sec) + double(t.tv_nsec) * 1e-9;
}
static void work_for(double seconds) {
  volatile double x = 1;
  for (double end = used() + seconds; used() < end;)
    for (int i = 0; i < 200; i++)
      x = std::sqrt(x + i);
}

static int throws(int depth) {
  volatile char frame[64];
  frame[0] = char(depth);
  if (depth == 0)
    throw std::runtime_error("thrown");
  return throws(depth - 1) + frame[0];
}
static void exceptions() {
  int caught = 0;
#pragma omp parallel num_threads(2) reduction(+ : caught)
  for (int i = 0; i < 500; i++)
    try {
      throws(20);
    } catch (const std::exception &) {
      caught++;
    }
  printf("caught %d\n", caught);
}

static jmp_buf place;
static void jump(int depth) {
  volatile char frame[64];
  frame[0] = char(depth);
  if (!depth)
    longjmp(place, 1);
  jump(depth - 1);
  frame[1] = 1;
}
static void jumps() {
  volatile int jumped = 0;
  for (volatile int i = 0; i < 5000; i = i + 1) {
    if (setjmp(place))
      jumped = jumped + 1;
    else
      jump(20);
  }
  printf("jumped %d\n", jumped);
}

static ucontext_t outside, inside;
static int steps;
static void in_context() {
  for (int i = 0; i < 20; i++, steps++) {
    work_for(0.001);
    swapcontext(&inside, &outside);
  }
}
static void contexts() {
  static char stack[16384];
  getcontext(&inside);
  inside.uc_stack.ss_sp = stack;
  inside.uc_stack.ss_size = sizeof stack;
  inside.uc_link = &outside;
  makecontext(&inside, in_context, 0);
  for (int i = 0; i < 21; i++)
    swapcontext(&outside, &inside);
  printf("steps %d\n", steps);
}

static volatile sig_atomic_t profiled, alarmed;
static void on_profile(int) { profiled = profiled + 1; }
static void on_alarm(int) {
  work_for(0.0005);
  alarmed = alarmed + 1;
}
static void timers() {
  stack_t stack = {};
  stack.ss_sp = malloc(65536);
  stack.ss_size = 65536;
  sigaltstack(&stack, nullptr);
  struct sigaction a = {};
  a.sa_handler = on_profile;
  a.sa_flags = SA_RESTART;
  sigaction(SIGPROF, &a, nullptr);
  a.sa_handler = on_alarm;
  a.sa_flags = SA_ONSTACK | SA_RESTART;
  sigaction(SIGALRM, &a, nullptr);
  itimerval every = {{0, 10000}, {0, 10000}}, never = {};
  setitimer(ITIMER_PROF, &every, nullptr);
  setitimer(ITIMER_REAL, &every, nullptr);
  while (profiled < 3 || alarmed < 3)
    work_for(0.01);
  setitimer(ITIMER_PROF, &never, nullptr);
  setitimer(ITIMER_REAL, &never, nullptr);
  puts("timers");
}

static void *on_small_stack(void *unused) {
  work_for(0.003);
  return unused;
}
static void threads() {
  pthread_attr_t small;
  pthread_attr_init(&small);
  pthread_attr_setstacksize(&small, 16384);
  int joined = 0;
  for (int i = 0; i < 20; i++) {
    pthread_t all[10];
    for (pthread_t &t : all)
      pthread_create(&t, &small, on_small_stack, nullptr);
    work_for(0.001);
    for (pthread_t t : all)
      joined += pthread_join(t, nullptr) == 0;
  }
  printf("joined %d\n", joined);
}

static void children(const char *program) {
  int status[3];
  if (fork() == 0) {
    work_for(0.02);
    _exit(7);
  }
  wait(&status[0]);
  for (int i = 1; i < 3; i++) {
    pid_t child = i == 1 ? fork() : vfork();
    if (child == 0) {
      execl(program, program, "executed", nullptr);
      _exit(1);
    }
    wait(&status[i]);
  }
  printf("children %d %d %d %d\n", WEXITSTATUS(status[0]), status[1], status[2], system("exit 3") >> 8);
}

static void objects() {
  int loaded = 0;
  for (int i = 0; i < 50; i++)
    if (void *handle = dlopen("libresolv.so.2", RTLD_NOW | RTLD_LOCAL)) {
      work_for(0.0003);
      loaded += dlclose(handle) == 0;
    }
  printf("loaded %d\n", loaded);
}

/* A timer may interrupt them, where an event does not. */
static bool by_timers;
static int may_return(int status) { return by_timers && status && errno == EINTR ? 0 : status; }
static void waits() {
  timespec moment = {0, 2000000}, left = {};
  int slept = 0, polled = 0, caught = 0;
  for (int i = 0; i < 10; i++) {
    slept += may_return(nanosleep(&moment, &left));
    polled += may_return(poll(nullptr, 0, 2));
  }
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  sigprocmask(SIG_BLOCK, &set, nullptr);
  raise(SIGUSR1);
  sigwait(&set, &caught);
  printf("waits %d %d %d\n", slept, polled, caught == SIGUSR1);
}

static void on_urgent(int) {}

int main(int count, char **arguments) {
  const char *how = arguments[count - 1];
  if (strcmp(how, "executed") == 0) {
    work_for(0.05);
    return 0;
  }
  by_timers = strcmp(how, "urgent") == 0;
  if (by_timers)
    signal(SIGURG, on_urgent);
  if (count > 1)
    POMP_Begin(&work);
  exceptions();
  if (strcmp(how, "closes") == 0)
    for (int fd = 3; fd < 4096; fd++)
      close(fd);
  jumps();
  contexts();
  timers();
  threads();
  children(arguments[0]);
  objects();
  waits();
  if (count > 1)
    POMP_End(&work);
  fflush(stdout);
  if (strcmp(how, "measured") == 0)
    execl(arguments[0], arguments[0], "executed", nullptr);
  return 0;
}
