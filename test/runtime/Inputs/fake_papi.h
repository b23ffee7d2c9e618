/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* fake_papi.h - what every PAPI that a test makes has in common; the test defines what its events are and have.
 * FAKE is the name of the library that the test makes of it, and preloads. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <papi.h>
#include <string.h>

void *dlopen(const char *name, int flags) {
  void *(*real)(const char *, int) = (void *(*)(const char *, int))dlsym(RTLD_NEXT, "dlopen");
  return real(name && strstr(name, "papi") ? FAKE : name, flags & ~RTLD_DEEPBIND);
}

int PAPI_library_init(int version) { return version; }
int PAPI_thread_init(unsigned long (*id)(void)) { return id ? PAPI_OK : PAPI_EINVAL; }
int PAPI_register_thread(void) { return PAPI_OK; }
int PAPI_unregister_thread(void) { return PAPI_OK; }
int PAPI_create_eventset(int *set) { return *set = 1, PAPI_OK; }
int PAPI_assign_eventset_component(int set, int component) { return (void)set, (void)component, PAPI_OK; }
int PAPI_set_multiplex(int set) { return (void)set, PAPI_OK; }
int PAPI_multiplex_init(void) { return PAPI_OK; }
int PAPI_start(int set) { return (void)set, PAPI_OK; }
int PAPI_stop(int set, long long *values) { return (void)set, (void)values, PAPI_OK; }
int PAPI_cleanup_eventset(int set) { return (void)set, PAPI_OK; }
int PAPI_destroy_eventset(int *set) { return *set = PAPI_NULL, PAPI_OK; }
int PAPI_event_code_to_name(int code, char *name) { return (void)code, *name = 0, PAPI_OK; }
int PAPI_num_components(void) { return 1; }
int PAPI_enum_event(int *code, int modifier) { return (void)code, (void)modifier, PAPI_ENOEVNT; }
int PAPI_enum_cmp_event(int *code, int modifier, int component) {
  return (void)code, (void)modifier, (void)component, PAPI_ENOEVNT;
}
char *PAPI_strerror(int error) {
  static char text[] = "an error";
  return (void)error, text;
}
