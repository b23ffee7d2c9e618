// When a process was killed, it is stated until when it lived: the kernel marks its death in its file. The script knows
// when it kills, and the program leaves in a file when it began what it is in then. Only the kernel's own clock tells of deaths.
// RUN: %fresh && %program %s -o a && %python %inputs/death.py %pomp_report ./a hang
// RUN: %fresh && %program %s -o a && %python %inputs/death.py %pomp_report ./a busy 60
// Children don't mark the death of their parent.
// RUN: %fresh && %program %s -o a && %python %inputs/death.py %pomp_report ./a children
// The first thread ends, and others go on.
// RUN: %fresh && %program %s -o a && %python %inputs/death.py %pomp_report ./a headless
// A thread that had the first event ends, and the first thread goes on.
// RUN: %fresh && %program %s -o a && %python %inputs/death.py %pomp_report ./a thread
// Another program takes the process over: the measured one is over.
// RUN: %fresh && %program %s -o a && %python %inputs/death.py %pomp_report ./a exec
// tmpfs does not tell when a mapped file is written.
// RUN: %fresh && %program %s -o a && %python %inputs/death.py %pomp_report ./a hang 1 /dev/shm
// RUN: %fresh && %program %s -o a && %python %inputs/death.py %pomp_report ./a exec 1 /dev/shm
// A copy of the file does not know, unless it has kept the time.
// RUN: %fresh && %program %s -o a && %python %inputs/death.py %pomp_report ./a copies
// What is not about times is in test/runtime/robust.test.
#include "regions.h"
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

REGION_AT(r, "region", "r", 1);
REGION_AT(hung, "region", "hung", 2);
REGION(par, "parallel", 3);

extern char **environ;

static long long now(clockid_t clock) {
  struct timespec t;
  clock_gettime(clock, &t);
  return t.tv_sec * 1000000000ll + t.tv_nsec;
}

static void events(void) {
  for (int i = 0; i < 1000; i++) {
    POMP_Begin(&r);
    POMP_End(&r);
  }
}

/* Begins the region that the program is killed in, and leaves the times before and after that in the file `began`. */
static void begin_hang(void) {
  char text[64];
  long long before = now(CLOCK_MONOTONIC);
  POMP_Begin(&hung);
  int n = snprintf(text, sizeof text, "%lld %lld", before, now(CLOCK_MONOTONIC));
  int fd = open("began.new", O_CREAT | O_TRUNC | O_WRONLY, 0666);
  if (write(fd, text, (size_t)n) != n || rename("began.new", "began") != 0)
    _exit(9);
  close(fd);
}

static void hang(void) {
  begin_hang();
  for (;;)
    pause();
}

static void busy_team(void) {
  POMP_Parallel_fork(&par);
#pragma omp parallel num_threads(2)
  {
    POMP_Parallel_begin(&par);
#pragma omp master
    begin_hang();
    for (;;)
      events();
  }
}

static void reap(pid_t child) {
  if (child <= 0 || waitpid(child, NULL, 0) != child)
    _exit(8);
}

#ifdef SYS_fork
static pid_t raw_fork(void) { return (pid_t)syscall(SYS_fork); }
#else /* younger processors have no such call */
static pid_t raw_fork(void) { return (pid_t)syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0); }
#endif

/* Children that end in all ways, with events of their own and without. */
static void make_children(void) {
  char *const command[] = {"true", NULL};
  for (int i = 0; i < 8; i++) {
    pid_t child = i & 1 ? fork() : raw_fork();
    if (child == 0) {
      if (i & 2)
        events();
      if (i & 4)
        raise(SIGKILL);
      _exit(0);
    }
    reap(child);
  }
  pid_t child = vfork();
  if (child == 0) {
    execlp("true", "true", NULL);
    _exit(7);
  }
  reap(child);
  if (posix_spawnp(&child, "true", NULL, NULL, command, environ) != 0 || system("true") != 0)
    _exit(8);
  reap(child);
}

static void *with_events(void *unused) {
  (void)unused;
  events();
  return NULL;
}

