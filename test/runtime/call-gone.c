// Where the line of a call can't be known, the report says what is known: a function without debug information, an address without
// symbols, and that a file is gone, or is not the one that ran. It never shows a wrong line.
// REQUIRES: libdw
// DEFINE: %{run} = env POMP_EXPERIMENT_DIR
// DEFINE: %{known} = '[(c["known"], c["function"], c["file"], c["begin_line1"]) for c in calls("omp_set_lock")]
// RUN: %fresh && cp %s main.c && %program main.c -o a && cp a lines && %{run}=e ./a
// RUN: %check e %{known} == [("line", "take", "main.c", 40)]'
// RUN: %pomp_report --all e | grep "omp_set_lock  *take  *main.c:40$"
//
// Without debug information, and without symbols. A file that only lost those has the same build-id.
// RUN: llvm-strip-19 --strip-debug a && %check e %{known} == [("symbol", "take", "", 0)]' && %pomp_report --all e | grep "omp_set_lock  *take  *a+0x[0-9a-f]*$"
// RUN: llvm-strip-19 a && %check e %{known} == [("address", "", "", 0)]' && %pomp_report --all e | grep "omp_set_lock  *a+0x[0-9a-f]*$"
//
// The file is gone, another one, a directory, no program; and there again.
// RUN: rm a && %check e %{known} == [("gone", "", "", 0)]' && %pomp_report --all e | grep "omp_set_lock  *a+0x[0-9a-f]* (file gone)$"
// RUN: %program -DMORE main.c -o a && %check e %{known} == [("changed", "", "", 0)]' && %pomp_report --all e | grep "omp_set_lock  *a+0x[0-9a-f]* (file changed)$"
// RUN: rm a && mkdir a && %check e %{known} == [("gone", "", "", 0)]' && rmdir a && echo text > a && %check e %{known} == [("changed", "", "", 0)]'
// RUN: head -c 5000 lines > a && %check e %{known} == [("address", "", "", 0)]'
// RUN: rm a && mv lines a && %check e %{known} == [("line", "take", "main.c", 40)]'
//
// Without a build-id, size and time tell: a copy that keeps the time counts as the same file.
// RUN: %program -Wl,--build-id=none main.c -o b && %{run}=eb ./b 2> table && %check eb %{known} == [("line", "take", "main.c", 40)]' 'calls("omp_set_lock")[0]["build"].startswith("file:")'
// RUN: cp -p b c && mv c b && %check eb %{known} == [("line", "take", "main.c", 40)]' && touch b && %check eb %{known} == [("changed", "", "", 0)]'
//
// At a fixed address, in an archive, position-independent or not, optimised or not, with the library's code inside: the same line.
// RUN: %program -no-pie -fno-pie main.c -o n && %{run}=en ./n 2> table && mv n o && mv o n && %check en %{known} == [("line", "take", "main.c", 40)]'
// RUN: %program -O0 main.c -o p && %{run}=ep ./p 2> table && mv p q && mv q p && %check ep %{known} == [("line", "take", "main.c", 40)]'
// RUN: %cc -O3 -fopenmp main.c -o r %libdir/libpompomp.a && %{run}=er ./r 2> table && mv r s && mv s r && %check er %{known} == [("line", "take", "main.c", 40)]'
#include "regions.h"
#include <omp.h>

REGION_AT(whole, "region", "whole", 1);

#ifdef MORE
int more(void) { return 1; }
#endif

static __attribute__((noinline)) void take(omp_lock_t *lock) {
  for (volatile int i = 0; i < 3; i++) {
    POMP_Set_lock(lock);
    POMP_Unset_lock(lock);
  }
}

int main(void) {
  omp_lock_t lock;
  POMP_Begin(&whole);
  POMP_Init_lock(&lock);
  take(&lock);
  POMP_End(&whole);
}
