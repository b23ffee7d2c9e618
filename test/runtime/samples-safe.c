// A program that is sampled 20,000 times a second, in situations of a table, prints what it prints without samples, and all of its threads
// are sampled: system calls that a handler would interrupt, code without unwind information, objects that go, jumps out of regions, alternate
// stacks on the smallest ones, contexts that go on on other threads, very many threads, nested teams. samples-plain.cpp has more of them.
// REQUIRES: perf
// UNSUPPORTED: sanitized, emulated
// RUN: %fresh && %cc -D_GNU_SOURCE -DOBJECT=1 -shared -fPIC %s -o 1.so && %cc -D_GNU_SOURCE -DOBJECT=2 -shared -fPIC %s -o 2.so
// RUN: %program -D_GNU_SOURCE %s -o a -ldl && ./a plain > expected
// RUN: env POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=e POMP_SAMPLE=50us ./a > out && diff expected out
// RUN: %python %inputs/samples.py 632 e/profile.pomp 'unseen == 0' samples stacks && %check e 'experiment["state"] == "complete"'
// The reports find what is left of all that.
// RUN: %pomp_report --samples e > said && grep "one every 0.05 ms" said
// Threads that can't be sampled for want of descriptors and timers are counted, and said.
// RUN: env POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=l POMP_SAMPLE=50us prlimit --nofile=256 --sigpending=20 ./a threads > out && grep -x "joined all: 1" out
// RUN: %python %inputs/samples.py 632 l/profile.pomp samples 'unseen > 0' && %pomp_report --samples l > said && grep "threads could not be sampled" said
// A program without a dynamic linker is sampled, too.
// RUN: %cc -D_GNU_SOURCE -DSTATIC -static %s -o s %libdir/libpompomp.a && ./s plain > expected
// RUN: env POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=s.e POMP_SAMPLE=50us ./s > out && diff expected out && %python %inputs/samples.py 632 s.e/profile.pomp samples stacks
// A debugger does not stop for SIGURG; nor for the signal that takes its place.
// DEFINE: %{gdb} = env POMP_SUMMARY=0 POMP_SAMPLE=1 gdb -batch -nx
// RUN: %if gdb %{ env POMP_EXPERIMENT_DIR=g %{gdb} -ex run --args ./a jumps > gdb.out 2>&1 && grep "exited normally" gdb.out && not grep "received signal" gdb.out %}
// RUN: %if gdb %{ env POMP_EXPERIMENT_DIR=h %{gdb} -ex run --args ./a urgent jumps > gdb.out 2>&1 && grep "exited normally" gdb.out && not grep "received signal" gdb.out %}
#ifdef OBJECT
/* It is a library in which there are samples, and out of which others are called. */
void calls(void (*back)(void));
void calls(void (*back)(void)) {
  volatile double x = 1;
  for (int i = 0; i < OBJECT * 200000; i++)
    x = x * 1.0001;
  back();
  x = x + 1;
}
#else
#include "regions.h"
#include <dlfcn.h>
#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <setjmp.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/sem.h>
#include <sys/socket.h>
#include <ucontext.h>
#include <unistd.h>

REGION_AT(work, "region", "work", 10);

static double used(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}
__attribute__((noinline)) static void work_for(double seconds) {
  volatile double sum = 0;
  for (double end = used() + seconds; used() < end;)
    for (int i = 0; i < 200; i++)
      sum = sum + i;
}
static void some_work(void) { work_for(0.0005); }

/* --- calls that no handler lets go on (man 7 signal), and some that it does --- */

static int epoll, semaphores, empty, full;
static struct sockaddr_in server;
static sem_t semaphore;
static const struct timespec moment = {0, 500000};
static struct timespec soon(void) {
  struct timespec t;
  clock_gettime(CLOCK_REALTIME, &t);
  t.tv_nsec += moment.tv_nsec;
  return t.tv_nsec < 1000000000 ? t : (struct timespec){t.tv_sec + 1, t.tv_nsec - 1000000000};
}
static int sleeps(void) { return nanosleep(&moment, NULL); }
static int sleeps_until(void) { return clock_nanosleep(CLOCK_MONOTONIC, 0, &moment, NULL) ? errno = EINTR, -1 : 0; }
static int selects(void) { return select(0, NULL, NULL, NULL, &(struct timeval){0, 500}); }
static int polls(void) { return poll(NULL, 0, 1); }
static int polls_events(void) { return epoll_wait(epoll, &(struct epoll_event){0}, 1, 1); }
static int waits(void) {
  struct timespec until = soon();
  return sem_timedwait(&semaphore, &until);
}
static int waits_in_system(void) { return semtimedop(semaphores, &(struct sembuf){0, -1, 0}, 1, &moment); }
static int waits_for_signal(void) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  return sigtimedwait(&set, NULL, &moment);
}
static int receives(void) { return (int)recv(empty, &(char){0}, 1, 0); }
static int reads(void) { return (int)read(full, &(char){0}, 1); }
static int connects(void) {
  int s = socket(AF_INET, SOCK_STREAM, 0), status = connect(s, (struct sockaddr *)&server, sizeof server);
  int error = errno;
  close(s);
  errno = error;
  return status;
}
static void calls_of_system(void) {
  static int (*const calls[])(void) = {sleeps,          sleeps_until,     selects,  polls, polls_events, waits,
                                       waits_in_system, waits_for_signal, receives, reads, connects};
  const struct timeval half = {0, 500};
  socklen_t size = sizeof server;
  int pair[2], pipes[2], interrupted = 0, port_of = socket(AF_INET, SOCK_STREAM, 0);
  server = (struct sockaddr_in){.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  bind(port_of, (struct sockaddr *)&server, sizeof server);
  listen(port_of, 50);
  getsockname(port_of, (struct sockaddr *)&server, &size);
  epoll = epoll_create1(0);
  semaphores = semget(IPC_PRIVATE, 1, 0600);
  sem_init(&semaphore, 0, 0);
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair) || pipe(pipes) || write(pipes[1], "12345678901234567890", 20) != 20)
    abort();
  setsockopt(empty = pair[0], SOL_SOCKET, SO_RCVTIMEO, &half, sizeof half);
  full = pipes[0];
  for (int i = 0; i < 20; i++)
    for (unsigned k = 0; k < sizeof calls / sizeof *calls; k++) {
      some_work();
      interrupted += calls[k]() < 0 && errno == EINTR;
    }
  semctl(semaphores, 0, IPC_RMID);
  printf("interrupted %d\n", interrupted);
}

