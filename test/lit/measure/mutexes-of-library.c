// --pomp-mutexes is about what one command links: a shared library that is linked with it has its mutexes, rwlocks and spin locks measured
// in a program that is not, at the library's lines, and the program's own are not; and the other way round.
// RUN: rm -rf %t && mkdir -p %t && cd %t && %pomp_clang -DLIBRARY -O2 -g -fPIC -shared %s --pomp-mutexes -o liblocks.so
// RUN: %pomp_clang -O2 -g %s -L. -llocks -Wl,-rpath,%t -o a && env POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=e ./a | grep "^4000 4000 4000 4000$"
// DEFINE: %{check} = %python %root/test/runtime/Inputs/check.py %pomp_report
// RUN: %{check} e 'visits("pthread_mutex_lock", 10) == 4000' 'visits("pthread_rwlock_wrlock", 20) == 4000' 'visits("pthread_spin_lock", 30) == 4000' \
// RUN:   'len([r for r in regions if r["role"] == "lock"]) == 3' 'region("pthread_rwlock_wrlock", 20)["function"] == "in_library"'
// RUN: %pomp_clang -DLIBRARY -O2 -g -fPIC -shared %s -o liblocks.so
// RUN: %pomp_clang -O2 -g %s --pomp-mutexes -L. -llocks -Wl,-rpath,%t -o a && env POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=f ./a | grep "^4000 4000 4000 4000$"
// RUN: %{check} f 'visits("pthread_mutex_lock", 40) == 4000' 'len([r for r in regions if r["role"] == "lock"]) == 1'
#include <pthread.h>
#include <stdio.h>
#ifdef LIBRARY
long counts[3];
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_spinlock_t spin;
__attribute__((constructor)) static void make(void) { pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE); }

void in_library(void) {
#line 10
  pthread_mutex_lock(&mutex);
  counts[0]++;
  pthread_mutex_unlock(&mutex);
#line 20
  pthread_rwlock_wrlock(&rwlock);
  counts[1]++;
  pthread_rwlock_unlock(&rwlock);
#line 30
  pthread_spin_lock(&spin);
  counts[2]++;
  pthread_spin_unlock(&spin);
}
#else
extern long counts[3];
extern void in_library(void);
int main(void) {
  static pthread_mutex_t own = PTHREAD_MUTEX_INITIALIZER;
  long count = 0;
#pragma omp parallel num_threads(4)
  for (int i = 0; i < 1000; i++) {
    in_library();
#line 40
    pthread_mutex_lock(&own);
    count++;
    pthread_mutex_unlock(&own);
  }
  printf("%ld %ld %ld %ld\n", counts[0], counts[1], counts[2], count);
}
#endif
