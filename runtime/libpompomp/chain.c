/* chain.c - another OMPT tool beside ours: POMP_TOOL_LIBRARIES names libraries, as OMP_TOOL_LIBRARIES does, and the
 * first that offers a tool gets all callbacks, too. The work is done by LLVM's ompt-multiplex.h. Not here: our own tool
 * (ompt.c). */
#include "ompt.h"
#include "say.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

__attribute__((visibility("default"))) ompt_start_tool_result_t *ompt_start_tool(unsigned int version,
                                                                                 const char *runtime);

#define CLIENT_TOOL_LIBRARIES_VAR "POMP_TOOL_LIBRARIES"
#define CLIENT_TOOL_VERBOSE_INIT_VAR "POMP_TOOL_VERBOSE_INIT"
/* It complains on stdout, which is the program's. */
#define printf pomp_say
#include <ompt-multiplex.h>
#undef printf

ompt_start_tool_result_t *ompt_start_tool(unsigned int version, const char *runtime) {
  return pomp_ompt_tool(version, runtime);
}