/* --- code --- */

/* Code of no file, which nothing describes, calls a function. Half of it can't be read. */
static void made_code(void) {
#ifdef __x86_64__ /* push %rbx; sub $64, %rsp; call *%rdi; some rounds of a loop; add $64, %rsp; pop %rbx; ret */
  static const unsigned char code[] = {0x53, 0x48, 0x83, 0xec, 0x40, 0xff, 0xd7, 0xb9, 0,    0,    8,
                                       0,    0xff, 0xc9, 0x75, 0xfc, 0x48, 0x83, 0xc4, 0x40, 0x5b, 0xc3};
  for (int i = 0; i < 20; i++) {
    void *at = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    memcpy(at, code, sizeof code);
    mprotect(at, 4096, PROT_EXEC | (i % 2 ? PROT_READ : 0));
    ((void (*)(void (*)(void)))at)(some_work);
    munmap(at, 4096);
  }
#endif
  puts("code");
}

static void objects(void) {
  int gone = 0;
#ifndef STATIC
  void *(*open_library)(const char *, int) = NULL; /* who imports dlopen is sampled by timers, as what it loads may take any signal */
  *(void **)(void *)&open_library = dlsym(RTLD_DEFAULT, "dlopen");
  for (int i = 0; i < 40; i++) {
    void *handle = open_library(i % 2 ? "./1.so" : "./2.so", RTLD_NOW | RTLD_LOCAL);
    ((void (*)(void (*)(void)))dlsym(handle, "calls"))(some_work);
    gone += dlclose(handle) == 0;
  }
#endif
  printf("gone %d\n", gone);
}

/* --- stacks --- */

static jmp_buf place;
static void jumps(void) {
  volatile int jumped = 0;
  for (volatile int i = 0; i < 100; i = i + 1)
    if (setjmp(place))
      jumped = jumped + 1;
    else {
      POMP_Begin(&work);
      some_work();
      longjmp(place, 1);
    }
  printf("jumped %d\n", jumped);
}

enum { SMALL = 8, ALTERNATE = 32768 };
static int handled;
/* Two frames of the kernel have to fit: the program's handler is interrupted. Before AVX-512 they do into 8 KiB. */
static size_t alternate_size(void) {
  const size_t needed = 2 * getauxval(AT_MINSIGSTKSZ) + 3072;
  return needed > 8192 ? needed : 8192;
}
/* A program that imports sigaction is sampled by timers, as it may take any signal at any time. */
static void set_handler(int signal, const struct sigaction *a) {
#ifdef STATIC
  sigaction(signal, a, NULL);
#else
  int (*set)(int, const struct sigaction *, struct sigaction *) = NULL;
  *(void **)(void *)&set = dlsym(RTLD_DEFAULT, "sigaction");
  set(signal, a, NULL);
#endif
}

static void on_signal(int signal) {
  (void)signal;
  POMP_Begin(&work);
  some_work();
  POMP_End(&work);
  __atomic_fetch_add(&handled, 1, __ATOMIC_RELAXED);
}
static void *on_small_stack(void *memory) {
  const stack_t alternate = {.ss_sp = memory, .ss_size = alternate_size()}, none = {.ss_flags = SS_DISABLE};
  sigaltstack(&alternate, NULL);
  for (int i = 0; i < 5; i++) {
    some_work();
    raise(SIGUSR2);
  }
  sigaltstack(&none, NULL);
  return NULL;
}
static void stacks(void) {
  static char memory[SMALL][ALTERNATE];
  const struct sigaction a = {.sa_handler = on_signal, .sa_flags = SA_ONSTACK};
  pthread_t threads[SMALL];
  pthread_attr_t small;
  pthread_attr_init(&small);
  pthread_attr_setstacksize(&small, PTHREAD_STACK_MIN);
  set_handler(SIGUSR2, &a);
  for (int i = 0; i < SMALL; i++)
    pthread_create(&threads[i], &small, on_small_stack, memory[i]);
  for (int i = 0; i < SMALL; i++)
    pthread_join(threads[i], NULL);
  printf("handled %d\n", handled);
}

