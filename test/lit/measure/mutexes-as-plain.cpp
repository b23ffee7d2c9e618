// With --pomp-mutexes a program does what it does without: errors and errno, recursive, robust and other mutexes, cancellation, handlers of
// signals and of fork, constructors and destructors, the C++ library's classes, many mutexes. So it does with the archive, with
// link-time optimisation and with another linker.
// REQUIRES: default-clang
// RUN: rm -rf %t && mkdir -p %t && cd %t && %pomp_clangxx -w -O1 -c %s -o a.o && %pomp_clangxx a.o -o plain && env POMP_ENABLE=0 ./plain > expected
// RUN: %pomp_clangxx a.o --pomp-mutexes -o a && env POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=e ./a > out && diff expected out
// RUN: %pomp_clangxx a.o --pomp-mutexes --pomp-static -o b && env POMP_SUMMARY=0 POMP_TRACE=1 POMP_EXPERIMENT_DIR=f ./b > out && diff expected out
// RUN: %pomp_clangxx -w -O2 -flto -fuse-ld=lld %s --pomp-mutexes -o c && env POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=g ./c > out && diff expected out
// RUN: env POMP_ENABLE=0 ./c > out && diff expected out
// All of it was measured.
// RUN: %pomp_report --columns visits,region --all e > table && grep -E "std::condition_variable::wait" table && grep "pthread_mutex_clocklock" table
// RUN: %pomp_report --columns visits,region --all g > table && grep -E "std::condition_variable::wait" table && grep "pthread_mutex_clocklock" table
#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <pthread.h>
#include <shared_mutex>
#include <signal.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

static std::mutex early;
struct Before {
  Before() {
    std::lock_guard<std::mutex> g(early);
    printf("constructor\n");
  }
  ~Before() {
    std::lock_guard<std::mutex> g(early);
    printf("destructor\n");
  }
} before;

