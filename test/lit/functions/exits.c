// C functions are left in every way; each visit is counted, and ended by an event of its own.
// RUN: %same --gcc --functions dies=1,falls=1,catches=1,computed=3,returns_struct=1,throws_far=6,returns=7,asm_goto=2,jumps=1,old_style=1,statement_expression=1,vla=1,contracts=1,switches=3 --repaired 6 %s -- -Wall -Wextra -Wno-deprecated-non-prototype
// RUN: %same --gcc %s -- -O2 -std=gnu89 -Wno-deprecated-non-prototype -Wdeclaration-after-statement
// The other functions are measured on request; control passes longjmp's victims by, and they are ended with the function around them.
// RUN: %same --gcc --functions main=1,dies=1,falls=1,catches=1,computed=3,returns_struct=1,throws_far=6,returns=7,asm_goto=2,jumps=1,old_style=1,statement_expression=1,vla=1,contracts=1,switches=3 --repaired 6 %s -- -O2 -fexceptions -Wno-deprecated-non-prototype -fplugin-arg-pompinst-functions=all
// RUN: %emit %s -Wno-deprecated-non-prototype && not grep "__pomp_function_[0-9]" %t.emit
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <alloca.h>
#include <string.h>

struct pair { long a, b, c, d; };

static int counter;

/* This function falls off its end. */
static void falls(void) {
#pragma omp atomic
  counter++;
}

/* The value is computed inside. */
static int returns(int n) {
#pragma omp atomic
  counter++;
  if (n == 0)
    return ++counter;
  if (n == 1)
    return returns(0) + 10;
  while (n--)
    if (n == 2)
      return n;
  return counter;
}

static struct pair returns_struct(int n) {
#pragma omp atomic
  counter++;
  return (struct pair){n, n + 1, n + 2, n + 3};
}

static int jumps(int n) {
  __label__ up, out;
  int r = 0;
#pragma omp atomic
  counter++;
up:
  r++;
  if (n-- > 0)
    goto up;
  goto out;
out:
  return r;
}

/* In a computed goto, the labels are in the guard's scope, as the jump is. */
static int computed(int n) {
  static void *const to[] = {&&one, &&two, &&three};
#pragma omp atomic
  counter++;
  goto *to[n % 3];
one:
  return 1;
two:
  n += 7;
  if (n < 30)
    goto *to[n % 3];
  return 2;
three:
  return 3;
}

static int asm_goto(int n) {
#pragma omp atomic
  counter++;
  __asm__ goto("test %0, %0\n\tjz %l[zero]" : : "r"(n) : "cc" : zero);
  return 1;
zero:
  return 0;
}

static int switches(int n) {
  switch (n) {
#pragma omp atomic
    counter++;
  case 0:
    return 5;
  case 1: {
    int v = 6;
    return v;
  default:
    break;
  }
  }
  return 7;
}

static jmp_buf back;

static void throws_far(int n) {
#pragma omp atomic
  counter++;
  if (n == 0)
    longjmp(back, 1);
  throws_far(n - 1);
}

static int catches(void) {
  volatile int tries = 0;
#pragma omp atomic
  counter++;
  if (setjmp(back))
    tries++;
  if (tries < 3)
    throws_far(tries);
  return tries;
}

static int old_style(a, b)
int a;
long b;
{
#pragma omp atomic
  counter += a;
  return a + (int)b;
}

static int vla(int n) {
  int v[n];
  char *p = alloca(n);
#pragma omp atomic
  counter++;
  memset(p, 1, n);
  v[n - 1] = p[n - 1];
  return v[n - 1];
}

static int statement_expression(int n) {
  return ({
    int m = n * 2;
#pragma omp atomic
    counter++;
    m + 1;
  });
}

__attribute__((noreturn)) static void dies(int status) {
#pragma omp atomic
  counter++;
  printf("%d\n", counter);
  exit(status);
}

static double contracts(double a, double b, double c) {
#pragma STDC FP_CONTRACT OFF
  __label__ never;
#pragma omp atomic
  counter++;
  if (a > 1e300)
    goto never;
  return a * b + c;
never:
  return 0;
}

int main(int argc, char **argv) {
  int n;
  falls();
  for (n = 0; n < 6; n++)
    printf("%d\n", returns(n));
  struct pair p = returns_struct(3);
  printf("%ld %ld\n", p.a, p.d);
  printf("%d %d %d %d\n", jumps(4), computed(0), computed(1), computed(2));
  printf("%d %d\n", asm_goto(0), asm_goto(2));
  printf("%d %d %d\n", switches(0), switches(1), switches(2));
  printf("%d\n", catches());
  printf("%d %d %d %g\n", old_style(3, 4L), vla(9), statement_expression(4), contracts(1, 2, 3));
  if (argc > 5)
    return argv[0][0];
  dies(3);
}
