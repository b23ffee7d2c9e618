// With --pomp-mutexes, rwlocks and spin locks do what they do without: errors and errno, static initialisers, readers that lock again,
// threads that are cancelled, fork, the C++ library's classes, many locks, many readers. So it does with the archive, with link-time
// optimisation and with another linker.
// REQUIRES: default-clang
// RUN: rm -rf %t && mkdir -p %t && cd %t && %pomp_clangxx -w -O1 -c %s -o a.o && %pomp_clangxx a.o -o plain && env POMP_ENABLE=0 ./plain > expected
// RUN: %pomp_clangxx a.o --pomp-mutexes -o a && env POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=e ./a > out && diff expected out
// RUN: %pomp_clangxx a.o --pomp-mutexes --pomp-static -o b && env POMP_SUMMARY=0 POMP_TRACE=1 POMP_EXPERIMENT_DIR=f ./b > out && diff expected out
// RUN: %pomp_clangxx -w -O2 -flto -fuse-ld=lld %s --pomp-mutexes -o c && env POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=g ./c > out && diff expected out
// RUN: env POMP_ENABLE=0 ./c > out && diff expected out
// All of it was measured.
// RUN: %pomp_report --columns visits,region --all e > table && FileCheck %s < table
// RUN: %pomp_report --columns visits,region --all g > table && FileCheck %s < table
// CHECK-DAG: pthread_rwlock_rdlock
// CHECK-DAG: pthread_rwlock_wrlock
// CHECK-DAG: pthread_rwlock_tryrdlock
// CHECK-DAG: pthread_rwlock_trywrlock
// CHECK-DAG: pthread_rwlock_timedrdlock
// CHECK-DAG: pthread_rwlock_timedwrlock
// CHECK-DAG: pthread_rwlock_clockrdlock
// CHECK-DAG: pthread_rwlock_clockwrlock
// CHECK-DAG: pthread_spin_lock
// CHECK-DAG: pthread_spin_trylock
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <mutex>
#include <pthread.h>
#include <shared_mutex>
#include <sys/mman.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

static std::shared_mutex early;
struct Before {
  Before() {
    std::shared_lock<std::shared_mutex> g(early);
    printf("constructor\n");
  }
  ~Before() {
    std::unique_lock<std::shared_mutex> g(early);
    printf("destructor\n");
  }
} before;

static pthread_rwlock_t readers_first = PTHREAD_RWLOCK_INITIALIZER;
static pthread_rwlock_t writers_first = PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;

static void errors(pthread_rwlock_t *l) {
  timespec past = {1, 0}, wrong = {1, 1000000000};
  errno = 77;
  printf("%d %d", pthread_rwlock_wrlock(l), pthread_rwlock_wrlock(l));
  printf(" %d %d %d", pthread_rwlock_rdlock(l), pthread_rwlock_trywrlock(l), pthread_rwlock_tryrdlock(l));
  printf(" %d %d", pthread_rwlock_timedrdlock(l, &past), pthread_rwlock_timedwrlock(l, &past));
  std::thread([&] {
    printf(" | %d %d", pthread_rwlock_timedrdlock(l, &past), pthread_rwlock_timedwrlock(l, &past));
    printf(" %d %d", pthread_rwlock_timedrdlock(l, &wrong), pthread_rwlock_timedwrlock(l, &wrong));
    printf(" %d %d", pthread_rwlock_clockrdlock(l, CLOCK_MONOTONIC, &past),
           pthread_rwlock_clockwrlock(l, CLOCK_MONOTONIC, &past));
    printf(" %d %d", pthread_rwlock_clockrdlock(l, 99, &past), pthread_rwlock_clockwrlock(l, 99, &past));
    printf(" %d %d |", pthread_rwlock_tryrdlock(l), pthread_rwlock_trywrlock(l));
  }).join();
  printf(" %d", pthread_rwlock_unlock(l));
  printf(" %d %d %d", pthread_rwlock_rdlock(l), pthread_rwlock_rdlock(l), pthread_rwlock_tryrdlock(l));
  printf(" %d %d", pthread_rwlock_trywrlock(l), pthread_rwlock_timedwrlock(l, &past));
  printf(" %d %d", pthread_rwlock_timedrdlock(l, &past), pthread_rwlock_clockrdlock(l, CLOCK_MONOTONIC, &past));
  for (int i = 0; i < 5; i++)
    printf(" %d", pthread_rwlock_unlock(l));
  printf(" %d %d", pthread_rwlock_clockwrlock(l, CLOCK_REALTIME, &past), pthread_rwlock_unlock(l));
  printf(" %d %d errno %d\n", pthread_rwlock_timedwrlock(l, &past), pthread_rwlock_unlock(l), errno);
}

static void spin_errors() {
  pthread_spinlock_t s;
  errno = 78;
  printf("spin %d", pthread_spin_init(&s, PTHREAD_PROCESS_PRIVATE));
  printf(" %d %d %d", pthread_spin_lock(&s), pthread_spin_trylock(&s), pthread_spin_unlock(&s));
  printf(" %d %d %d errno %d\n", pthread_spin_trylock(&s), pthread_spin_unlock(&s), pthread_spin_destroy(&s), errno);
}

