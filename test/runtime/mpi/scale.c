// pomp-scale --ranks starts a job with each number of ranks, and compares them; the ranks' one experiment is in its folder.
// REQUIRES: mpi
// RUN: %fresh && %mpicc %s -o a %mpilib && %bindir/pomp-scale --ranks --launcher "%mpirun" --folder out 1,2 -- ./a > reported
// RUN: FileCheck %s < reported
// RUN: %pomp_report --all out/ranks-2-run-1 | grep "2 ranks" && grep -c "rank . of 2" out/ranks-2-run-1.log | grep -x 2
// CHECK: {{^}}Scaling of ./a, medians, in comparison with 1 rank{{$}}
// CHECK-NEXT: ranks runs wall s
// CHECK-NEXT: {{^}} 1 1 {{[0-9.]+}} - 1.00 - 100.0 %{{$}}
// CHECK-NEXT: {{^}} 2 1 {{[0-9.]+}} - {{[0-9.]+}} -
// CHECK: {{^}} MPI {{[0-9.]+}} % {{[0-9.]+}} %{{$}}
// CHECK-NEXT: {{^}} load balance
// CHECK-NEXT: {{^}} communication
// CHECK: {{^}}Wall time of parallel regions and serial code, in s, by the number of ranks{{$}}
// CHECK-DAG: MPI MPI_Init
// CHECK-DAG: serial region(work), main, test.c:1
// CHECK-NOT: Serial part
// Traces tell what of MPI was waiting, and what was transfer.
// RUN: env POMP_TRACE=1 %bindir/pomp-scale --ranks --launcher "%mpirun" --folder traced 1,2 -- ./a > reported
// RUN: sh -c '%pomp_report --efficiency traced/*-run-*[0-9]' | FileCheck %s --check-prefix=TRACED
// TRACED: {{^}} communication
// TRACED-NEXT: {{^}} serialisation {{.*[0-9.]+ %$}}
// TRACED-NEXT: {{^}} transfer {{.*[0-9.]+ %$}}
// RUN: not %bindir/pomp-scale --ranks --launcher "%mpirun" --folder bad 2 -- ./a fails 2> err
// RUN: grep "^pomp-scale: ./a: ended with status 7, with 2 ranks; what it printed is in bad/ranks-2-run-1.log" err
#include "regions.h"
#include <mpi.h>
#include <stdio.h>

REGION_AT(work, "region", "work", 1);

int main(int argc, char **argv) {
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  POMP_Begin(&work);
  busy(100.0 / size);
  POMP_End(&work);
  MPI_Barrier(MPI_COMM_WORLD);
  printf("rank %d of %d\n", rank, size);
  MPI_Finalize();
  return argc > 1 ? 7 : 0;
}
