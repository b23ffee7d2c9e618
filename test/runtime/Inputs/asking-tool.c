/* asking-tool.c - is somebody else's OMPT tool that asks others for a tool, as ours does: the library in ASKED. It counts how
 * often it is started, and writes that to the file `asked` at the end. */
#include <dlfcn.h>
#include <omp-tools.h>
#include <stdio.h>
#include <stdlib.h>

static int started;
static ompt_start_tool_result_t *other;

static int initialize(ompt_function_lookup_t lookup, int device, ompt_data_t *data) {
  return other ? other->initialize(lookup, device, data) : 1;
}

static void finalize(ompt_data_t *data) {
  if (other)
    other->finalize(data);
  FILE *out = fopen("asked", "w");
  if (out)
    fprintf(out, "%d\n", started), fclose(out);
}

ompt_start_tool_result_t *ompt_start_tool(unsigned version, const char *runtime) {
  static ompt_start_tool_result_t result = {initialize, finalize, {0}};
  void *handle = getenv("ASKED") ? dlopen(getenv("ASKED"), RTLD_LAZY) : NULL;
  ompt_start_tool_result_t *(*ask)(unsigned, const char *) = NULL;
  *(void **)&ask = handle ? dlsym(handle, "ompt_start_tool") : NULL;
  started++;
  other = ask ? ask(version, runtime) : NULL;
  return &result;
}