/* Who locks for writing while it reads waits for itself; who locks for reading once more does not. */
static void again() {
  pthread_rwlock_t l;
  printf("again %d", pthread_rwlock_init(&l, nullptr));
  int errors = 0;
  for (int i = 0; i < 1000; i++)
    errors += pthread_rwlock_rdlock(&l);
  for (int i = 0; i < 1000; i++)
    errors += pthread_rwlock_unlock(&l);
  printf(" %d %d", errors, pthread_rwlock_trywrlock(&l));
  printf(" %d %d\n", pthread_rwlock_unlock(&l), pthread_rwlock_destroy(&l));
}

static bool waits;
static void cleanup(void *l) { printf("cleanup %d\n", pthread_rwlock_unlock(static_cast<pthread_rwlock_t *>(l))); }
static void *cancelled(void *) {
  __atomic_store_n(&waits, true, __ATOMIC_RELEASE);
  pthread_rwlock_rdlock(&readers_first);
  pthread_cleanup_push(cleanup, &readers_first);
  pthread_testcancel();
  pthread_cleanup_pop(0);
  return nullptr;
}
static void cancellation() {
  pthread_t t;
  void *r;
  pthread_rwlock_wrlock(&readers_first);
  pthread_create(&t, nullptr, cancelled, nullptr);
  while (!__atomic_load_n(&waits, __ATOMIC_ACQUIRE))
    usleep(100);
  pthread_cancel(t);
  pthread_rwlock_unlock(&readers_first);
  pthread_join(t, &r);
  printf("%d", r == PTHREAD_CANCELED);
  printf(" %d %d\n", pthread_rwlock_trywrlock(&readers_first), pthread_rwlock_unlock(&readers_first));
}

struct Shared {
  pthread_rwlock_t lock;
  pthread_spinlock_t spin;
  long written, spun;
};
static void count(Shared *s) {
  for (int i = 0; i < 3000; i++) {
    pthread_rwlock_wrlock(&s->lock);
    s->written++;
    pthread_rwlock_unlock(&s->lock);
    pthread_spin_lock(&s->spin);
    s->spun++;
    pthread_spin_unlock(&s->spin);
  }
}
static pthread_rwlock_t forked = PTHREAD_RWLOCK_INITIALIZER;
/* Parent and child have two locks together. The child goes on with those that it has itself. */
static void forks() {
  auto *s = static_cast<Shared *>(mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
  pthread_rwlockattr_t a;
  pthread_rwlockattr_init(&a);
  pthread_rwlockattr_setpshared(&a, PTHREAD_PROCESS_SHARED);
  printf("forks %d", pthread_rwlock_init(&s->lock, &a));
  printf(" %d\n", pthread_spin_init(&s->spin, PTHREAD_PROCESS_SHARED));
  pthread_rwlock_rdlock(&forked);
  fflush(stdout);
  pid_t p = fork();
  if (!p) {
    printf("child %d %d\n", pthread_rwlock_unlock(&forked), pthread_rwlock_trywrlock(&forked));
    fflush(stdout);
    count(s);
    _exit(0);
  }
  count(s);
  int status;
  waitpid(p, &status, 0);
  printf("%d %ld %ld %d\n", status, s->written, s->spun, pthread_rwlock_unlock(&forked));
}

static void kinds() {
  std::shared_mutex s;
  std::shared_timed_mutex t;
  long sum = 0, seen = 0;
  std::vector<std::thread> all;
  for (int i = 0; i < 4; i++)
    all.emplace_back([&, i] {
      for (int k = 0; k < 1000; k++) {
        if (k % 10 == i) {
          std::unique_lock<std::shared_mutex> a(s);
          sum++;
        }
        std::shared_lock<std::shared_timed_mutex> a(t, std::chrono::seconds(100));
        std::shared_lock<std::shared_mutex> b(s);
        __atomic_fetch_add(&seen, sum <= 400, __ATOMIC_RELAXED);
      }
      std::unique_lock<std::shared_timed_mutex> a(t, std::chrono::seconds(100));
      seen += a.owns_lock();
    });
  for (auto &x : all)
    x.join();
  printf("%ld %ld\n", sum, seen);
}

static void many() {
  std::vector<std::shared_mutex> v(20000);
  std::vector<std::shared_lock<std::shared_mutex>> held;
  for (auto &m : v)
    held.emplace_back(m);
  long n = 0;
#pragma omp parallel for num_threads(4) reduction(+ : n)
  for (int i = 0; i < (int)v.size(); i++) {
    std::shared_lock<std::shared_mutex> g(v[i]);
    n += !v[i].try_lock();
  }
  held.clear();
  for (auto &m : v)
    n += m.try_lock();
  for (auto &m : v)
    m.unlock();
  printf("%ld\n", n);
}

int main() {
  setvbuf(stdout, nullptr, _IOLBF, 4096);
  errors(&readers_first);
  errors(&writers_first);
  spin_errors();
  again();
  cancellation();
  forks();
  kinds();
  many();
}
