// What converts a trace or packs an experiment at the end is a child that the program learns nothing of: no handler for SIGCHLD is called, no
// wait for any child finds one, and a program that leaves its children to the kernel has its experiment converted as well.
// REQUIRES: otf2
// UNSUPPORTED: sanitized, emulated
// RUN: %fresh && %program %s -o a && echo over > expected
// RUN: env POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=e POMP_TRACE=otf2 ./a > out && diff expected out && test -e e/otf2/traces.otf2
// RUN: env POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=p POMP_ARCHIVE=1 ./a > out && diff expected out && test -e p.pomparc
// RUN: env POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=i POMP_TRACE=otf2 ./a ignored > out && diff expected out && test -e i/otf2/traces.otf2
#include "regions.h"
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

REGION_AT(work, "region", "work", 10);
static void say(const char *text) {
  if (write(STDOUT_FILENO, text, strlen(text)) < 0)
    _exit(1);
}

static void on_child(int unused) {
  (void)unused;
  say("called\n");
}

/* Waits for any child while the program ends. */
static void *waits(void *unused) {
  while (waitpid(-1, NULL, WNOHANG) < 0 && errno == ECHILD)
    ;
  say("a child\n");
  return unused;
}

int main(int argc, char **argv) {
  (void)argv;
  pthread_t other;
  signal(SIGCHLD, argc > 1 ? SIG_IGN : on_child);
  POMP_Begin(&work);
  POMP_End(&work);
  pthread_create(&other, NULL, waits, NULL);
  say("over\n");
  return 0;
}