static void *goes_on(void *unused) {
  (void)unused;
  sleep(1); /* the first thread has ended by then, or the test tests less */
  events();
  hang();
  return NULL;
}

/* --- robust mutexes --- */

struct shared {
  pthread_mutex_t plain[4], inheriting;
  pthread_barrier_t ready;
};

static void lock(pthread_mutex_t *m) {
  if (pthread_mutex_lock(m) != 0)
    _exit(6);
}

static void *ends_with_mutex(void *mutex) {
  events();
  lock(mutex);
  return NULL;
}

/* Holds mutexes that it takes before its first event, after it, and around others. */
static void hold(struct shared *s, const char *how) {
  pthread_t thread;
  if (pthread_create(&thread, NULL, ends_with_mutex, &s->plain[3]) != 0 || pthread_join(thread, NULL) != 0)
    _exit(5);
  lock(&s->plain[0]);
  events();
  lock(&s->plain[1]);
  pthread_mutex_unlock(&s->plain[0]);
  events();
  lock(&s->inheriting);
  lock(&s->plain[2]);
  lock(&s->plain[0]);
  pthread_mutex_unlock(&s->plain[2]);
  if (strcmp(how, "robust-cut") == 0 && truncate("e/profile.pomp", 0) != 0)
    _exit(4);
  pthread_barrier_wait(&s->ready);
  for (;;)
    pause();
}

static int check(const char *what, pthread_mutex_t *m, int wanted) {
  int is = pthread_mutex_trylock(m);
  if (is != wanted)
    fprintf(stderr, "%s: %s, and not %s\n", what, strerror(is), strerror(wanted));
  return is != wanted;
}

static int robust(const char *how) {
  struct shared *s = mmap(NULL, sizeof *s, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  pthread_mutexattr_t mutex;
  pthread_barrierattr_t barrier;
  pthread_barrierattr_init(&barrier);
  pthread_barrierattr_setpshared(&barrier, PTHREAD_PROCESS_SHARED);
  pthread_barrier_init(&s->ready, &barrier, 2);
  pthread_mutexattr_init(&mutex);
  pthread_mutexattr_setpshared(&mutex, PTHREAD_PROCESS_SHARED);
  pthread_mutexattr_setrobust(&mutex, PTHREAD_MUTEX_ROBUST);
  for (int i = 0; i < 4; i++)
    pthread_mutex_init(&s->plain[i], &mutex);
  pthread_mutexattr_setprotocol(&mutex, PTHREAD_PRIO_INHERIT);
  pthread_mutex_init(&s->inheriting, &mutex);
  pid_t child = fork();
  if (child == 0)
    hold(s, how);
  pthread_barrier_wait(&s->ready);
  kill(child, SIGKILL);
  reap(child);
  return check("taken twice", &s->plain[0], EOWNERDEAD) + check("taken after an event", &s->plain[1], EOWNERDEAD) +
         check("given back", &s->plain[2], 0) + check("of a thread that has ended", &s->plain[3], EOWNERDEAD) +
         check("with priority inheritance", &s->inheriting, EOWNERDEAD);
}

int main(int argc, char **argv) {
  const char *how = argc > 1 ? argv[1] : "";
  pthread_t thread;
  if (strncmp(how, "robust", 6) == 0)
    return robust(how);
  if (strcmp(how, "thread") == 0) {
    if (pthread_create(&thread, NULL, with_events, NULL) != 0 || pthread_join(thread, NULL) != 0)
      return 1;
  }
  events();
  if (strcmp(how, "busy") == 0)
    busy_team();
  if (strcmp(how, "children") == 0)
    make_children();
  if (strcmp(how, "headless") == 0) {
    if (pthread_create(&thread, NULL, goes_on, NULL) != 0)
      return 1;
    pthread_exit(NULL);
  }
  if (strcmp(how, "exec") == 0) {
    begin_hang();
    execlp("sleep", "sleep", "1000", NULL);
  }
  hang();
  return 0;
}