enum { FIBERS = 8, STEPS = 10 };
static struct fiber {
  ucontext_t inside, outside;
  int steps;
  char stack[16384];
} fibers[FIBERS];
static void in_fiber(int number) {
  struct fiber *f = &fibers[number];
  while (f->steps < STEPS) {
    some_work();
    f->steps++;
    swapcontext(&f->inside, &f->outside);
  }
}
static void *go_on(void *first) {
  for (struct fiber *f = first; f < fibers + FIBERS; f += 2) {
    POMP_Begin(&work);
    swapcontext(&f->outside, &f->inside);
    POMP_End(&work);
  }
  return NULL;
}
static void contexts(void) {
  int steps = 0;
  for (int i = 0; i < FIBERS; i++) {
    struct fiber *f = &fibers[i];
    getcontext(&f->inside);
    f->inside.uc_stack.ss_sp = f->stack;
    f->inside.uc_stack.ss_size = sizeof f->stack;
    f->inside.uc_link = &f->outside;
    makecontext(&f->inside, (void (*)(void))in_fiber, 1, i);
  }
  for (int i = 0; i <= STEPS; i++) { /* each fiber is on another thread then */
    pthread_t threads[2];
    for (int k = 0; k < 2; k++)
      pthread_create(&threads[k], NULL, go_on, &fibers[(i + k) % 2]);
    for (int k = 0; k < 2; k++)
      pthread_join(threads[k], NULL);
  }
  for (int i = 0; i < FIBERS; i++)
    steps += fibers[i].steps;
  printf("steps %d\n", steps);
}

/* --- threads --- */

static int many; /* TEST_ALL: a thousand */
static pthread_barrier_t there, seen;
static void *waits_and_works(void *unused) {
  pthread_barrier_wait(&there);
  pthread_barrier_wait(&seen);
  some_work();
  return unused;
}
static void threads(void) {
  pthread_t *all = calloc((size_t)many, sizeof *all);
  pthread_attr_t small;
  pthread_attr_init(&small);
  pthread_attr_setstacksize(&small, 65536);
  pthread_barrier_init(&there, NULL, (unsigned)many + 1);
  pthread_barrier_init(&seen, NULL, (unsigned)many + 1);
  int joined = 0;
  for (int i = 0; i < many; i++)
    pthread_create(&all[i], &small, waits_and_works, NULL);
  pthread_barrier_wait(&there);
  work_for(many * 0.003); /* they are found: the longer that takes, the less often they are looked for */
  pthread_barrier_wait(&seen);
  for (int i = 0; i < many; i++)
    joined += pthread_join(all[i], NULL) == 0;
  printf("joined all: %d\n", joined == many);
  free(all);
}

static void teams(void) {
  int members = 0;
#ifdef _OPENMP
#pragma omp parallel num_threads(many / 100) reduction(+ : members)
#pragma omp parallel num_threads(10) reduction(+ : members)
#pragma omp parallel num_threads(10) reduction(+ : members)
  {
    POMP_Begin(&work);
    some_work();
    POMP_End(&work);
    members++;
  }
  printf("members %d\n", members == many);
#else
  printf("members %d\n", members);
#endif
}

static void on_urgent(int signal) { (void)signal; }
static void urgent(void) {
  const struct sigaction a = {.sa_handler = on_urgent, .sa_flags = SA_RESTART};
  set_handler(SIGURG, &a);
}

static const struct {
  const char *name;
  void (*run)(void);
} situations[] = {{"calls", calls_of_system}, {"code", made_code},    {"objects", objects}, {"jumps", jumps},
                  {"stacks", stacks},         {"contexts", contexts}, {"threads", threads}, {"teams", teams}};

int main(int count, char **names) {
  many = getenv("TEST_ALL") ? 1000 : 200;
#ifdef _OPENMP
  setenv("KMP_BLOCKTIME", "0", 0); /* a thousand threads that spin would take long */
  omp_set_max_active_levels(3);
#endif
  for (int k = 1; k < count; k++)
    if (strcmp(names[k], "urgent") == 0)
      urgent();
  bool plain = count == 2 && strcmp(names[1], "plain") == 0;
  if (!plain)
    POMP_Begin(&work);
  for (unsigned i = 0; i < sizeof situations / sizeof *situations; i++) {
    bool wanted = count == 1 || plain;
    for (int k = 1; k < count; k++)
      wanted |= strcmp(names[k], situations[i].name) == 0;
    if (wanted)
      situations[i].run();
  }
  if (!plain)
    POMP_End(&work);
  return 0;
}
#endif
