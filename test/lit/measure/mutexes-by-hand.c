// What pomp-config and pkg-config print measures the locks that --pomp-mutexes does, with the shared library and with the archive.
// DEFINE: %{config} = %build/bin/pomp-config
// DEFINE: %{measured} = env POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=e ./a && %pomp_report --all --columns visits,region e > table && FileCheck %s < table && rm -r e
// RUN: rm -rf %t && mkdir -p %t && cd %t && %{config} --cflags > cflags && %{config} --mutex-libs --libs > libs && %{config} --static --mutex-libs --libs > archives
// RUN: %clang -O2 @cflags -c %s -o a.o && %clang a.o @libs -o a && %{measured}
// RUN: %clang a.o @archives -o a && llvm-readelf -d a | not grep libpompomp && %{measured}
// RUN: %if pkg-config %{ env PKG_CONFIG_PATH=%build/lib/pkgconfig pkg-config --libs pomp-mutexes > libs && %clang a.o @libs -o a && %{measured} %}
// CHECK-DAG: 100 pthread_mutex_lock
// CHECK-DAG: 200 pthread_rwlock_rdlock
// CHECK-DAG: 300 pthread_spin_lock
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_spinlock_t spin;

int main(void) {
  pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE);
#pragma omp parallel for num_threads(2)
  for (int i = 0; i < 300; i++) {
    if (i % 3 == 0) {
      pthread_mutex_lock(&mutex);
      pthread_mutex_unlock(&mutex);
    } else {
      pthread_rwlock_rdlock(&rwlock);
      pthread_rwlock_unlock(&rwlock);
    }
    pthread_spin_lock(&spin);
    pthread_spin_unlock(&spin);
  }
}
