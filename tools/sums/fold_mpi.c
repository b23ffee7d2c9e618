/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* fold_mpi.c - sends bytes by MPI. It is loaded by pomp-report when a launcher has started several of it.
 * Not here: what is sent (tools/sums/launched_processes.c). */
#include "sums/mpi_link.h"

#include <mpi.h>
#include <stdlib.h>

enum { TAG = 1, PIECE = 1 << 20 };

static MPI_Comm comm = MPI_COMM_NULL;
static char *spare; /* what nobody needs */

static void end(void) {
  int begun = 0;
  if (comm != MPI_COMM_NULL)
    MPI_Comm_free(&comm);
  if (MPI_Initialized(&begun) == MPI_SUCCESS && begun)
    MPI_Finalize();
  free(spare);
}

static bool begin(int *rank, int *size) {
  if (MPI_Init(NULL, NULL) != MPI_SUCCESS)
    return false;
  spare = malloc(PIECE);
  return spare && MPI_Comm_dup(MPI_COMM_WORLD, &comm) == MPI_SUCCESS &&
         MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN) == MPI_SUCCESS && MPI_Comm_rank(comm, rank) == MPI_SUCCESS &&
         MPI_Comm_size(comm, size) == MPI_SUCCESS;
}

/* Returns how long the piece is that begins at `at`. */
static int piece(size_t at, size_t size) { return size - at < PIECE ? (int)(size - at) : PIECE; }

static bool send_bytes(int to, const void *bytes, size_t size) {
  bool good = true;
  for (size_t at = 0; good && at < size; at += PIECE)
    good = MPI_Send((const char *)bytes + at, piece(at, size), MPI_BYTE, to, TAG, comm) == MPI_SUCCESS;
  return good;
}

static bool receive_bytes(int from, void *bytes, size_t size) {
  bool good = true;
  for (size_t at = 0; good && at < size; at += PIECE)
    good = MPI_Recv(bytes ? (char *)bytes + at : spare, piece(at, size), MPI_BYTE, from, TAG, comm,
                    MPI_STATUS_IGNORE) == MPI_SUCCESS;
  return good;
}

extern const struct mpi_link pomp_report_link;
__attribute__((visibility("default")))
const struct mpi_link pomp_report_link = {LINK_VERSION, begin, send_bytes, receive_bytes, end};
