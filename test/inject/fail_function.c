/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* fail_function.c - is preloaded into a program, and lets one call fail that a given library makes to malloc and its
 * kin or to pthread's functions that can fail: the call returns NULL or an error. Calls of the program's own go on as
 * they are. Not here: system calls (fail_call.c), which calls are to fail, and what must hold then (runtime.py).
 *
 * FAIL_LIBRARY is a part of the library's path, FAIL_NTH says which of its calls fails (1 is the first, 0 none),
 * FAIL_FOR how many of the same function fail from then on, and FAIL_LOG names a file that gets a line for each call,
 * as fail_call's. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

extern void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t), *__libc_realloc(void *, size_t);

static const char *library, *failing;
static long nth, times;
static long seen, failed;
static int out = -1;
static uintptr_t from, to;

static int find_library(struct dl_phdr_info *info, size_t size, void *unused) {
  (void)size, (void)unused;
  if (!info->dlpi_name || !strstr(info->dlpi_name, library))
    return 0;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const ElfW(Phdr) *p = &info->dlpi_phdr[i];
    if (p->p_type != PT_LOAD || !(p->p_flags & PF_X))
      continue;
    from = info->dlpi_addr + p->p_vaddr;
    to = from + p->p_memsz;
  }
  return 1;
}

__attribute__((constructor)) static void loaded(void) {
  const char *number = getenv("FAIL_NTH"), *count = getenv("FAIL_FOR"), *log = getenv("FAIL_LOG");
  library = getenv("FAIL_LIBRARY");
  if (!library || !number || !log)
    return;
  nth = atol(number);
  times = count ? atol(count) : 1;
  dl_iterate_phdr(find_library, NULL);
  out = open(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

/* True if this call, which `caller` makes, is to fail. */
static bool fails(const char *name, const void *caller) {
  if (out < 0 || (uintptr_t)caller < from || (uintptr_t)caller >= to)
    return false;
  bool first = __atomic_add_fetch(&seen, 1, __ATOMIC_RELAXED) == nth;
  if (first)
    __atomic_store_n(&failing, name, __ATOMIC_RELAXED);
  const char *now = __atomic_load_n(&failing, __ATOMIC_RELAXED);
  bool fail = now && strcmp(now, name) == 0 && __atomic_add_fetch(&failed, 1, __ATOMIC_RELAXED) <= times;
  char line[64];
  size_t n = strlen(name);
  memcpy(line, name, n);
  const char *rest = first ? " failed first\n" : fail ? " failed\n" : " made\n";
  memcpy(line + n, rest, strlen(rest));
  ssize_t unused = write(out, line, n + strlen(rest));
  (void)unused;
  return fail;
}

#define FAILS fails(__func__, __builtin_return_address(0))

void *malloc(size_t size) {
  if (!FAILS)
    return __libc_malloc(size);
  errno = ENOMEM;
  return NULL;
}

void *calloc(size_t count, size_t size) {
  if (!FAILS)
    return __libc_calloc(count, size);
  errno = ENOMEM;
  return NULL;
}

void *realloc(void *memory, size_t size) {
  if (!FAILS)
    return __libc_realloc(memory, size);
  errno = ENOMEM;
  return NULL;
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

int pthread_key_create(pthread_key_t *key, void (*destructor)(void *)) {
  return FAILS ? EAGAIN : REAL(pthread_key_create)(key, destructor);
}

int pthread_setspecific(pthread_key_t key, const void *value) {
  return FAILS ? ENOMEM : REAL(pthread_setspecific)(key, value);
}

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*begin)(void *), void *argument) {
  return FAILS ? EAGAIN : REAL(pthread_create)(thread, attributes, begin, argument);
}

int pthread_mutex_init(pthread_mutex_t *mutex, const pthread_mutexattr_t *attributes) {
  return FAILS ? ENOMEM : REAL(pthread_mutex_init)(mutex, attributes);
}
