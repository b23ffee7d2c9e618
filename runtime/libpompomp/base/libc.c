/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* libc.c - asks the dynamic linker for what libc itself calls by a name; see libc.h.
 * Not here: libraries that a setting asks for (common/metrics/papi.c, surface/other_tool.c). */
#include "base/libc.h"
#include "pomp_system.h"

#include <dlfcn.h>
#include <elf.h>

/* NOLINTBEGIN(bugprone-reserved-identifier): glibc exports these. */
extern void *__dso_handle __attribute__((visibility("hidden")));
unsigned long __getauxval(unsigned long type);
struct tm *__gmtime_r(const time_t *time, struct tm *utc);
int __register_atfork(void (*before)(void), void (*parent)(void), void (*child)(void), void *library);
/* NOLINTEND(bugprone-reserved-identifier) */

struct pomp_libc pomp_libc = {.clock_gettime = pomp_sys_clock_gettime, .localtime_r = __gmtime_r};
const char *pomp_libc_program = "";
const void *pomp_libc_arguments;

/* This is among the first constructors, as others may bring events. A slow path must not look anything up: the dynamic
 * linker has a lock, which another thread may hold while it waits for that of the slow paths. glibc hands the program's
 * arguments to constructors. */
__attribute__((constructor(101))) static void find(int count, char **arguments) {
  const char *slash = count > 0 ? strrchr(arguments[0], '/') : NULL;
  if (count > 0)
    pomp_libc_program = slash ? slash + 1 : arguments[0];
  pomp_libc_arguments = arguments;
  void *libc = dlopen("libc.so.6", RTLD_LAZY | RTLD_NOLOAD), *found;
  if (!libc)
    return;
#define LOOK_UP(name)                                                                                                  \
  if ((found = dlsym(libc, #name)))                                                                                    \
    memcpy(&pomp_libc.name, &found, sizeof found);
  POMP_LIBC_FUNCTIONS(LOOK_UP)
}

bool pomp_libc_is_secure(void) { return __getauxval(AT_SECURE) != 0; }

const char *pomp_libc_getenv(const char *name) { return pomp_libc_is_secure() ? NULL : getenv(name); }

void pomp_libc_date(const char *format, char *text, size_t size) {
  struct timespec now = {0};
  struct tm local;
  text[0] = 0;
  pomp_sys_clock_gettime(CLOCK_REALTIME, &now);
  if (pomp_libc.localtime_r && pomp_libc.localtime_r(&now.tv_sec, &local) && strftime(text, size, format, &local) == 0)
    text[0] = 0;
}

void pomp_libc_at_fork(void (*child)(void)) { __register_atfork(NULL, NULL, child, __dso_handle); }
