// A library that is preloaded: the second process that the program forks off is killed at once.
#include <dlfcn.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

pid_t fork(void) {
  static int count;
  pid_t (*real)(void);
  void *symbol = dlsym(RTLD_NEXT, "fork");
  memcpy(&real, &symbol, sizeof real);
  const pid_t child = real();
  if (++count == 2 && child == 0)
    raise(SIGKILL);
  return child;
}
