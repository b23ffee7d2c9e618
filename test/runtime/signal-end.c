// SIGINT and SIGTERM end a program as without measurement, with the same status, and with the table: wherever it is at that
// moment, in malloc, in events, in nested teams, on whatever thread. signal-end.py lists the cases.
// RUN: %fresh && %program %s -o a && %cc -fopenmp -DPLAIN %s -o plain
// RUN: %python %inputs/signal-end.py ./plain ./a %pomp_report
#define _GNU_SOURCE
#include "regions.h"
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef PLAIN
#define POMP_Begin(d) (void)(d)
#define POMP_End(d)
#define POMP_Parallel_fork(d) (void)(d)
#define POMP_Parallel_begin(d)
#define POMP_Parallel_end(d)
#define POMP_Parallel_join(d)
#define POMP_For_enter(d)
#define POMP_For_exit(d)
#define POMP_Finalize()
#endif

REGION_AT(work, "region", "work", 1);
REGION(par, "parallel", 2);
enum { NEW = 5000 };
static struct ompregdescr many[NEW];

/* Allocates all the time, and meets new regions for a while. */
static void step(int round) {
  char *memory[20];
  struct ompregdescr *d = &many[round % NEW];
  POMP_Begin(&work);
  if (!d->name) {
    d->name = "for";
    d->sub_name = d->file_name = d->function_name = "";
    d->begin_line1 = round;
  }
  POMP_For_enter(d);
  for (int i = 0; i < 20; i++)
    memory[i] = malloc((size_t)(100 << i % 12));
  for (int i = 0; i < 20; i++)
    free(memory[i]);
  POMP_For_exit(d);
  POMP_End(&work);
}

static void teams(int round) {
  POMP_Parallel_fork(&par);
#pragma omp parallel num_threads(3)
  {
    POMP_Parallel_begin(&par);
#pragma omp critical
    step(round);
    POMP_Parallel_end(&par);
  }
  POMP_Parallel_join(&par);
}

static void say(const char *text) {
  if (write(STDOUT_FILENO, text, strlen(text)) < 0)
    abort();
}

static void handler(int number) {
  say(number == SIGTERM ? "handler of SIGTERM\n" : "handler of SIGINT\n");
  _exit(7);
}

/* Calls the handler that was there before, and if there was none, has the signal do what it does by default. */
static struct sigaction before;
static void chain(int number) {
  say("chain\n");
  if (before.sa_handler != SIG_DFL && before.sa_handler != SIG_IGN) {
    before.sa_handler(number);
    return;
  }
  signal(number, SIG_DFL);
  raise(number);
}

static sigset_t end_signals(void) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGTERM);
  sigaddset(&set, SIGINT);
  return set;
}

static _Noreturn void run(void) {
  for (int round = 0;; round++)
    teams(round);
}

static void *wait_here(void *set) {
  int number = 0;
  sigwait(set, &number);
  printf("sigwait: %d\n", number);
  exit(5);
}

/* The signals are blocked in all threads, and somebody takes them. */
static void taken(bool by_file) {
  static sigset_t set;
  pthread_t thread;
  set = end_signals();
  pthread_sigmask(SIG_BLOCK, &set, NULL);
  teams(0);
  if (by_file) {
    struct signalfd_siginfo info;
    int fd = signalfd(-1, &set, 0);
    say("ready\n");
    if (read(fd, &info, sizeof info) == sizeof info)
      printf("signalfd: %u\n", info.ssi_signo);
    exit(6);
  }
  if (pthread_create(&thread, NULL, wait_here, &set))
    abort();
  say("ready\n");
  for (;;) /* libomp doesn't like exit while there is a team */
    pause();
}

static void blocked(void) {
  sigset_t set = end_signals();
  sigprocmask(SIG_BLOCK, &set, NULL);
  teams(0);
  kill(getpid(), SIGTERM);
  say("still there\n");
  teams(1);
  sigprocmask(SIG_UNBLOCK, &set, NULL);
  say("never\n");
}

/* A child, which is not measured, dies of the signal as well. */
static void child(bool by_vfork) {
  int status = 0;
  teams(0);
  pid_t pid = by_vfork ? vfork() : fork();
  if (pid == 0) {
    kill(getpid(), SIGTERM);
    _exit(1);
  }
  waitpid(pid, &status, 0);
  printf("child: %d\n", WIFSIGNALED(status) ? WTERMSIG(status) : -1);
  teams(1);
}

/* Leaves little of a thread's stack. */
static void *deep(void *unused) {
  char waste[12000];
  memset(waste, 1, sizeof waste);
  say(waste[100] ? "ready\n" : "never\n");
  sigset_t set = end_signals();
  pthread_sigmask(SIG_UNBLOCK, &set, NULL);
  for (;;)
    pause();
  return unused;
}

static void on_small_stack(void) {
  pthread_t thread;
  pthread_attr_t attributes;
  sigset_t set = end_signals();
  teams(0);
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, 16384);
  pthread_sigmask(SIG_BLOCK, &set, NULL);
  if (pthread_create(&thread, &attributes, deep, NULL))
    abort();
  pthread_join(thread, NULL);
}

int main(int argc, char **argv) {
  const char *how = argc > 1 ? argv[1] : "";
  setvbuf(stdout, NULL, _IOLBF, 0);
  if (strcmp(how, "before") == 0) {
    say("ready\n");
    pause();
  }
  if (strcmp(how, "handler-first") == 0)
    signal(SIGTERM, handler);
  if (strcmp(how, "taken") == 0 || strcmp(how, "by-file") == 0)
    taken(strcmp(how, "by-file") == 0);
  if (strcmp(how, "blocked") == 0)
    blocked();
  if (strcmp(how, "fork") == 0 || strcmp(how, "vfork") == 0) {
    child(strcmp(how, "vfork") == 0);
    return 3;
  }
  teams(0);
  if (strcmp(how, "handler-later") == 0)
    signal(SIGTERM, handler);
  if (strcmp(how, "chain") == 0)
    sigaction(SIGTERM, &(struct sigaction){.sa_handler = chain}, &before);
  if (strcmp(how, "default-again") == 0)
    signal(SIGTERM, SIG_DFL);
  if (strcmp(how, "ignore") == 0) {
    signal(SIGTERM, SIG_IGN);
    kill(getpid(), SIGTERM);
    return 4;
  }
  if (strcmp(how, "raise") == 0)
    raise(SIGINT);
  if (strcmp(how, "over") == 0) {
    POMP_Finalize();
    signal(SIGINT, SIG_DFL) == SIG_DFL ? raise(SIGINT) : abort();
  }
  if (strcmp(how, "small-stack") == 0)
    on_small_stack();
  say("ready\n");
  run();
}
