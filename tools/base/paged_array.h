/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* paged_array.h - arrays that may be larger than memory should hold: each is in a file without a name, whose pages
 * leave memory again. Not here: what is in them.
 *
 * They are used like others. A process that is forked off shares their contents. */
#ifndef BASE_PAGED_ARRAY_H
#define BASE_PAGED_ARRAY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Returns the folder for such files: $TMPDIR, or /tmp. */
const char *paged_folder(void);
/* Opens a file there that goes with the process. Less than 0: a negative errno. */
int paged_open(const char *folder);

/* Returns an array of zeros; NULL: not enough memory. It is in memory if it is small, or if there can be no file that
 * is so large. */
void *paged_calloc(size_t count, size_t size);
/* Frees it, or what malloc has returned, or NULL. */
void paged_free(void *array);
/* Does what pomp_array_room does, for an array of zeros that grows. */
bool paged_array_room(void *array, uint32_t *room, uint64_t needed, size_t size);
#define PAGED_ARRAY_ROOM(array, room, needed)                                                                          \
  (paged_array_room((void *)&(array), &(room), (needed), sizeof *(array)) && (array) != NULL)

/* Tells that so many bytes of such arrays more have been used, which are not needed for now. When they are many, what
 * is there of all these arrays leaves memory, and comes back when it is used again. */
#define PAGED_STAYS ((size_t)4 << 20)
#define PAGED_ONE ((size_t)64 << 10) /* bytes that the kernel may bring for a single one */
extern _Thread_local size_t paged_used;
void paged_leave_all(void);
static inline void paged_leave(size_t bytes) {
  if ((paged_used += bytes) >= PAGED_STAYS)
    paged_leave_all();
}

#endif
