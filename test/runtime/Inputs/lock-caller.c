/* A library that takes a lock TIMES times from one place; locks.c loads two of them. */
#include "regions.h"
#include <omp.h>

void use(omp_lock_t *lock);
void use(omp_lock_t *lock) {
  for (int i = 0; i < TIMES; i++) {
    POMP_Set_lock(lock);
    POMP_Unset_lock(lock);
  }
}