static pthread_mutex_t of(int type, bool robust = false) {
  pthread_mutex_t m;
  pthread_mutexattr_t a;
  pthread_mutexattr_init(&a);
  pthread_mutexattr_settype(&a, type);
  if (robust)
    pthread_mutexattr_setrobust(&a, PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init(&m, &a);
  return m;
}
static void errors() {
  pthread_mutex_t e = of(PTHREAD_MUTEX_ERRORCHECK), r = of(PTHREAD_MUTEX_RECURSIVE), n = of(PTHREAD_MUTEX_NORMAL);
  errno = 77;
  printf("%d %d %d %d\n", pthread_mutex_lock(&e), pthread_mutex_lock(&e), pthread_mutex_unlock(&e),
         pthread_mutex_unlock(&e));
  printf("%d %d %d %d %d %d %d\n", pthread_mutex_lock(&r), pthread_mutex_lock(&r), pthread_mutex_trylock(&r),
         pthread_mutex_unlock(&r), pthread_mutex_unlock(&r), pthread_mutex_unlock(&r), pthread_mutex_unlock(&r));
  pthread_mutex_lock(&e);
  pthread_mutex_lock(&r);
  pthread_mutex_lock(&n);
  std::thread([&] {
    timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    t.tv_nsec = 1000000000;
    printf("%d %d %d %d\n", pthread_mutex_unlock(&e), pthread_mutex_unlock(&r), pthread_mutex_trylock(&n),
           pthread_mutex_timedlock(&n, &t));
    t.tv_nsec = 0;
    t.tv_sec = 1;
    printf("%d %d %d\n", pthread_mutex_timedlock(&n, &t), pthread_mutex_clocklock(&n, 99, &t),
           pthread_mutex_clocklock(&n, CLOCK_MONOTONIC, &t));
  }).join();
  printf("%d\n", pthread_mutex_clocklock(&n, 99, nullptr));
  printf("%d %d %d errno %d\n", pthread_mutex_unlock(&e), pthread_mutex_unlock(&r), pthread_mutex_unlock(&n), errno);
}
static void robust() {
  static pthread_mutex_t m = of(PTHREAD_MUTEX_NORMAL, true);
  std::thread([] { pthread_mutex_lock(&m); }).join();
  int e = pthread_mutex_lock(&m);
  printf("robust %d", e == EOWNERDEAD);
  printf(" %d %d", pthread_mutex_unlock(&m), pthread_mutex_lock(&m) == ENOTRECOVERABLE);
  printf(" %d\n", pthread_mutex_trylock(&m) == ENOTRECOVERABLE);
}
static pthread_mutex_t cm = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cc = PTHREAD_COND_INITIALIZER;
static bool waits;
static void cleanup(void *) { printf("cleanup %d %d\n", pthread_mutex_trylock(&cm), pthread_mutex_unlock(&cm)); }
struct Destroyed {
  ~Destroyed() { printf("destroyed\n"); }
};
static void *cancelled(void *) {
  Destroyed d;
  pthread_mutex_lock(&cm);
  waits = true;
  pthread_cleanup_push(cleanup, nullptr);
  while (true)
    pthread_cond_wait(&cc, &cm);
  pthread_cleanup_pop(0);
  return nullptr;
}
static void cancellation() {
  pthread_t t;
  void *r;
  pthread_create(&t, nullptr, cancelled, nullptr);
  for (bool w = false; !w;) {
    pthread_mutex_lock(&cm);
    w = waits;
    pthread_mutex_unlock(&cm);
  }
  pthread_cancel(t);
  pthread_join(t, &r);
  printf("%d %d %d\n", r == PTHREAD_CANCELED, pthread_mutex_lock(&cm), pthread_mutex_unlock(&cm));
}
static void handler(int) {
  static pthread_mutex_t h = PTHREAD_MUTEX_INITIALIZER;
  if (pthread_mutex_trylock(&h) == 0)
    pthread_mutex_unlock(&h);
}
static void signals() {
  signal(SIGUSR1, handler);
  std::mutex m;
  std::condition_variable c;
  int turn = 0;
  long n = 0;
  std::thread a([&] {
    for (int i = 0; i < 2000; i++) {
      std::unique_lock<std::mutex> g(m);
      c.wait(g, [&] { return turn == 0; });
      turn = 1;
      n++;
      c.notify_all();
    }
  });
  std::thread b([&] {
    for (int i = 0; i < 2000; i++) {
      std::unique_lock<std::mutex> g(m);
      while (!c.wait_for(g, std::chrono::seconds(1), [&] { return turn == 1; }))
        ;
      turn = 0;
      n++;
      c.notify_all();
    }
  });
  pthread_t t = a.native_handle();
  for (int i = 0; i < 500; i++) {
    pthread_kill(t, SIGUSR1);
    usleep(10);
  }
  a.join();
  b.join();
  printf("%ld\n", n);
}
static pthread_mutex_t fm = PTHREAD_MUTEX_INITIALIZER;
static void forks() {
  pthread_atfork([] { pthread_mutex_lock(&fm); }, [] { pthread_mutex_unlock(&fm); }, [] { pthread_mutex_unlock(&fm); });
  fflush(stdout);
  for (int i = 0; i < 3; i++) {
    pid_t p = fork();
    if (!p) {
      std::lock_guard<std::mutex> g(early);
      printf("child %d %d\n", pthread_mutex_trylock(&fm), pthread_mutex_unlock(&fm));
      fflush(stdout);
      _exit(0);
    }
    int s;
    waitpid(p, &s, 0);
    printf("%d %d\n", s, pthread_mutex_trylock(&fm));
    pthread_mutex_unlock(&fm);
    fflush(stdout);
  }
}
static void kinds() {
  std::recursive_mutex r;
  std::timed_mutex t;
  std::shared_mutex s;
  std::shared_timed_mutex st;
  std::recursive_timed_mutex rt;
  long sum = 0;
  std::vector<std::thread> all;
  for (int i = 0; i < 4; i++)
    all.emplace_back([&] {
      for (int k = 0; k < 1000; k++) {
        {
          std::lock_guard<std::recursive_mutex> a(r);
          std::lock_guard<std::recursive_mutex> b(r);
          sum++;
        }
        if (rt.try_lock_for(std::chrono::seconds(10)))
          rt.unlock();
        {
          std::unique_lock<std::timed_mutex> a(t, std::chrono::seconds(10));
          (void)a.owns_lock();
        }
        {
          std::shared_lock<std::shared_mutex> a(s);
        }
        {
          std::unique_lock<std::shared_mutex> a(s);
        }
        {
          std::shared_lock<std::shared_timed_mutex> a(st, std::chrono::seconds(9));
        }
      }
    });
  for (auto &x : all)
    x.join();
  printf("%ld\n", sum);
}
static void many() {
  std::vector<std::mutex> v(30000);
  long n = 0;
  for (auto &m : v) {
    std::lock_guard<std::mutex> g(m);
    n++;
  }
#pragma omp parallel for num_threads(4) reduction(+ : n)
  for (int i = 0; i < (int)v.size(); i++) {
    std::lock_guard<std::mutex> g(v[i]);
    n++;
  }
  printf("%ld\n", n);
}
int main() {
  setvbuf(stdout, nullptr, _IOLBF, 4096);
  errors();
  robust();
  cancellation();
  signals();
  forks();
  kinds();
  many();
}
