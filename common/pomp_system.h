/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* pomp_system.h - system calls that reach the system whatever the program's own functions are called. ISO C leaves
 * names such as write, open and mkdir to the program: a call of ours by such a name would be a call of the program's
 * function. Not here: functions of libc that are no system calls (runtime/libpompomp/base/libc.h).
 *
 * Each function is called as the system's manual calls it. Those that can fail return a negative errno then, and leave
 * errno alone; none is a cancellation point. */
#ifndef POMP_SYSTEM_H
#define POMP_SYSTEM_H

#include "pomp_arch.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <sys/vfs.h>
#include <time.h>
#include <unistd.h>

#define POMP_SYSTEM_ADDRESS(pointer) ((long)(uintptr_t)(pointer))
#define POMP_SYSTEM_0(name) pomp_system_call(SYS_##name, 0, 0, 0, 0, 0, 0)
#define POMP_SYSTEM_1(name, a) pomp_system_call(SYS_##name, (long)(a), 0, 0, 0, 0, 0)
#define POMP_SYSTEM_2(name, a, b) pomp_system_call(SYS_##name, (long)(a), (long)(b), 0, 0, 0, 0)
#define POMP_SYSTEM_3(name, a, b, c) pomp_system_call(SYS_##name, (long)(a), (long)(b), (long)(c), 0, 0, 0)
#define POMP_SYSTEM_4(name, a, b, c, d) pomp_system_call(SYS_##name, (long)(a), (long)(b), (long)(c), (long)(d), 0, 0)
#define POMP_SYSTEM_5(name, a, b, c, d, e)                                                                             \
  pomp_system_call(SYS_##name, (long)(a), (long)(b), (long)(c), (long)(d), (long)(e), 0)
#define POMP_SYSTEM_6(name, a, b, c, d, e, f)                                                                          \
  pomp_system_call(SYS_##name, (long)(a), (long)(b), (long)(c), (long)(d), (long)(e), (long)(f))

/* --- files --- */

/* `mode` counts only if the file is made. */
static inline int pomp_sys_openat(int directory, const char *path, int flags, mode_t mode) {
  return (int)POMP_SYSTEM_4(openat, directory, POMP_SYSTEM_ADDRESS(path), flags, mode);
}

static inline int pomp_sys_open(const char *path, int flags, mode_t mode) {
  return pomp_sys_openat(AT_FDCWD, path, flags, mode);
}

static inline int pomp_sys_close(int fd) { return (int)POMP_SYSTEM_1(close, fd); }

/* The functions below count how often they have read and written, so that what the kernel counts of the program can do
 * without that. */
struct pomp_sys_calls {
  uint64_t reads, writes;
};
extern struct pomp_sys_calls pomp_sys_calls __attribute__((weak, visibility("hidden")));
struct pomp_sys_calls pomp_sys_calls;
#define POMP_SYSTEM_COUNT(kind) ((void)__atomic_fetch_add(&pomp_sys_calls.kind, 1, __ATOMIC_RELAXED))

static inline ssize_t pomp_sys_read(int fd, void *to, size_t size) {
  POMP_SYSTEM_COUNT(reads);
  return POMP_SYSTEM_3(read, fd, POMP_SYSTEM_ADDRESS(to), size);
}

static inline ssize_t pomp_sys_write(int fd, const void *from, size_t size) {
  POMP_SYSTEM_COUNT(writes);
  return POMP_SYSTEM_3(write, fd, POMP_SYSTEM_ADDRESS(from), size);
}

static inline ssize_t pomp_sys_pread(int fd, void *to, size_t size, uint64_t at) {
  POMP_SYSTEM_COUNT(reads);
  return POMP_SYSTEM_4(pread64, fd, POMP_SYSTEM_ADDRESS(to), size, at);
}

static inline ssize_t pomp_sys_pwrite(int fd, const void *from, size_t size, uint64_t at) {
  POMP_SYSTEM_COUNT(writes);
  return POMP_SYSTEM_4(pwrite64, fd, POMP_SYSTEM_ADDRESS(from), size, at);
}

static inline int pomp_sys_fstat(int fd, struct stat *about) {
  return (int)POMP_SYSTEM_2(fstat, fd, POMP_SYSTEM_ADDRESS(about));
}

static inline int pomp_sys_fstatat(int directory, const char *path, struct stat *about, int flags) {
  return (int)POMP_SYSTEM_4(newfstatat, directory, POMP_SYSTEM_ADDRESS(path), POMP_SYSTEM_ADDRESS(about), flags);
}

/* Follows links. */
static inline int pomp_sys_stat(const char *path, struct stat *about) {
  return pomp_sys_fstatat(AT_FDCWD, path, about, 0);
}

/* `mask` says which fields are wanted, and `about->stx_mask` which are filled in. */
static inline int pomp_sys_statx(int directory, const char *path, int flags, unsigned mask, struct statx *about) {
  return (int)POMP_SYSTEM_5(statx, directory, POMP_SYSTEM_ADDRESS(path), flags, mask, POMP_SYSTEM_ADDRESS(about));
}

/* Reads entries of a directory, each with the length that it has. Returns how many bytes; 0: there are no more. */
static inline ssize_t pomp_sys_getdents(int fd, void *entries, size_t size) {
  return POMP_SYSTEM_3(getdents64, fd, POMP_SYSTEM_ADDRESS(entries), size);
}

static inline int pomp_sys_fcntl(int fd, int what, long argument) {
  return (int)POMP_SYSTEM_3(fcntl, fd, what, argument);
}

static inline int pomp_sys_ioctl(int fd, unsigned long what, long argument) {
  return (int)POMP_SYSTEM_3(ioctl, fd, what, argument);
}

static inline int pomp_sys_fstatfs(int fd, struct statfs *about) {
  return (int)POMP_SYSTEM_2(fstatfs, fd, POMP_SYSTEM_ADDRESS(about));
}

/* Sets the times of access and of writing of an open file. */
static inline int pomp_sys_futimens(int fd, const struct timespec times[2]) {
  return (int)POMP_SYSTEM_4(utimensat, fd, 0, POMP_SYSTEM_ADDRESS(times), 0);
}

static inline int pomp_sys_ftruncate(int fd, uint64_t size) { return (int)POMP_SYSTEM_2(ftruncate, fd, size); }

/* Makes sure that the file has disk space from `at` on, and is so long. A file system that can't do that gets a byte in
 * each block, as glibc's posix_fallocate writes it; what is in the file already stays. */
static inline int pomp_sys_fallocate(int fd, uint64_t at, uint64_t size) {
  int error = (int)POMP_SYSTEM_4(fallocate, fd, 0, at, size);
  struct stat about;
  struct statfs system;
  if (error != -EOPNOTSUPP)
    return error;
  if ((error = pomp_sys_fstat(fd, &about)) || (error = pomp_sys_fstatfs(fd, &system)))
    return error;
  const uint64_t step = system.f_bsize > 0 && system.f_bsize < 4096 ? (uint64_t)system.f_bsize : 4096;
  const uint64_t end = at + size;
  for (at += size ? (size - 1) % step : 0; at < end; at += step) { /* the last one is the file's last byte */
    char byte = 0;
    ssize_t n = at < (uint64_t)about.st_size ? pomp_sys_pread(fd, &byte, 1, at) : 0;
    if (n >= 0 && !byte)
      n = pomp_sys_pwrite(fd, &byte, 1, at);
    if (n != 1)
      return n < 0 ? (int)n : -EIO;
  }
  return 0;
}

static inline int pomp_sys_access(const char *path, int how) {
  return (int)POMP_SYSTEM_3(faccessat, AT_FDCWD, POMP_SYSTEM_ADDRESS(path), how);
}

static inline int pomp_sys_mkdirat(int directory, const char *path, mode_t mode) {
  return (int)POMP_SYSTEM_3(mkdirat, directory, POMP_SYSTEM_ADDRESS(path), mode);
}

static inline int pomp_sys_mkdir(const char *path, mode_t mode) { return pomp_sys_mkdirat(AT_FDCWD, path, mode); }

static inline int pomp_sys_unlinkat(int directory, const char *path, int flags) {
  return (int)POMP_SYSTEM_3(unlinkat, directory, POMP_SYSTEM_ADDRESS(path), flags);
}

static inline int pomp_sys_unlink(const char *path) { return pomp_sys_unlinkat(AT_FDCWD, path, 0); }

static inline int pomp_sys_rmdir(const char *path) { return pomp_sys_unlinkat(AT_FDCWD, path, AT_REMOVEDIR); }

static inline int pomp_sys_linkat(int from_directory, const char *from, int to_directory, const char *to, int flags) {
  return (int)POMP_SYSTEM_5(linkat, from_directory, POMP_SYSTEM_ADDRESS(from), to_directory, POMP_SYSTEM_ADDRESS(to),
                            flags);
}

static inline int pomp_sys_link(const char *from, const char *to) {
  return pomp_sys_linkat(AT_FDCWD, from, AT_FDCWD, to, 0);
}

static inline int pomp_sys_renameat2(int from_directory, const char *from, int to_directory, const char *to,
                                     unsigned flags) {
  return (int)POMP_SYSTEM_5(renameat2, from_directory, POMP_SYSTEM_ADDRESS(from), to_directory, POMP_SYSTEM_ADDRESS(to),
                            flags);
}

static inline int pomp_sys_rename(const char *from, const char *to) {
  return pomp_sys_renameat2(AT_FDCWD, from, AT_FDCWD, to, 0);
}

static inline int pomp_sys_symlinkat(const char *text, int directory, const char *path) {
  return (int)POMP_SYSTEM_3(symlinkat, POMP_SYSTEM_ADDRESS(text), directory, POMP_SYSTEM_ADDRESS(path));
}

/* Writes no zero behind the text. */
static inline ssize_t pomp_sys_readlinkat(int directory, const char *path, char *text, size_t size) {
  return POMP_SYSTEM_4(readlinkat, directory, POMP_SYSTEM_ADDRESS(path), POMP_SYSTEM_ADDRESS(text), size);
}

/* Returns 0 or a negative errno, as one can't walk to a directory that lies outside of the root. */
static inline int pomp_sys_getcwd(char *path, size_t size) {
  long length = POMP_SYSTEM_2(getcwd, POMP_SYSTEM_ADDRESS(path), size);
  return length < 0 ? (int)length : length == 0 || path[0] != '/' ? -ENOENT : 0;
}

/* --- memory --- */

#if POMP_PAGE_MOST == 4096
static inline size_t pomp_sys_page(void) { return POMP_PAGE_MOST; }
#else
/* NOLINTNEXTLINE(bugprone-reserved-identifier): glibc exports it */
unsigned long __getauxval(unsigned long type);
/* Returns the size of a page. */
static inline size_t pomp_sys_page(void) { return __getauxval(6 /* AT_PAGESZ */); }
#endif

/* `*at` is where the memory is wanted, or NULL, and then where it is. */
static inline int pomp_sys_mmap(void **at, size_t size, int protection, int flags, int fd, uint64_t offset) {
  long result = POMP_SYSTEM_6(mmap, POMP_SYSTEM_ADDRESS(*at), size, protection, flags, fd, offset);
  if (result < 0 && result >= -4095)
    return (int)result;
  *at = (void *)result; /* NOLINT(performance-no-int-to-ptr): the kernel says where it is by a number */
  if (protection & PROT_WRITE)
    pomp_arch_ignore_races(*at, size);
  return 0;
}

/* `to` counts only with MREMAP_FIXED. */
static inline int pomp_sys_mremap(void **at, size_t old, size_t size, int flags, void *to) {
  long result = POMP_SYSTEM_5(mremap, POMP_SYSTEM_ADDRESS(*at), old, size, flags, POMP_SYSTEM_ADDRESS(to));
  if (result < 0 && result >= -4095)
    return (int)result;
  *at = (void *)result; /* NOLINT(performance-no-int-to-ptr) */
  return 0;
}

static inline int pomp_sys_munmap(void *at, size_t size) {
  return (int)POMP_SYSTEM_2(munmap, POMP_SYSTEM_ADDRESS(at), size);
}

static inline int pomp_sys_madvise(void *at, size_t size, int advice) {
  return (int)POMP_SYSTEM_3(madvise, POMP_SYSTEM_ADDRESS(at), size, advice);
}

static inline int pomp_sys_msync(void *at, size_t size, int flags) {
  return (int)POMP_SYSTEM_3(msync, POMP_SYSTEM_ADDRESS(at), size, flags);
}

/* Returns new memory that is zero, or NULL. */
static inline void *pomp_sys_memory(size_t size) {
  void *at = NULL;
  return pomp_sys_mmap(&at, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) ? NULL : at;
}

/* Reads memory of a process, which may be this one: what can't be read is no fault. Returns how many bytes it has read.
 */
static inline ssize_t pomp_sys_read_memory(pid_t process, void *to, uint64_t from, size_t size) {
  const struct {
    uint64_t at, size;
  } here = {(uintptr_t)to, size}, there = {from, size};
  return POMP_SYSTEM_6(process_vm_readv, process, POMP_SYSTEM_ADDRESS(&here), 1, POMP_SYSTEM_ADDRESS(&there), 1, 0);
}

/* --- processes and threads --- */

static inline pid_t pomp_sys_getpid(void) { return (pid_t)POMP_SYSTEM_0(getpid); }

static inline pid_t pomp_sys_gettid(void) { return (pid_t)POMP_SYSTEM_0(gettid); }

static inline uid_t pomp_sys_geteuid(void) { return (uid_t)POMP_SYSTEM_0(geteuid); }

/* Tells of the stack that the calling thread's handlers of signals run on, or changes it. */
static inline int pomp_sys_sigaltstack(const stack_t *wanted, stack_t *now) {
  return (int)POMP_SYSTEM_2(sigaltstack, POMP_SYSTEM_ADDRESS(wanted), POMP_SYSTEM_ADDRESS(now));
}

static inline int pomp_sys_getrlimit(int resource, struct rlimit *limit) {
  return (int)POMP_SYSTEM_4(prlimit64, 0, resource, 0, POMP_SYSTEM_ADDRESS(limit));
}

static inline int pomp_sys_getrusage(int whose, struct rusage *usage) {
  return (int)POMP_SYSTEM_2(getrusage, whose, POMP_SYSTEM_ADDRESS(usage));
}

static inline pid_t pomp_sys_waitpid(pid_t pid, int *status, int flags) {
  return (pid_t)POMP_SYSTEM_4(wait4, pid, POMP_SYSTEM_ADDRESS(status), flags, 0);
}

static inline void pomp_sys_sched_yield(void) { (void)POMP_SYSTEM_0(sched_yield); }

/* Finds the list of robust futexes that libc has registered for this thread; `size` is that of its head. */
static inline int pomp_sys_robust_list(struct robust_list_head **head, size_t *size) {
  return (int)POMP_SYSTEM_3(get_robust_list, 0, POMP_SYSTEM_ADDRESS(head), POMP_SYSTEM_ADDRESS(size));
}

/* Returns the processor that the thread runs on, or a negative errno. */
static inline int pomp_sys_getcpu(void) {
  unsigned cpu = 0;
  long error = POMP_SYSTEM_3(getcpu, POMP_SYSTEM_ADDRESS(&cpu), 0, 0);
  return error ? (int)error : (int)cpu;
}

/* Writes the set of processors on which the thread may run. Returns how many bytes it has; the set may be larger than
 * `size`, and then it is an error. */
static inline int pomp_sys_sched_getaffinity(pid_t thread, size_t size, void *set) {
  return (int)POMP_SYSTEM_3(sched_getaffinity, thread, size, POMP_SYSTEM_ADDRESS(set));
}

static inline void pomp_sys_nanosleep(const struct timespec *how_long) {
  (void)POMP_SYSTEM_2(nanosleep, POMP_SYSTEM_ADDRESS(how_long), 0);
}

/* This one enters the kernel, unlike libc's (runtime/libpompomp/base/libc.h), which takes a tenth of the time. */
static inline int pomp_sys_clock_gettime(clockid_t clock, struct timespec *now) {
  return (int)POMP_SYSTEM_2(clock_gettime, clock, POMP_SYSTEM_ADDRESS(now));
}

/* Writes the machine's name, cut off if it is too long. */
static inline void pomp_sys_gethostname(char *name, size_t size) {
  struct utsname about;
  size_t length = 0;
  if (POMP_SYSTEM_1(uname, POMP_SYSTEM_ADDRESS(&about)) == 0)
    while (length + 1 < size && length < sizeof about.nodename && about.nodename[length])
      length++;
  memcpy(name, about.nodename, length);
  name[length] = 0;
}

static inline int pomp_sys_perf_event_open(const void *attributes, pid_t pid, int cpu, int group, unsigned long flags) {
  return (int)POMP_SYSTEM_5(perf_event_open, POMP_SYSTEM_ADDRESS(attributes), pid, cpu, group, flags);
}

/* --- signals --- */

/* A set of signals, as the kernel has it. */
#define POMP_SIGNAL(number) (1ull << ((number) - 1))

/* This is the kernel's record of what is to be done with a signal. */
struct pomp_sys_action {
  union {
    void (*handler)(int);
    void (*informed)(int, siginfo_t *, void *); /* with SA_SIGINFO */
  } call;
  unsigned long flags;
  void (*restorer)(void);
  uint64_t mask;
};

/* Either may be NULL. An action that was not read before gets its restorer here. */
static inline int pomp_sys_sigaction(int signal, const struct pomp_sys_action *wanted, struct pomp_sys_action *before) {
  struct pomp_sys_action action;
  if (wanted) {
    action = *wanted;
    if (POMP_SYSTEM_RESTORER && !(action.flags & POMP_SYSTEM_RESTORER)) {
      action.flags |= POMP_SYSTEM_RESTORER;
      action.restorer = pomp_system_restorer();
    }
  }
  return (int)POMP_SYSTEM_4(rt_sigaction, signal, wanted ? POMP_SYSTEM_ADDRESS(&action) : 0,
                            POMP_SYSTEM_ADDRESS(before), sizeof(uint64_t));
}

/* `before` may be NULL. */
static inline int pomp_sys_sigprocmask(int how, uint64_t set, uint64_t *before) {
  return (int)POMP_SYSTEM_4(rt_sigprocmask, how, POMP_SYSTEM_ADDRESS(&set), POMP_SYSTEM_ADDRESS(before), sizeof set);
}

static inline uint64_t pomp_sys_sigpending(void) {
  uint64_t set = 0;
  (void)POMP_SYSTEM_2(rt_sigpending, POMP_SYSTEM_ADDRESS(&set), sizeof set);
  return set;
}

/* Takes a signal of the set that is pending, and waits so long for one. */
static inline int pomp_sys_sigtimedwait(uint64_t set, const struct timespec *how_long) {
  return (int)POMP_SYSTEM_4(rt_sigtimedwait, POMP_SYSTEM_ADDRESS(&set), 0, POMP_SYSTEM_ADDRESS(how_long), sizeof set);
}

/* Sends the signal to this thread as if from whom `info` says. */
static inline int pomp_sys_send_again(int signal, const siginfo_t *info) {
  return (int)POMP_SYSTEM_4(rt_tgsigqueueinfo, pomp_sys_getpid(), pomp_sys_gettid(), signal, POMP_SYSTEM_ADDRESS(info));
}

#endif /* POMP_SYSTEM_H */
