// What follows a jump is not below the functions that it has left, whichever function comes next: with a smaller or a larger frame,
// inlined, from the same call or another one, on the thread's own stack or out of a handler on its stack. Functions that are still
// there stay open: contexts take turns on stacks of any kind. A construct that is open in a function is left with it. The program
// knows its own call paths: visits and times are the same, no other paths are there, and as many visits have no end of their own.
// DEFINE: %{holds} = 'experiment["ignored"] == 0 and experiment["lost"] == 0' 'shadows("truth.json")' 'experiment["repaired"] + experiment["unfinished"] == file("left")'
// DEFINE: %{run} = env POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=e ./a > left && %check e %{holds}
// RUN: %fresh && %clocked -O0 %s -o a && %{run}
// RUN: %fresh && %clocked -O1 -fomit-frame-pointer %s -o a && %{run}
// RUN: %fresh && %clocked -O2 %s -o a && %{run}
// RUN: %fresh && %clocked -O3 %native %s -o a && %{run}
// RUN: %fresh && %clocked -O2 -fno-omit-frame-pointer %s -o a && env POMP_TRACE=1 %{run}
// RUN: %fresh && %clocked -O2 %protected -fstack-protector-all %s -o a && %{run}
#include "regions.h"
#include "shadow.h"
#include <setjmp.h>
#include <signal.h>
#include <ucontext.h>

#define NOINLINE __attribute__((noinline))
#define F(name, line) REGION_AT(d_##name, "function", #name, line)
F(main, 1);
F(plain, 2);
F(wide, 3);
F(growing, 4);
F(small, 5);
F(large, 6);
F(inlined, 7);
F(outer, 8);
F(recursive, 9);
F(handler, 10);
F(signalled, 11);
F(first, 12);
F(second, 13);
F(step, 14);
F(switcher, 15);
F(calling, 16);
F(contexts, 17);
F(generations, 18);
F(guarded, 19);
REGION(critical, "critical", 20);
static jmp_buf back;
static sigjmp_buf out;
static volatile int sink;
static void use(volatile char *p) { sink += p[0]; }

/* --- functions that are called --- */
NOINLINE static void small(void) {
  ENTER(d_small);
  sink++;
  LEAVE(d_small);
}
NOINLINE static void large(void) {
  ENTER(d_large);
  volatile char room[3000];
  room[0] = 1;
  use(room);
  LEAVE(d_large);
}
__attribute__((always_inline)) static inline void inlined(void) {
  ENTER(d_inlined);
  sink++;
  LEAVE(d_inlined);
}

/* --- functions that are left --- */
static void jump(void) { longjmp(back, 1); }
NOINLINE static void plain(int jumps) {
  ENTER(d_plain);
  small();
  if (jumps)
    jump();
  large();
  LEAVE(d_plain);
}
NOINLINE static void wide(int jumps) {
  ENTER(d_wide);
  volatile char room[5000];
  room[0] = 1;
  use(room);
  inlined();
  if (jumps)
    jump();
  small();
  LEAVE(d_wide);
}
NOINLINE static void growing(int size) {
  ENTER(d_growing);
  volatile char room[size];
  room[0] = 1;
  use(room);
  inlined(); /* in the same frame, the stack of which has grown */
  plain(size % 2);
  LEAVE(d_growing);
}
NOINLINE static void recursive(int depth, int jumps) {
  ENTER(d_recursive);
  if (depth > 1)
    recursive(depth - 1, jumps);
  else if (jumps)
    jump();
  sink++;
  LEAVE(d_recursive);
}
NOINLINE static void guarded(int left_open) {
  ENTER(d_guarded);
  ENTER_CRITICAL(critical);
  if (!left_open)
    LEAVE_CRITICAL(critical);
  jump();
}

__attribute__((always_inline)) static inline void after(int which) {
  switch (which % 4) {
  case 0:
    small();
    break;
  case 1:
    large();
    break;
  case 2:
    inlined();
    break;
  default:
    wide(0);
  }
}
/* It is not measured. */
NOINLINE static void far(int which) {
  volatile char room[500];
  room[0] = 1;
  use(room);
  after(which);
}
#define CAUGHT(call)                                                                                                   \
  do {                                                                                                                 \
    struct shadow *volatile here_ = shadow_at;                                                                         \
    if (!setjmp(back))                                                                                                 \
      call;                                                                                                            \
    else                                                                                                               \
      shadow_back(here_);                                                                                              \
  } while (0)

NOINLINE static void outer(int i) {
  ENTER(d_outer);
  CAUGHT(plain(i % 3));
  after(i);
  CAUGHT(wide(i % 2));
  after(i / 4);
  LEAVE(d_outer);
}
NOINLINE static void jumps(void) {
  for (volatile int i = 0; i < 200; i++) {
    CAUGHT(plain(i % 5));
    after(i);
    CAUGHT(wide(i % 3));
    after(i / 4);
    CAUGHT(growing(1000 + i));
    after(i / 2);
    CAUGHT(recursive(1 + i % 5, i % 2));
    far(i / 8);
    CAUGHT(recursive(i % 4, i % 2));
    after(i / 8);
    CAUGHT(guarded(i % 2));
    outer(i);
    after(i / 3);
  }
}

