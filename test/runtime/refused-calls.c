// A sandbox that refuses calls with an error (seccomp, EPERM) rather than ending the program: that goes on, one line tells the true
// reason, which is no limit of ours, and what was measured until then is readable. The arguments name the refused calls.
// UNSUPPORTED: sanitized, traced, emulated
// RUN: %fresh && %program %s -o a
//
// Memory outside of the file, the mapping of the file, the file, and all of them.
// RUN: env POMP_EXPERIMENT_DIR=m ./a mmap > out 2> err && grep -x "3000" out
// RUN: grep -x "pomp: the process gets no more memory (Operation not permitted): measurement stops here, the program goes on" err
// RUN: %check m 'experiment["stop_reason"] == "memory"' 'experiment["state"] == "complete"' 'visits("region(early)") == 1' '2 < len(regions) < 3000'
// RUN: %pomp_report --all m | grep "Measurement ended before the program did: the process got no more memory."
// RUN: env POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=map ./a mremap mprotect > out 2> err && grep -x "3000" out
// RUN: grep -x "pomp: map can't grow (Operation not permitted): measurement stops here, the program goes on" err && count 1 < err
// RUN: %check map 'experiment["stop_reason"] == "file"' 'visits("region(early)") == 1' '2 < len(regions) < 3000'
// RUN: env POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=f ./a ftruncate fallocate openat madvise pwrite64 > out 2> err && grep -x "3000" out
// RUN: grep -x "pomp: f can't grow (Operation not permitted): measurement stops here, the program goes on" err && count 1 < err
// RUN: %check f 'experiment["stop_reason"] == "file"' 'visits("region(early)") == 1' '2 < len(regions) < 3000'
// RUN: env POMP_EXPERIMENT_DIR=all ./a mmap mremap mprotect ftruncate fallocate openat madvise pwrite64 > out 2> err && grep -x "3000" out
// RUN: grep -E "^pomp: (the process gets no more memory|all can't grow) \(Operation not permitted\): measurement stops here, the program goes on$" err
// RUN: %check all 'experiment["stop_reason"] in ("file", "memory")' 'visits("region(early)") == 1'
//
// The trace says the same of itself.
// RUN: env POMP_TRACE=1 POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=t ./a known mremap mprotect > out 2> err && grep -x "3000" out
// RUN: grep -x "pomp: the trace can't grow (Operation not permitted): it ends here, the profile goes on" err
// RUN: %pomp_report --json t | %python -c 'import json, sys; assert [r["visits"] for r in json.load(sys.stdin)["regions"] if r["name"] == "region(early)"] == [300001]'
// RUN: %pomp_convert t --to perfetto 2> err && grep "t/trace.pomp: the trace ends at [0-9.]* s: its file could not grow" err
//
// It is there before the first event.
// RUN: env POMP_EXPERIMENT_DIR=none ./a first mmap > out 2> err && grep -x "3000" out
// RUN: grep -x "pomp: can't make the experiment none (Operation not permitted); the program runs unmeasured" err && count 1 < err && not ls none
// RUN: env POMP_EXPERIMENT_DIR=none ./a first openat > out 2> err && grep -x "3000" out
// RUN: grep -x "pomp: can't make the experiment none (Operation not permitted); the program runs unmeasured" err && count 1 < err
#include "regions.h"
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

REGION(par, "parallel", 1);
REGION_AT(early, "region", "early", 3);

enum { MANY = 3000, CALLS = 8 };
static struct ompregdescr many[MANY];

static const struct {
  const char *name;
  int number;
} calls[CALLS] = {{"mmap", SYS_mmap},           {"mremap", SYS_mremap},       {"mprotect", SYS_mprotect},
                  {"ftruncate", SYS_ftruncate}, {"fallocate", SYS_fallocate}, {"openat", SYS_openat},
                  {"madvise", SYS_madvise},     {"pwrite64", SYS_pwrite64}};

static bool is_named(const char *name, char **arguments) {
  for (; *arguments; arguments++)
    if (strcmp(*arguments, name) == 0)
      return true;
  return false;
}

static bool refuse(char **names) {
  struct sock_filter code[2 * CALLS + 2] = {BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr))};
  unsigned short length = 1;
  for (int i = 0; i < CALLS; i++)
    if (is_named(calls[i].name, names)) {
      code[length++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)calls[i].number, 0, 1);
      code[length++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM);
    }
  code[length++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
  struct sock_fprog program = {length, code};
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

static void visit_early(int times) {
  for (int i = 0; i < times; i++) {
    POMP_Begin(&early);
    POMP_End(&early);
  }
}

/* `first`: before the first event; `known`: nothing new is met then. */
int main(int argc, char **argv) {
  const bool first = argc > 1 && strcmp(argv[1], "first") == 0;
  const bool known = argc > 1 && strcmp(argv[1], "known") == 0;
  int sum = 0;
  char line[20];
  regions_fill(many, MANY, &par, "for", 1);
  if (first && !refuse(argv + 2))
    return 2;
  visit_early(1);
  if (!first && !refuse(argv + 1))
    return 2;
  for (; sum < MANY; sum++)
    known ? visit_early(100) : POMP_For_enter(&many[sum]);
  for (int i = MANY - 1; i >= 0 && !known; i--)
    POMP_For_exit(&many[i]);
  int length = snprintf(line, sizeof line, "%d\n", sum);
  return write(1, line, (size_t)length) != length;
}
