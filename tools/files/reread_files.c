/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* reread_files.c - keeps a list of files that are read again, by process. */
#include "files/reread_files.h"
#include "pomp_array.h"

#include <stdlib.h>

bool reread_files_room(struct reread_files *own, uint32_t count) {
  if (!POMP_ARRAY_ROOM(own->at, own->room, count))
    return false;
  while (own->count < count)
    own->at[own->count++] = (struct file_again){.path = NULL};
  return true;
}

bool reread_files_are_steady(const struct reread_files *own) {
  bool steady = true;
  for (uint32_t i = 0; i < own->count; i++)
    steady &= !own->at[i].path || own->at[i].is_steady;
  return steady;
}

void reread_files_forget(struct reread_files *own) {
  for (uint32_t i = 0; i < own->count; i++)
    load_file_forget(&own->at[i]);
  free(own->at);
  *own = (struct reread_files){.at = NULL};
}
