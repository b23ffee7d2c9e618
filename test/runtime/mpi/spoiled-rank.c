// Somebody else writes to the file of one rank before MPI_Finalize: all ranks end as they would have, one line says what
// is wrong, and each rank keeps its own file. Which contents of it are refused is in test/runtime/rank-file.c.
// UNSUPPORTED: traced
// REQUIRES: mpi
// RUN: %fresh && %mpicc -fopenmp %s -o a %mpilib && %mpirun -n 3 ./a none | sort > plain && rm -r pomp-a-*
// DEFINE: %{how} =
// DEFINE: %{rank} = 1
// DEFINE: %{run} = env POMP_EXPERIMENT_DIR=%{how}%{rank} %mpirun -x POMP_SUMMARY=1 -n 3 ./a %{how} %{rank} > out 2> err && sort out | diff plain -
// DEFINE: %{kept} = FileCheck %s -DDIR=%{how}%{rank} -DRANK=%{rank} < err && ls %{how}%{rank}/rank-0.pomp %{how}%{rank}/rank-1.pomp %{how}%{rank}/rank-2.pomp && not ls %{how}%{rank}/profile.pomp && %pomp_report --all %{how}%{rank}/rank-2.pomp | grep MPI_Barrier
// CHECK: pomp: the file of rank [[RANK]] in [[DIR]] contradicts itself, as if somebody else had written to it: each rank keeps its own; pomp-report [[DIR]] reads them together
// CHECK-NEXT: pomp: a · 2 of 3 ranks
// CHECK-NOT: {{^}}pomp: {{(the|can)}}
// REDEFINE: %{how} = none
// RUN: %{run} && ls none1 | not grep rank
// REDEFINE: %{how} = noise
// RUN: %{run} && %{kept}
// libpompomp itself says that a file was cut off, as soon as it notices: the rank has none then.
// REDEFINE: %{how} = cut
// RUN: %{run} && grep "^pomp: somebody has cut off the experiment's file in cut1: " err && grep "^pomp: a · 2 of 3 ranks" err
// RUN: %pomp_report --all cut1 | grep "^Nothing is there of 1 of 3 ranks: 1\.$"
// REDEFINE: %{how} = short
// RUN: %{run} && grep "^pomp: \(somebody\|the file of rank 1\)" err | count 1
// Another rank's file is in its place; or none.
// REDEFINE: %{how} = copied
// RUN: %{run} && %{kept}
// REDEFINE: %{how} = removed
// RUN: %{run}
// REDEFINE: %{how} = noise
// REDEFINE: %{rank} = 0
// RUN: %{run} && %{kept}
//
// All ranks' files are written to, all the time.
// RUN: env POMP_EXPERIMENT_DIR=all %mpirun -x POMP_SUMMARY=1 -n 3 ./a always > out 2> err && sort out | diff plain -
#include "pomp_format.h"
#include "regions.h"
#include <fcntl.h>
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

REGION(par, "parallel", 1);
REGION(loop, "for", 2);

static int open_own(int rank) {
  char path[4096];
  snprintf(path, sizeof path, "%s/" POMP_FORMAT_RANK_FILE, getenv("POMP_EXPERIMENT_DIR"), (unsigned)rank);
  int fd = open(path, O_RDWR);
  if (fd < 0) {
    perror(path);
    exit(1);
  }
  return fd;
}

static size_t size_of(int fd) {
  struct stat s;
  return fstat(fd, &s) == 0 ? (size_t)s.st_size : 0;
}

/* Copies so many bytes, or all that there are. */
static void copy(int fd, int from, size_t size) {
  static char bytes[1 << 16];
  size_t at = 0;
  for (ssize_t n; at < size && (n = read(from, bytes, size - at < sizeof bytes ? size - at : sizeof bytes)) > 0; at += (size_t)n)
    if (pwrite(fd, bytes, (size_t)n, (off_t)at) != n)
      exit(1);
  close(from);
}

static void remove_own(int rank) {
  char path[4096];
  snprintf(path, sizeof path, "%s/" POMP_FORMAT_RANK_FILE, getenv("POMP_EXPERIMENT_DIR"), (unsigned)rank);
  unlink(path);
}

static void spoil(const char *how, int fd, int rank) {
  if (strcmp(how, "copied") == 0)
    copy(fd, open_own(rank + 1), SIZE_MAX);
  else if (strcmp(how, "removed") == 0)
    remove_own(rank);
  else if (strcmp(how, "noise") == 0)
    copy(fd, open("/dev/urandom", O_RDONLY), size_of(fd));
  else if (ftruncate(fd, strcmp(how, "cut") == 0 ? 0 : 2 * POMP_FORMAT_ALIGN) != 0) /* or "short" */
    exit(1);
}

/* This is done by pwrite, as the file may get shorter. */
static void *scribble(void *fd) {
  for (unsigned seed = 1;;) {
    seed = seed * 1664525u + 1013904223u;
    char byte = (char)(seed >> 24);
    if (pwrite(*(int *)fd, &byte, 1, (off_t)(seed / 64 % size_of(*(int *)fd))) != 1)
      return NULL;
  }
}

int main(int argc, char **argv) {
  int rank, size, sum = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  pthread_t other;
  static int always;
  if (argc == 2 && strcmp(argv[1], "always") == 0) {
    always = open_own(rank);
    pthread_create(&other, NULL, scribble, &always);
  }
  for (int i = 0; i < 10; i++) {
    POMP_Parallel_fork(&par);
#pragma omp parallel num_threads(2) reduction(+ : sum)
    {
      POMP_Parallel_begin(&par);
      POMP_For_enter(&loop);
      sum += rank + i;
      POMP_For_exit(&loop);
      POMP_Parallel_end(&par);
    }
    POMP_Parallel_join(&par);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (argc > 2 && rank == atoi(argv[2]) && strcmp(argv[1], "none") != 0) {
    int fd = open_own(rank);
    spoil(argv[1], fd, rank);
    close(fd);
  }
  int total = 0;
  MPI_Allreduce(&sum, &total, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  MPI_Finalize();
  printf("rank %d of %d: %d\n", rank, size, total);
  return 0;
}
