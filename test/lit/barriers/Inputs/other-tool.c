/* other-tool.c - an OMPT tool that asks for no events. Where it is found first, no other tool gets any. */
#include <omp-tools.h>

static int initialize(ompt_function_lookup_t lookup, int device, ompt_data_t *data) {
  (void)lookup, (void)device, (void)data;
  return 1;
}
static void finalize(ompt_data_t *data) { (void)data; }

ompt_start_tool_result_t *ompt_start_tool(unsigned int version, const char *runtime) {
  static ompt_start_tool_result_t tool = {initialize, finalize, {0}};
  (void)version, (void)runtime;
  return &tool;
}
