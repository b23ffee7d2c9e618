// A library that is preloaded: the second process that the program forks off is killed at once, or, with DIE_IN_PREAD=N, when it calls
// pread the N-th time.
#include <dlfcn.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int left = -1;

pid_t fork(void) {
  static int count;
  pid_t (*real)(void);
  void *symbol = dlsym(RTLD_NEXT, "fork");
  memcpy(&real, &symbol, sizeof real);
  const pid_t child = real();
  if (++count != 2 || child != 0)
    return child;
  const char *in_pread = getenv("DIE_IN_PREAD");
  if (!in_pread)
    raise(SIGKILL);
  left = atoi(in_pread);
  return child;
}

ssize_t pread(int fd, void *to, size_t size, off_t at) {
  ssize_t (*real)(int, void *, size_t, off_t);
  void *symbol = dlsym(RTLD_NEXT, "pread");
  memcpy(&real, &symbol, sizeof real);
  if (left > 0 && --left == 0)
    raise(SIGKILL);
  return real(fd, to, size, at);
}
