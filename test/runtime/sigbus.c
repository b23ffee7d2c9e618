// The guard of our files has a handler for SIGBUS, and leaves every SIGBUS that is not about them to the program: its own
// handler is asked, with what the kernel said, whenever it was installed; without one, the program ends by the signal.
// RUN: %fresh && %program %s -o a
// RUN: env POMP_EXPERIMENT_DIR=e %python %inputs/sigbus.py ./a
// UNSUPPORTED: sanitized
#include "regions.h"
#include <fcntl.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

REGION(par, "parallel", 1);
REGION(one, "single", 2);
REGION(two, "single", 3);

static char *page;
static sigjmp_buf back;
static volatile sig_atomic_t seen, right;

static void handler(int signal, siginfo_t *info, void *context) {
  (void)context;
  seen++;
  sigset_t blocked;
  sigprocmask(SIG_BLOCK, NULL, &blocked);
  right = signal == SIGBUS && (info->si_code == SI_TKILL || info->si_code == SI_USER || info->si_addr == page) &&
          sigismember(&blocked, SIGBUS) && sigismember(&blocked, SIGUSR1);
  if (info->si_addr == page && info->si_code > 0)
    siglongjmp(back, 1);
}

static void install(void) {
  struct sigaction action = {.sa_flags = SA_SIGINFO};
  sigaddset(&action.sa_mask, SIGUSR1);
  action.sa_sigaction = handler;
  sigaction(SIGBUS, &action, NULL);
}

static void event(struct ompregdescr *d) {
  POMP_Single_begin(d);
  POMP_Single_end(d);
}

/* Maps a page of a file of the program's that is behind the file's end. */
static void fault(void) {
  int fd = open("mine", O_RDWR | O_CREAT | O_TRUNC, 0600);
  page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  close(fd);
  if (sigsetjmp(back, 1) == 0)
    *page = 1;
}

static void parallel(void) {
  POMP_Parallel_fork(&par);
#pragma omp parallel num_threads(2)
  {
    POMP_Parallel_begin(&par);
    POMP_Parallel_end(&par);
  }
  POMP_Parallel_join(&par);
}

int main(int argc, char **argv) {
  const char *when = argv[1], *how = argc > 2 ? argv[2] : "";
  if (!strcmp(when, "ignored"))
    signal(SIGBUS, SIG_IGN);
  if (!strcmp(when, "before"))
    install();
  parallel();
  event(&one);
  if (!strcmp(when, "after"))
    install();
  event(&two); /* this is a slow path, after which ours is the first again */
  if (!strcmp(how, "fault"))
    fault();
  if (!strcmp(how, "raise"))
    raise(SIGBUS);
  if (!strcmp(how, "kill"))
    kill(getpid(), SIGBUS);
  if (!strcmp(how, "ours")) { /* our file is cut off, and the program has a handler */
    if (truncate("e/profile.pomp", 0))
      return 3;
    event(&one);
    parallel();
    printf("%d\n", seen);
    return 5;
  }
  printf("%d %d\n", seen, right);
  return 5;
}
