/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* otf2_archive.c - what all parts of the writer of OTF2 ask of the archive: whether a call was good, and the numbers of
 * locations. Not here: opening and closing it (otf2.c). */
#include "commands/convert/otf2.h"

#include <errno.h>
#include <string.h>

bool otf2_good(struct otf2_archive *a, OTF2_ErrorCode code) {
  if (code == OTF2_SUCCESS)
    return true;
  int error = errno;
  __atomic_store_n(&a->broken, true, __ATOMIC_RELAXED);
  pthread_mutex_lock(&a->mutex);
  if (!*a->conversion->error)
    conversion_fail(a->conversion, false, "OTF2: %s%s%s", OTF2_Error_GetDescription(code), error ? ": " : "",
                    error ? strerror(error) : "");
  pthread_mutex_unlock(&a->mutex);
  return false;
}

OTF2_LocationRef otf2_location(const struct traced_run *s, uint32_t location) {
  const struct experiment *e = s->experiment;
  uint32_t process = e->locations[location].process;
  if (location == e->processes[process].first_location)
    return process;
  return (OTF2_LocationRef)location + e->process_count - (process + 1);
}
