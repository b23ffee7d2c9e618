// The program's own things stay its own: errno, its descriptors, its signals; and events in signal handlers.
// RUN: %fresh && %program %s -o a
// RUN: env POMP_EXPERIMENT_DIR=e POMP_SUMMARY=0 ./a > out 2> err && echo fine | diff - out && count 0 < err
// RUN: %check e 'experiment["repaired"] == 0' 'experiment["ignored"] == 0' 'visits("region(work)") == 200000' \
// RUN:   'visits("region(handler)") >= 10' 'experiment["lost"] == 0' 'visits("for", 7) == 1' 'len(regions) > 5000'
// A handler that comes while a visit's end is noted may leave this visit less than its parts have taken: the mean is still between shortest and longest.
// RUN: mkdir longer && %python %inputs/longer-parts.py e/profile.pomp longer/profile.pomp && %check longer 'visits("for", 7) == 1'
// If stderr is closed, its number goes to a file of the program's, in which nothing of ours belongs.
// RUN: rm mine && sh -c "POMP_EXPERIMENT_DIR=s exec ./a > out 2>&-" && echo fine | diff - out && count 0 < mine
// RUN: %check s 'experiment["state"] == "complete"'
#include "regions.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

REGION_AT(work, "region", "work", 1);
REGION_AT(handler, "region", "handler", 2);
static volatile sig_atomic_t signals;

static void on_signal(int unused) {
  (void)unused;
  POMP_Begin(&handler);
  signals = signals + 1;
  POMP_End(&handler);
}

static int fail(const char *what) {
  printf("%s: errno %d\n", what, errno);
  return 1;
}

int main(void) {
  enum { MANY = 6000 };
  struct ompregdescr *many = calloc(MANY, sizeof *many);
  errno = 4711;
  POMP_Begin(&work); /* this makes the experiment */
  if (errno != 4711)
    return fail("first event");
  POMP_End(&work);
  /* The program closes descriptors that it does not know, and gets our number, if we had kept one. */
  for (int fd = 3; fd < 64; fd++)
    close(fd);
  int mine[8];
  for (int i = 0; i < 8; i++)
    mine[i] = open("mine", O_RDWR | O_CREAT, 0666);
  signal(SIGALRM, on_signal);
  struct itimerval often = {{0, 500}, {0, 500}};
  setitimer(ITIMER_REAL, &often, NULL);
  errno = 4711;
  for (int i = 0; i < MANY; i++) {
    many[i] = region_like(&work, "for", i);
    POMP_For_enter(&many[i]);
    if (i == 7)
      raise(SIGALRM);
    POMP_For_exit(&many[i]);
    if (errno != 4711)
      return fail("new region");
  }
  for (int i = 1; i < 200000; i++) {
    POMP_Begin(&work);
    POMP_End(&work);
    if (errno != 4711)
      return fail("event");
  }
  while (signals < 10)
    ;
  setitimer(ITIMER_REAL, &(struct itimerval){{0, 0}, {0, 0}}, NULL);
  struct stat s;
  for (int i = 0; i < 8; i++)
    if (mine[i] < 0 || fstat(mine[i], &s) || s.st_size != 0)
      return fail("a file of the program was written to");
  free(many);
  puts("fine");
  return 0;
}
