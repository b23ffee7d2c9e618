// Somebody writes to the experiment while the program runs, cuts it off, copies another one over it, moves or removes it:
// the program ends as it would have, with its own output. Each of 14 ways, before, during and at the end of the work, in
// the profile, the trace and both, is a run of its own; Inputs/scribble.py says which, and what must hold.
// UNSUPPORTED: traced
// RUN: %fresh && %program %s -o a && env POMP_EXPERIMENT_DIR=other POMP_TRACE=1 POMP_SUMMARY=0 not ./a none none none > expected
// RUN: %python %inputs/scribble.py ./a expected
#include "regions.h"
#include <fcntl.h>
#include <omp.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

REGION(par, "parallel", 1);
REGION(loop, "for", 2);
REGION(task, "task", 3);
REGION_AT(crit, "critical", "name", 4);
enum { MANY = 600 };
static struct ompregdescr many[MANY];

static unsigned long long seed = 88172645463325252u;
static unsigned next_random(void) {
  seed ^= seed << 13;
  seed ^= seed >> 7;
  seed ^= seed << 17;
  return (unsigned)(seed >> 16);
}

/* Stores `size` bytes from `at` on: random ones, or all `fill`. The file keeps its length, if it is that long. */
static void overwrite(const char *path, long at, long size, int fill) {
  static unsigned char bytes[65536];
  int fd = open(path, O_WRONLY);
  if (fd < 0)
    return;
  for (long done = 0; done < size; done += (long)sizeof bytes) {
    for (size_t i = 0; i < sizeof bytes; i++)
      bytes[i] = fill >= 0 ? (unsigned char)fill : (unsigned char)next_random();
    long part = size - done < (long)sizeof bytes ? size - done : (long)sizeof bytes;
    if (pwrite(fd, bytes, (size_t)part, at + done) < 0)
      break;
  }
  close(fd);
}

static void copy_over(const char *from, const char *to, int flags) {
  static char bytes[1 << 20];
  int in = open(from, O_RDONLY), out = open(to, O_WRONLY | flags, 0600);
  ssize_t n = 0;
  while (in >= 0 && out >= 0 && (n = read(in, bytes, sizeof bytes)) > 0)
    n = write(out, bytes, (size_t)n);
  if (n < 0)
    perror(from);
  close(in);
  close(out);
}

static void attack(const char *way, const char *name) {
  char path[64], moved[64], other[64];
  struct stat s;
  snprintf(path, sizeof path, "e/%s", name);
  snprintf(moved, sizeof moved, "e/%s.moved", name);
  snprintf(other, sizeof other, "other/%s", name);
  long size = stat(path, &s) == 0 ? (long)s.st_size : 0;
  bool failed = false;
  if (!strcmp(way, "empty"))
    close(open(path, O_WRONLY | O_TRUNC));
  else if (!strcmp(way, "page"))
    failed = truncate(path, 4096) != 0;
  else if (!strcmp(way, "half"))
    failed = truncate(path, size / 2) != 0;
  else if (!strcmp(way, "empty-and-long"))
    failed = truncate(path, 0) != 0 || truncate(path, size) != 0;
  else if (!strcmp(way, "copied"))
    copy_over(other, path, O_TRUNC);
  else if (!strcmp(way, "copied-into"))
    copy_over(other, path, 0);
  else if (!strcmp(way, "zeros"))
    overwrite(path, 0, size, 0);
  else if (!strcmp(way, "ones"))
    overwrite(path, 0, size, 0xff);
  else if (!strcmp(way, "random"))
    overwrite(path, 0, size, -1);
  else if (!strcmp(way, "random-head"))
    overwrite(path, 0, 4096, -1);
  else if (!strcmp(way, "longer"))
    overwrite(path, size, 100000, -1);
  else if (!strcmp(way, "renamed"))
    failed = rename(path, moved) != 0;
  else if (!strcmp(way, "removed"))
    unlink(path);
  else if (!strcmp(way, "replaced")) {
    unlink(path);
    copy_over(other, path, O_CREAT);
  } else if (strcmp(way, "none") != 0) {
    fprintf(stderr, "no way is called %s\n", way);
    exit(2);
  }
  (void)failed; /* it may be gone already */
}

static void attack_all(const char *way, const char *files) {
  if (!strcmp(files, "both") || !strcmp(files, "profile"))
    attack(way, "profile.pomp");
  if (!strcmp(files, "both") || !strcmp(files, "trace"))
    attack(way, "trace.pomp");
}

static const char *the_way, *the_files;
static int ends;
static void *attacker(void *unused) {
  (void)unused;
  while (!__atomic_load_n(&ends, __ATOMIC_RELAXED)) {
    attack_all(the_way, the_files);
    usleep(300);
  }
  return NULL;
}

/* Visits each construct that is not like the others, and more regions each time, so that the file has to grow. */
static long work(int rounds) {
  long sum = 0;
  for (int round = 0; round < rounds; round++) {
    POMP_Parallel_fork(&par);
#pragma omp parallel num_threads(2) reduction(+ : sum)
    {
      POMP_Parallel_begin(&par);
      for (int i = 0; i < 40; i++) {
        struct ompregdescr *d = &many[(round * 40 + i) % MANY];
        POMP_For_enter(&loop);
        POMP_For_exit(&loop);
        POMP_Single_begin(d);
        POMP_Critical_enter(&crit);
#pragma omp critical(name)
        {
          POMP_Critical_begin(&crit);
          sum += i;
          POMP_Critical_end(&crit);
        }
        POMP_Critical_exit(&crit);
        POMP_Task_create_begin(&task);
#pragma omp task
        {
          POMP_Task_begin(&task);
          POMP_Task_end(&task);
        }
        POMP_Task_create_end(&task);
        POMP_Single_end(d);
      }
      POMP_Parallel_end(&par);
    }
    POMP_Parallel_join(&par);
  }
  return sum;
}

int main(int argc, char **argv) {
  if (argc < 4)
    return 2;
  the_way = argv[1];
  the_files = argv[2];
  regions_fill(many, MANY, &loop, "single", 10);
  long sum = work(1);
  pthread_t thread;
  bool during = !strcmp(argv[3], "during");
  if (!strcmp(argv[3], "first"))
    attack_all(the_way, the_files);
  if (during && pthread_create(&thread, NULL, attacker, NULL))
    return 3;
  sum += work(60);
  if (during) {
    __atomic_store_n(&ends, 1, __ATOMIC_RELAXED);
    pthread_join(thread, NULL);
  }
  if (!strcmp(argv[3], "last"))
    attack_all(the_way, the_files);
  printf("%ld\n", sum);
  return 7;
}
