/* pthread-regions.c - has threads that enter a region, and nothing that Helgrind could report. */
#include <pthread.h>
#include <stdlib.h>

#define THREADS 3

static void visit(void) {
#pragma pomp inst begin(region)
#pragma pomp inst end(region)
}

static void *work(void *unused) {
  for (int i = 0; i < 100; i++)
    visit();
  return unused;
}

int main(void) {
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; i++)
    if (pthread_create(&threads[i], NULL, work, NULL))
      return EXIT_FAILURE;
  work(NULL);
  for (int i = 0; i < THREADS; i++)
    pthread_join(threads[i], NULL);
  return EXIT_SUCCESS;
}
