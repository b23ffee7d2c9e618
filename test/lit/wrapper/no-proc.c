// The commands find what they need as seen from themselves, by /proc. Where that can't be read, each says so in one line, and fails.
// A library that is loaded before libc takes the place of a system without /proc.
// RUN: rm -rf %t && mkdir %t && cd %t && %clang -shared -fPIC %s -o no-proc.so
// DEFINE: %{line} = can't find out in /proc/self/exe where it is: Permission denied
// RUN: not env LD_PRELOAD=./no-proc.so %pomp_clang -c %s -o a.o > out 2> err && grep -Fx "pomp-clang: error: %{line}" err && count 1 < err && count 0 < out && not ls a.o
// RUN: not env LD_PRELOAD=./no-proc.so %pomp_clangxx -x c++ -c %s -o a.o 2> err && grep -Fx "pomp-clang++: error: %{line}" err && count 1 < err
// RUN: not env LD_PRELOAD=./no-proc.so %build/bin/pomp-mpicc -c %s -o a.o 2> err && grep -Fx "pomp-mpicc: error: %{line}" err && count 1 < err && not ls a.o
// RUN: not env LD_PRELOAD=./no-proc.so %build/bin/pomp-config --libs > out 2> err && grep -Fx "pomp-config: %{line}" err && count 1 < err && count 0 < out
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

ssize_t readlink(const char *restrict path, char *restrict text, size_t size) {
  if (!strcmp(path, "/proc/self/exe")) {
    errno = EACCES;
    return -1;
  }
  return readlinkat(AT_FDCWD, path, text, size);
}
