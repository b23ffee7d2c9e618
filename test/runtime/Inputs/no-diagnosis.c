/* no-diagnosis.c - takes the place of the diagnosis (tools/end) where a test compiles the runtime's own sources: the
 * table at the end has no finding then. */
#include "pomp_first.h"

bool pomp_first_find(struct pomp_first *first, const void *experiment, size_t size, void *memory, size_t room) {
  (void)first, (void)experiment, (void)size, (void)memory, (void)room;
  return false;
}
