#include <pthread.h>
int locked(int n) {
  static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
  int s = 0;
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    pthread_rwlock_wrlock(&lock);
    s += i;
    pthread_rwlock_unlock(&lock);
  }
  return s;
}
