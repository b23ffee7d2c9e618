#include <pthread.h>
int locked(int);
int main(void) {
  static pthread_mutex_t own = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&own);
  int sum = locked(4);
  pthread_mutex_unlock(&own);
  return sum != 6;
}
