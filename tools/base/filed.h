/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* filed.h - arrays that may be larger than memory should hold: each is in a file without a name, whose pages leave
 * memory again.
 * Not here: what is in them.
 *
 * They are used like others. A process that is forked off shares their contents. */
#ifndef BASE_FILED_H
#define BASE_FILED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Returns the folder for such files: $TMPDIR, or /tmp. */
const char *filed_folder(void);
/* Opens a file there that goes with the process. Less than 0: a negative errno. */
int filed_open(const char *folder);

/* Returns an array of zeros; NULL: not enough memory. It is in memory if it is small, or if there can be no file that
 * is so large. */
void *filed_calloc(size_t count, size_t size);
/* Frees it, or what malloc has returned, or NULL. */
void filed_free(void *array);
/* Does what pomp_array_room does, for an array of zeros that grows. */
bool filed_array_room(void *array, uint32_t *room, uint64_t needed, size_t size);
#define FILED_ARRAY_ROOM(array, room, needed)                                                                          \
  (filed_array_room((void *)&(array), &(room), (needed), sizeof *(array)) && (array) != NULL)

/* Tells that so many bytes of such arrays more have been used, which are not needed for now. When they are many, what
 * is there of all these arrays leaves memory, and comes back when it is used again. */
#define FILED_STAYS ((size_t)4 << 20)
#define FILED_ONE ((size_t)64 << 10) /* bytes that the kernel may bring for a single one */
extern _Thread_local size_t filed_used;
void filed_leave_all(void);
static inline void filed_leave(size_t bytes) {
  if ((filed_used += bytes) >= FILED_STAYS)
    filed_leave_all();
}

#endif
