/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* other_runtime.c - goes through the libraries that are loaded.
 * Not here: what is said of them. */
#include "base/other_runtime.h"
#include "base/libc.h"

#include <dlfcn.h>
#include <link.h>
#include <string.h>

/* The library that has this address; NULL: none. */
static const struct link_map *library_of(const void *address) {
  Dl_info info;
  struct link_map *map = NULL;
  return address && pomp_libc.dladdr1 && pomp_libc.dladdr1(address, &info, (void **)&map, RTLD_DL_LINKMAP) ? map : NULL;
}

/* True if the function is found by way of `handle`, in the library `map`. */
static bool has(void *handle, const struct link_map *map, const char *name) {
  return library_of(dlsym(handle, name)) == map;
}

static bool is_gomp(const struct link_map *map) {
  const char *slash = strrchr(map->l_name, '/'), *name = slash ? slash + 1 : map->l_name;
  void *handle = strncmp(name, "libgomp", 7) == 0 ? dlopen(map->l_name, RTLD_LAZY | RTLD_NOLOAD) : NULL;
  bool is = handle && has(handle, map, "GOMP_parallel") && !has(handle, map, "__kmpc_fork_call");
  if (handle)
    dlclose(handle); /* it was there, and stays */
  return is;
}

const char *pomp_other_runtime(unsigned i) {
  static const char here;
  const struct link_map *called = library_of(dlsym(RTLD_DEFAULT, "GOMP_parallel"));
  const struct link_map *map = library_of(&here);
  if (called && has(RTLD_DEFAULT, called, "__kmpc_fork_call"))
    return NULL;
  while (map && map->l_prev)
    map = map->l_prev;
  for (; map; map = map->l_next)
    if (is_gomp(map) && i-- == 0)
      return map->l_name;
  return NULL;
}
