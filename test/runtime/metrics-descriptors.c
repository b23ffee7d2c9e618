// A program that closes all descriptors it does not know, and gets their numbers for files of its own, finds these as
// it would without metrics: nothing is read from them, and none of them is closed. Metrics end there, and times go on.
// REQUIRES: perf
// RUN: %fresh && %program %s -o a && echo "4080 descriptors have all that was written" > expected
// RUN: env POMP_EXPERIMENT_DIR=e POMP_METRICS=perf:page-faults,perf:context-switches,rusage:minflt ./a > out 2> err
// RUN: diff out expected
// RUN: %check e 'visits("region(r)") == 1000' '[m["incomplete"] for m in metrics] == [True, True, False]'
// RUN: %pomp_report --all e | grep "perf:page-faults.*missing on some thread, which could not count"
// Each event alone, as they are counted in turns.
// RUN: env POMP_EXPERIMENT_DIR=t POMP_METRICS=perf:page-faults,perf:context-switches POMP_METRICS_MULTIPLEX=1 \
// RUN:   ./a > out 2> err && diff out expected
// RUN: %check t 'visits("region(r)") == 1000'
// The same in threads, one of which closes what the others have.
// RUN: env POMP_EXPERIMENT_DIR=h POMP_METRICS=perf:page-faults ./a threads > out 2> err && diff out expected
// RUN: %check h 'visits("region(r)") == 3000'
// Events of the program's own are its own, too.
// RUN: env POMP_EXPERIMENT_DIR=p POMP_METRICS=perf:page-faults,perf:context-switches ./a events > out 2> err
// RUN: echo "its own events are all there" | diff - out
// RUN: %check p 'visits("region(r)") == 1000' '[m["incomplete"] for m in metrics] == [True, True]'
#define _GNU_SOURCE
#include "regions.h"
#include <fcntl.h>
#include <linux/perf_event.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

REGION_AT(r, "region", "r", 1);

enum { FIRST = 10, LAST = 4090, BYTES = 4096 };

static void *events(void *unused) {
  for (int i = 0; i < 500; i++) {
    POMP_Begin(&r);
    POMP_End(&r);
  }
  return unused;
}

/* Every other number is a pipe with so many bytes in it; the others are one end of a socket that nobody writes to: a
 * read from that one would never end. */
static void take_all(int pipe_end, int socket_end) {
  for (int fd = FIRST; fd < LAST; fd++)
    if (dup2(fd % 2 ? pipe_end : socket_end, fd) != fd)
      exit(2);
}

static void fill(int *pipe_end, int *writing, int *socket_end) {
  int ends[2], sockets[2];
  char bytes[BYTES];
  memset(bytes, 'x', sizeof bytes);
  if (pipe(ends) || socketpair(AF_UNIX, SOCK_STREAM, 0, sockets) || write(ends[1], bytes, sizeof bytes) != BYTES)
    exit(3);
  *pipe_end = ends[0];
  *writing = ends[1];
  *socket_end = sockets[0];
}

static int count_all(int pipe_end) {
  int there = 0, waiting = 0;
  for (int fd = FIRST; fd < LAST; fd++)
    there += fcntl(fd, F_GETFD) >= 0;
  if (ioctl(pipe_end, FIONREAD, &waiting) || waiting != BYTES)
    printf("%d bytes of %d are left\n", waiting, BYTES);
  printf("%d descriptors have all that was written\n", there);
  return 0;
}

static pthread_barrier_t barrier;
static int first_end, second_end;

static void *in_thread(void *first) {
  events(NULL);
  pthread_barrier_wait(&barrier);
  if (first)
    take_all(first_end, second_end);
  pthread_barrier_wait(&barrier);
  events(NULL);
  return NULL;
}

static int threads(void) {
  pthread_t t[3];
  pthread_barrier_init(&barrier, NULL, 3);
  for (int i = 0; i < 3; i++)
    if (pthread_create(&t[i], NULL, in_thread, i ? NULL : &barrier))
      return 1;
  for (int i = 0; i < 3; i++)
    pthread_join(t[i], NULL);
  return count_all(first_end);
}

static int open_event(void) {
  struct perf_event_attr a = {.size = sizeof a, .type = PERF_TYPE_SOFTWARE, .config = PERF_COUNT_SW_TASK_CLOCK};
  a.exclude_kernel = 1;
  return (int)syscall(SYS_perf_event_open, &a, 0, -1, -1, 0);
}

static int own_events(void) {
  int fd = open_event(), good = 0;
  if (fd < 0)
    return 4;
  for (int n = FIRST; n < LAST; n++)
    if (n != fd && dup2(fd, n) != n)
      return 5;
  events(NULL);
  for (int n = FIRST; n < LAST; n++)
    good += fcntl(n, F_GETFD) >= 0;
  puts(good == LAST - FIRST ? "its own events are all there" : "its own events are gone");
  return 0;
}

int main(int argc, char **argv) {
  const char *how = argc > 1 ? argv[1] : "";
  int writing;
  struct rlimit limit = {LAST + 10, LAST + 10};
  if (setrlimit(RLIMIT_NOFILE, &limit))
    return 6;
  fill(&first_end, &writing, &second_end);
  if (strcmp(how, "threads") == 0)
    return threads();
  events(NULL);
  if (strcmp(how, "events") == 0)
    return own_events();
  take_all(first_end, second_end);
  events(NULL);
  return count_all(first_end);
}
