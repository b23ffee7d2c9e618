/* adapter.c - the functions of adapter.h.
 * Not here: what an event does (profile.h), what is counted of MPI's functions (libpompomp-mpi). */
#include "adapter.h"
#include "measurement.h"
#include "profile.h"

#define EXPORT __attribute__((visibility("default")))

EXPORT struct pomp_node *pomp_adapter_enter(struct ompregdescr *d) {
  return pomp_enter(d, POMP_ROLE_MPI) ? pomp_tls.here->current : NULL;
}

EXPORT void pomp_adapter_exit(struct ompregdescr *d) { pomp_exit(d, POMP_ROLE_MPI); }

EXPORT void pomp_adapter_keep(void) { pomp_measurement_keep(); }

EXPORT struct pomp_header *pomp_adapter_header(void) { return pomp_is_measuring() ? pomp_file() : NULL; }
