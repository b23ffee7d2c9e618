// POMP_ARCHIVE=1 in a job makes one archive of all ranks when the last of them has exited. Its ranks have packed most of their
// traces before, in MPI_Finalize; pomp-archive takes what has not changed since, and the archive is as it makes it by itself.
// UNSUPPORTED: traced
// REQUIRES: mpi, zstd
// RUN: %fresh && %mpicc -fopenmp %s -o a %mpilib && env POMP_TRACE=1 POMP_ARCHIVE=1 POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=e %mpirun -n 3 ./a > out 2> err && count 0 < err
// RUN: ls e | FileCheck %s --implicit-check-not={{.}}
// CHECK: README.txt
// CHECK-NEXT: profile.pomp
// CHECK-NEXT: rank-0
// CHECK-NEXT: rank-1
// CHECK-NEXT: rank-2
// RUN: %pomp_archive --verify e.pomparc && %pomp_archive --output by-itself e && cmp by-itself e.pomparc
// RUN: %pomp_report --csv --tree e > 1 && %pomp_report --csv --tree e.pomparc > 2 && diff 1 2
// RUN: %pomp_report --csv --tree --from-trace e > 1 && %pomp_report --csv --tree --from-trace e.pomparc > 2 && diff 1 2
// RUN: %pomp_report --csv --mpi-waits e > 1 && %pomp_report --csv --mpi-waits e.pomparc > 2 && diff 1 2
// RUN: %pomp_convert --to perfetto --output 1.json e && %pomp_convert --to perfetto --output 2.json e.pomparc && cmp 1.json 2.json
// One rank is an experiment there, too.
// RUN: %pomp_report --csv --from-trace e/rank-1 > 1 && %pomp_report --csv --from-trace e.pomparc/rank-1 > 2 && diff 1 2
// RUN: %pomp_convert --to perfetto e.pomparc/rank-1 && %pomp_convert --to perfetto --output rank.json e/rank-1 && cmp rank.json e-rank-1-trace.json
//
// Where the archive can't be made, nothing is lost; what the ranks have packed is taken by the one that is made then. They pack at
// another level.
// RUN: mkdir -p f.pomparc/in-the-way && env POMP_TRACE=1 POMP_ARCHIVE=1 POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=f %mpirun -n 3 ./a > out 2> err && grep "^pomp-archive: .*f.pomparc: Is a directory" err && ls f/packed.part
// RUN: cp f/packed.part packed && %pomp_archive --level 19 --output taken f && not ls f/packed.part && %pomp_archive --level 19 --output own f && %pomp_archive --verify taken
// RUN: not cmp -s taken own && %pomp_report --csv --tree --from-trace own > 1 && %pomp_report --csv --tree --from-trace taken > 2 && diff 1 2
// Blocks of another run, or damaged ones, are not taken.
// RUN: cp packed e/packed.part && %pomp_archive --force --level 19 --output own e && %pomp_archive --verify own && %pomp_report --csv --tree --from-trace own > 2 && %pomp_report --csv --tree --from-trace e > 1 && diff 1 2
// RUN: %python %inputs/spoil.py packed f/packed.part && %pomp_archive --level 19 --output spoilt f && %pomp_archive --verify spoilt && %pomp_report --csv --tree --from-trace f > 1 && %pomp_report --csv --tree --from-trace spoilt > 2 && diff 1 2
// A job that does not end in MPI_Finalize is not packed, which rank 0 says.
// RUN: not env POMP_ARCHIVE=1 POMP_EXPERIMENT_DIR=early %mpirun -n 2 ./a early > out 2> err && not ls early.pomparc && %pomp_archive early && %pomp_archive --verify early.pomparc
// RUN: grep "not packed" err | FileCheck %s --check-prefix=EARLY
// EARLY: {{^}}pomp: the ranks did not end together in MPI_Finalize, so that their experiment is not packed: pomp-archive early does it{{$}}
#include <mpi.h>
#include <pomp.h>
#include <stdlib.h>

static struct ompregdescr work = {.name = "region", .sub_name = "work", .file_name = __FILE__, .begin_line1 = 1};

int main(int count, char **words) {
  int rank;
  (void)words;
  MPI_Init(&count, &words);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  POMP_Begin(&work);
  for (int i = 0; i < 200000; i++) {
    POMP_Begin(&work);
    POMP_End(&work);
  }
  POMP_End(&work);
  if (count > 1)
    exit(rank == 0 ? 3 : 4);
  int sum = 0;
  MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  MPI_Finalize();
  POMP_Begin(&work);
  POMP_End(&work);
  return 0;
}
