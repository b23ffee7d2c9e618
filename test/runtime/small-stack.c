// A thread has as little of a stack as threads may have, or a handler of signals 8 KiB, and there is the first event of the
// program, its last one, or its end: it prints what it prints without the library, and ends as it does then.
// UNSUPPORTED: sanitized
// RUN: %fresh && %program -D_GNU_SOURCE %s -o a && %cc -fopenmp -D_GNU_SOURCE -DPLAIN %s -o plain
// RUN: %python %inputs/small-stack.py %inputs/check.py %pomp_report threads handler exit exit-handler fork interrupted
#include "regions.h"
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef PLAIN
#define POMP_Begin(d) (void)(d)
#define POMP_End(d) (void)(d)
#define POMP_Critical_enter(d) (void)(d)
#define POMP_Critical_begin(d) (void)(d)
#define POMP_Critical_end(d) (void)(d)
#define POMP_Critical_exit(d) (void)(d)
#endif

REGION_AT(region, "region", "r", 1);
REGION_AT(first, "critical", "first", 2);
static int sum;

static void add(struct ompregdescr *d) {
  POMP_Begin(&region);
  POMP_Critical_enter(d);
  POMP_Critical_begin(d);
  __atomic_fetch_add(&sum, 1, __ATOMIC_RELAXED);
  POMP_Critical_end(d);
  POMP_Critical_exit(d);
  POMP_End(&region);
}

/* Below the stack nothing can be written. */
static void *stack_of(size_t size) {
  const size_t guard = 2u << 20;
  char *at = mmap(NULL, guard + size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  mprotect(at, guard, PROT_NONE);
  return at + guard;
}
static pthread_t start(void *(*body)(void *), void *argument) {
  size_t least = (size_t)sysconf(_SC_THREAD_STACK_MIN);
  pthread_attr_t attributes;
  pthread_t thread;
  pthread_attr_init(&attributes);
  if (pthread_attr_setstack(&attributes, stack_of(least), least) || pthread_create(&thread, &attributes, body, argument))
    exit(9);
  return thread;
}

static void *add_first(void *unused) {
  add(&first);
  return unused;
}
static void *add_and_exit(void *unused) {
  add(&first);
  printf("%d in the thread\n", sum); /* is in the buffer yet when the program ends */
  exit(unused ? 4 : 3);
}
static void *add_in_child(void *unused) {
  add(&first);
  pid_t child = fork();
  if (child == 0) {
    add(&first);
    exit(sum); /* with the stack of the thread, and its buffer */
  }
  int status;
  waitpid(child, &status, 0);
  printf("child: %d\n", WEXITSTATUS(status));
  return unused;
}

static void on_signal(int number) {
  (void)number;
  add(&first);
}
static void on_last_signal(int number) {
  add(&first);
  exit(number == SIGUSR1 ? 5 : 6);
}
/* What the kernel puts there is larger on some processors than 8 KiB leave room for. */
static void handle(int number, void (*handler)(int)) {
  size_t kernels = getauxval(AT_MINSIGSTKSZ), size = kernels + 4500 > 8192 ? kernels + 4500 : 8192;
  stack_t s = {.ss_sp = stack_of(size), .ss_size = size};
  struct sigaction action = {.sa_handler = handler, .sa_flags = SA_ONSTACK};
  sigaltstack(&s, NULL);
  sigaction(number, &action, NULL);
}

static void threads(void) {
  pthread_t all[8];
  for (int i = 0; i < 8; i++)
    all[i] = start(add_first, NULL);
  for (int i = 0; i < 8; i++)
    pthread_join(all[i], NULL);
}
/* Threads have their first events, while a handler has the first one of the main thread, as often as it can. */
static void interrupted(void) {
  const struct itimerval often = {{0, 200}, {0, 200}}, never = {{0, 0}, {0, 0}};
  sigset_t alarm;
  sigemptyset(&alarm);
  sigaddset(&alarm, SIGALRM);
  handle(SIGALRM, on_signal);
  setitimer(ITIMER_REAL, &often, NULL);
  while (__atomic_load_n(&sum, __ATOMIC_RELAXED) < 200) {
    pthread_sigmask(SIG_BLOCK, &alarm, NULL); /* new threads have no stack for handlers */
    pthread_t thread = start(add_first, NULL);
    pthread_sigmask(SIG_UNBLOCK, &alarm, NULL);
    pthread_join(thread, NULL);
  }
  setitimer(ITIMER_REAL, &never, NULL);
  sum = 200;
}

int main(int argc, char **argv) {
  const char *way = argv[argc - 1];
  printf("begin\n");
  if (strcmp(way, "threads") == 0)
    threads();
  else if (strcmp(way, "handler") == 0) {
    handle(SIGUSR1, on_signal);
    raise(SIGUSR1);
  } else if (strcmp(way, "exit") == 0)
    pthread_join(start(add_and_exit, NULL), NULL);
  else if (strcmp(way, "exit-handler") == 0) {
    handle(SIGUSR1, on_last_signal);
    raise(SIGUSR1);
  } else if (strcmp(way, "fork") == 0) {
    fflush(stdout);
    pthread_join(start(add_in_child, NULL), NULL);
  } else if (strcmp(way, "interrupted") == 0)
    interrupted();
  else
    return 8;
  printf("%d\n", sum);
  return 0;
}
