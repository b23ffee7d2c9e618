/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* own_copy.c - finds copies of this library by a function that all versions export, and nobody else.
 * Not here: what is said of them (surface/other_tool.c). */
#include "base/own_copy.h"
#include "base/libc.h"

#include <dlfcn.h>
#include <link.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define MARK "__pomp_adapter_phase"

/* The begin of the library that has this address. */
static const void *library_of(const void *address) {
  Dl_info info;
  return address && dladdr(address, &info) ? info.dli_fbase : NULL;
}

static const char here; /* no other copy can come between us and this */
static bool is_here(const void *address) { return library_of(address) == library_of(&here); }

enum pomp_tool_kind pomp_tool_kind(void *handle, const void *start) {
  const void *library = library_of(start);
  if (!start)
    return POMP_TOOL_NONE;
  if (is_here(start))
    return POMP_TOOL_OURSELVES;
  return library && library_of(dlsym(handle, MARK)) == library ? POMP_TOOL_COPY : POMP_TOOL_ELSES;
}

bool pomp_copy_is_global(void) {
  Dl_info info;
  struct link_map *own = NULL;
  if (!pomp_libc.dladdr1 || (pomp_libc.dladdr1(&here, &info, (void **)&own, RTLD_DL_LINKMAP) && own && !*own->l_name))
    return true;                           /* an archive in the program */
  void *program = dlopen(NULL, RTLD_LAZY); /* its handle is for the names that are visible to all */
  return program && is_here(dlsym(program, MARK));
}

bool pomp_copy_is_second(void) {
  const void *first = dlsym(RTLD_DEFAULT, MARK);
  return first && !is_here(first);
}

void pomp_copy_end(void *handle) {
  void *finalize = dlsym(handle, "POMP_Finalize");
  void (*end)(void);
  if (!finalize || library_of(finalize) != library_of(dlsym(handle, MARK)) || is_here(finalize))
    return;
  memcpy(&end, &finalize, sizeof end);
  end();
}

void pomp_copy_end_next(void) { pomp_copy_end(RTLD_NEXT); }

const char *pomp_copy_path(void) {
  Dl_info info;
  return dladdr(&here, &info) ? info.dli_fname : NULL;
}
