// Communicators come and go: each that is made by the job's ranks has its begin on all its ranks, in an operation of those that have
// made it, and its end, if it has one; ranks that are not in it take part. Its definition names the communicator it was made from.
// REQUIRES: mpi, otf2, babeltrace2
// RUN: %fresh && %mpicc %s -o a %mpilib && env POMP_TRACE=1 POMP_EXPERIMENT_DIR=e %mpirun -n 4 ./a && %records e 'sum(c == CREATE for _, c, _ in records) == 4 * 8 + 2' \
// RUN:   'sum(c == DESTROY for _, c, _ in records) == 3 + 4 + 4 + 4 + 2 + 4 + 4 + 4'
// RUN: %pomp_convert e --to otf2 && %converted otf2 e/otf2/traces.otf2 e 'count("mpi_comm_create") == 4 * 8 + 2 - 1' 'count("mpi_comm_destroy") == 3 + 4 + 4 + 4 + 2 + 4 + 4 + 4' \
// RUN:   'sum("CREATE_HANDLE" in d for d in details("mpi_collective")) == 4 * 8 + 2' 'sum("DESTROY_HANDLE" in d for d in details("mpi_collective")) == count("mpi_comm_destroy")' \
// Each begin or end is inside a pair, on the communicator that its ranks have: the one that is gone, or the one that it was made of.
// RUN:   'all([k for _, k, _ in of(l)[i - 1:i + 2]] == ["mpi_collective_begin", k, "mpi_collective"] for l in events for i, (_, k, _) in enumerate(of(l)) if k.startswith("mpi_comm"))' \
// RUN:   'all(of(l)[i + 1][2].split("Communicator: ")[1].split(",")[0] == d.split("Communicator: ")[1] for l in events for i, (_, k, d) in enumerate(of(l)) if k == "mpi_comm_destroy")' \
// RUN:   'len({d.split("Communicator: ")[1] for d in details("mpi_comm_create")}) == 1 + 1 + 1 + 1 + 2 + 1 + 1 + 1 + 2'
// RUN: %pomp_convert e --to ctf && %converted ctf e/ctf e 'count("mpi_comm_create") == 4 * 8 + 2' 'count("mpi_comm_destroy") == 3 + 4 + 4 + 4 + 2 + 4 + 4 + 4' 'sum("communicator = ( \"none\"" in d for d in details("mpi_comm_create")) == 1'
//
// RUN: otf2-print -G e/otf2/traces.otf2 | FileCheck %s
// CHECK: {{^}}COMM {{.*}} Name: "MPI_COMM_WORLD" {{.*}} Parent: UNDEFINED, Flags: NONE
// CHECK: {{^}}COMM {{.*}} Name: "communicator 1" {{.*}} Parent: "MPI_COMM_WORLD" <0>, Flags: {CREATE_DESTROY_EVENTS}
// CHECK: {{^}}COMM {{.*}} Name: "communicator 2" {{.*}} Parent: "communicator 1" <1>, Flags: {CREATE_DESTROY_EVENTS}
// CHECK: {{^}}COMM {{.*}} Name: "communicator 3" {{.*}} Parent: "communicator 1" <1>, Flags: {CREATE_DESTROY_EVENTS}
// CHECK: {{^}}COMM {{.*}} Name: "communicator 4" {{.*}} Parent: "communicator 3" <3>, Flags: {CREATE_DESTROY_EVENTS}
// CHECK: {{^}}COMM {{.*}} Name: "communicator 5" {{.*}} Parent: "communicator 1" <1>, Flags: {CREATE_DESTROY_EVENTS}
// CHECK: {{^}}INTER_COMM {{.*}}"communicator 6" {{.*}} Common Communicator: "MPI_COMM_WORLD" <0>, Flags: {CREATE_DESTROY_EVENTS}
// CHECK: {{^}}COMM {{.*}} Name: "communicator 7" {{.*}} Parent: "communicator 6" <6>, Flags: {CREATE_DESTROY_EVENTS}
// CHECK: {{^}}COMM {{.*}} Name: "communicator 8" {{.*}} Parent: "MPI_COMM_WORLD" <0>, Flags: NONE
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, size, keep = 0, all[] = {0, 1, 2}, some[] = {1, 3};
  MPI_Comm dup, but_one, line, rows, halves, pair, inter, merged, later;
  MPI_Group world, group;
  MPI_Request request;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Comm_dup(MPI_COMM_WORLD, &dup);
  MPI_Group_incl(world, 3, all, &group);
  MPI_Comm_create(dup, group, &but_one);
  MPI_Cart_create(dup, 1, &size, &keep, 0, &line);
  keep = 1;
  MPI_Cart_sub(line, &keep, &rows);
  MPI_Comm_split(dup, rank % 2, 0, &halves);
  if (rank % 2) {
    MPI_Group_free(&group);
    MPI_Group_incl(world, 2, some, &group);
    MPI_Comm_create_group(dup, group, 0, &pair);
  }
  MPI_Intercomm_create(halves, 0, dup, rank % 2 ? 0 : 1, 0, &inter);
  MPI_Intercomm_merge(inter, rank % 2, &merged);
  MPI_Comm_idup(merged, &later, &request); /* this one has no begin, and so no end */
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Barrier(later);
  MPI_Comm_free(&later);
  MPI_Comm_split_type(halves, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &later); /* this one goes on till the end */
  MPI_Group_free(&group);
  MPI_Group_free(&world);
  if (rank < 3)
    MPI_Comm_free(&but_one);
  MPI_Comm_free(&line);
  MPI_Comm_free(&rows);
  MPI_Comm_disconnect(&halves);
  if (rank % 2)
    MPI_Comm_free(&pair);
  MPI_Comm_free(&inter);
  MPI_Comm_free(&merged);
  MPI_Comm_free(&dup);
  MPI_Finalize();
  return 0;
}