/* --- handlers of signals, on a stack of their own --- */
static void handler(int number) {
  ENTER(d_handler);
  small();
  if (number == SIGUSR1)
    siglongjmp(out, 1);
  LEAVE(d_handler);
}
NOINLINE static void signalled(int number) {
  ENTER(d_signalled);
  raise(number);
  large();
  LEAVE(d_signalled);
}
NOINLINE static void signals(char *memory, size_t size) {
  stack_t other = {.ss_sp = memory, .ss_size = size, .ss_flags = memory ? 0 : SS_DISABLE}, before;
  struct sigaction action = {.sa_handler = handler, .sa_flags = SA_ONSTACK};
  sigaltstack(&other, &before);
  sigaction(SIGUSR1, &action, NULL);
  sigaction(SIGUSR2, &action, NULL);
  for (volatile int i = 0; i < 50; i++) {
    struct shadow *volatile here = shadow_at;
    if (!sigsetjmp(out, 1))
      signalled(i % 2 ? SIGUSR1 : SIGUSR2);
    else
      shadow_back(here);
    after(i / 2);
  }
  other.ss_flags = SS_DISABLE;
  sigaltstack(&other, NULL);
}

/* --- contexts that take turns: none of them is left --- */
static ucontext_t caller, one, two;
NOINLINE static void step(int wide_too) {
  ENTER(d_step);
  small();
  if (wide_too)
    wide(0);
  LEAVE(d_step);
}
static void second(void) {
  ENTER(d_second);
  for (int i = 0; i < 20; i++) {
    step(i % 2);
    swapcontext(&two, &one);
  }
  CAUGHT(plain(1)); /* a jump on a stack like that */
  LEAVE(d_second);
}
static void first(void) {
  ENTER(d_first);
  for (int i = 0; i < 20; i++) {
    step(i % 3);
    swapcontext(&one, i % 4 ? &two : &caller);
  }
  swapcontext(&one, &caller);
  for (int i = 0; i < 6; i++) /* the second one comes to its end */
    swapcontext(&one, &two);
  LEAVE(d_first);
}
static void make(ucontext_t *c, char *memory, size_t size, void (*run)(void), ucontext_t *next) {
  getcontext(c);
  c->uc_stack.ss_sp = memory;
  c->uc_stack.ss_size = size;
  c->uc_link = next;
  makecontext(c, run, 0);
}
NOINLINE static void contexts(char *memory_one, char *memory_two, size_t size) {
  ENTER(d_contexts);
  make(&one, memory_one, size, first, &caller);
  make(&two, memory_two, size, second, &one);
  for (int i = 0; i < 7; i++) {
    swapcontext(&caller, &one);
    after(i);
  }
  LEAVE(d_contexts);
}
NOINLINE static void in_frame(void) {
  char memory_one[32768], memory_two[32768];
  contexts(memory_one, memory_two, sizeof memory_one);
}
NOINLINE static void own_frame(void) {
  ENTER(d_generations);
  char memory_one[65536], memory_two[32768];
  for (int i = 0; i < 5; i++)
    contexts(memory_two, memory_one, sizeof memory_two);
  LEAVE(d_generations);
}
NOINLINE static void signals_in_frame(void) {
  ENTER(d_generations);
  char memory[65536] = "";
  signals(memory, sizeof memory);
  LEAVE(d_generations);
}

/* --- setcontext goes back --- */
static ucontext_t again;
NOINLINE static void switcher(void) {
  ENTER(d_switcher);
  setcontext(&again);
}
NOINLINE static void calling(void) {
  ENTER(d_calling);
  volatile int times = 0;
  struct shadow *volatile here = shadow_at;
  getcontext(&again);
  if (times)
    shadow_back(here);
  after(times);
  if (times++ < 40)
    switcher();
  LEAVE(d_calling);
}

int main(void) {
  static char memory_one[65536], memory_two[65536];
  ENTER(d_main);
  jumps();
  signals(memory_one, sizeof memory_one);
  signals(NULL, 0);
  signals_in_frame();
  contexts(memory_one, memory_two, sizeof memory_one);
  char *memory = malloc(2 * 32768);
  contexts(memory + 32768, memory, 32768);
  contexts(memory, memory + 32768, 32768);
  free(memory);
  char local[2][32768];
  contexts(local[0], local[1], sizeof *local);
  contexts(local[1], local[0], sizeof *local);
  in_frame();
  own_frame();
  calling();
  jumps();
  LEAVE(d_main);
  shadow_write("truth.json");
  printf("%d\n", shadow_left_count);
  return 0;
}
