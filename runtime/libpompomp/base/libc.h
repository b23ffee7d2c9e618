/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* libc.h - functions of libc that a program may have its own of: ISO C leaves their names to the program. They are
 * found in libc itself, past the program. Not here: system calls (common/pomp_system.h); what ISO C keeps for libc, or
 * libomp calls anyway, is called by its name. */
#ifndef POMP_LIBC_H
#define POMP_LIBC_H

#include "base/atomics.h"

#include <ctype.h>
#include <dlfcn.h>
#include <sched.h>
#include <spawn.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <time.h>
#include <ucontext.h>

#define POMP_LIBC_FUNCTIONS(X)                                                                                         \
  X(_dl_find_object) /* since glibc 2.35 */                                                                            \
  X(clock_gettime)                                                                                                     \
  X(clone)                                                                                                             \
  X(dladdr1)                                                                                                           \
  X(getcontext)                                                                                                        \
  X(localtime_r)                                                                                                       \
  X(makecontext)                                                                                                       \
  X(posix_spawn_file_actions_adddup2)                                                                                  \
  X(posix_spawn_file_actions_addopen)                                                                                  \
  X(posix_spawn_file_actions_destroy)                                                                                  \
  X(posix_spawn_file_actions_init)                                                                                     \
  X(posix_spawnattr_destroy)                                                                                           \
  X(posix_spawnattr_init)                                                                                              \
  X(posix_spawnattr_setflags)                                                                                          \
  X(posix_spawnattr_setsigmask)                                                                                        \
  X(posix_spawnp)                                                                                                      \
  X(realpath)

/* Filled when the library is loaded. In a program that has all of libc in itself nothing can be found: then
 * clock_gettime enters the kernel, localtime_r says the time in UTC, and the others are NULL. */
extern struct pomp_libc {
#define POMP_LIBC_MEMBER(name) __typeof__(&(name)) name;
  POMP_LIBC_FUNCTIONS(POMP_LIBC_MEMBER)
} pomp_libc POMP_HIDDEN;

/* The program's name, without its folder. */
extern const char *pomp_libc_program POMP_HIDDEN;
/* Where the main thread's stack begins: the arguments, as the kernel has laid them there. NULL: not known. */
extern const void *pomp_libc_arguments POMP_HIDDEN;

/* True in a program that has privileges which its user has not. */
bool pomp_libc_is_secure(void);

/* As secure_getenv: NULL in such a program. */
const char *pomp_libc_getenv(const char *name);

/* `child` is called in each child that fork makes, as long as the library is there. */
void pomp_libc_at_fork(void (*child)(void));

/* Writes the local time as strftime does. It does not use time(), which the kernel advances only at each of its ticks,
 * so that it may be behind the time that another program has just read. */
void pomp_libc_date(const char *format, char *text, size_t size);

/* As strcasecmp, for words in ASCII. */
static inline int pomp_libc_compare(const char *a, const char *b) {
  while (*a && tolower((unsigned char)*a) == tolower((unsigned char)*b))
    a++, b++;
  return tolower((unsigned char)*a) - tolower((unsigned char)*b);
}

/* As strnlen. */
static inline size_t pomp_libc_length(const char *text, size_t most) {
  size_t length = 0;
  while (length < most && text[length])
    length++;
  return length;
}

#endif
