/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* other_tool.c - another OMPT tool beside ours: POMP_TOOL_LIBRARIES names libraries, as OMP_TOOL_LIBRARIES does, and
 * the first that offers a tool gets all callbacks, too. The work is done by LLVM's ompt-multiplex.h.
 * Not here: our own tool (ompt.c). */
#include "base/message.h"
#include "base/messages.h"
#include "surface/ompt.h"

#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <inttypes.h>
#include <omp-tools.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define VARIABLE "POMP_TOOL_LIBRARIES"

/* NOLINTNEXTLINE(readability-redundant-declaration): says that it is visible. */
__attribute__((visibility("default"))) ompt_start_tool_result_t *ompt_start_tool(unsigned int version,
                                                                                 const char *runtime);

static const char *library;

static void *load(const char *name, int how) {
  library = name;
  void *handle = dlopen(name, how);
  if (!handle)
    pomp_say(POMP_SAYS_TOOL_UNLOADED, dlerror());
  return handle;
}

/* Passes over ourselves, whom the search would ask for another tool for ever. */
static void *start_of(void *handle, const char *symbol) {
  void *start = dlsym(handle, symbol);
  if (start && start != (void *)(uintptr_t)ompt_start_tool)
    return start;
  pomp_say(POMP_SAYS_TOOL_MISSING, library);
  return NULL;
}

#define CLIENT_TOOL_LIBRARIES_VAR VARIABLE
#define CLIENT_TOOL_VERBOSE_INIT_VAR "POMP_TOOL_VERBOSE_INIT"
/* ompt-multiplex.h complains on stdout, which belongs to the program, and trusts the environment of set-user-ID
 * programs. */
#define printf(...) ((void)0)
#define getenv secure_getenv
#define dlopen load
#define dlsym start_of
#include <ompt-multiplex.h>
#undef printf
#undef getenv
#undef dlopen
#undef dlsym

ompt_start_tool_result_t *ompt_start_tool(unsigned int version, const char *runtime) {
  return pomp_ompt_tool(version, runtime);
}
