// Clocks are compared by arithmetic: offsets from round trips of known delays between clocks of known skew, and sums of them.
// RUN: %fresh && %cc -I %root/runtime/libpompomp-mpi %s %root/runtime/libpompomp-mpi/job/clock_offset.c -o a && ./a
#include "job/clock_offset.h"
#include <stdio.h>
#include <stdlib.h>

/* Reads another clock: it is ahead by `skew` and gains `drift` ns a second. */
static uint64_t other(uint64_t ns, int64_t skew, int64_t drift) {
  return ns + (uint64_t)skew + (uint64_t)((int64_t)(ns / 1000) * drift / 1000000);
}

static struct pomp_alignment measure(uint64_t start, int64_t skew, int64_t drift, int rounds) {
  struct pomp_round r[64];
  for (int i = 0; i < rounds; i++) {
    uint64_t there = 500 + (uint64_t)rand() % 3000, back = 500 + (uint64_t)rand() % 3000;
    if (rand() % 4 == 0)
      there += 100000; /* somebody else had the core */
    r[i].sent = start;
    r[i].there = other(start + there, skew, drift);
    r[i].answered = start + there + back;
    start += there + back + 1000;
  }
  return pomp_offset_of(r, rounds);
}

static int wrong(const char *what, struct pomp_alignment a, int64_t is) {
  printf("%s: %lld +- %llu, not %lld\n", what, (long long)a.offset, (unsigned long long)a.error, (long long)is);
  return 1;
}

static int64_t off(struct pomp_alignment a, int64_t is) { return llabs(a.offset - is); }

int main(void) {
  srand(1);
  for (int i = 0; i < 100000; i++) {
    int64_t skew = ((int64_t)rand() << 20) - ((int64_t)1 << 50), drift = rand() % 200000 - 100000;
    uint64_t start = (uint64_t)1 << 52;
    int rounds = 1 + rand() % 20;
    struct pomp_alignment a = measure(start, skew, drift, rounds);
    int64_t is = (int64_t)(other(a.ns, skew, drift) - a.ns);
    /* The drift during the round is some tenths of a ns. */
    if (off(a, is) > (int64_t)a.error + 20 || (rounds == 1 && (a.error < 500 || a.error > 106000)))
      return wrong("offset", a, is);
    /* Three clocks come in a row. */
    struct pomp_alignment b = measure(start, -skew / 3, 0, rounds), sum = pomp_offset_add(a, b);
    if (sum.ns != a.ns || sum.error != a.error + b.error || off(sum, is - skew / 3) > (int64_t)sum.error + 20)
      return wrong("sum", sum, is - skew / 3);
  }
  /* The fastest round counts, whatever the others say. */
  const struct pomp_round r[] = {{1000, 9000, 70000}, {10000, 10200, 5110}, {20000, 90000, 15100}};
  struct pomp_alignment a = pomp_offset_of(r, 3);
  if (a.ns != 10100 || a.offset != -4990 || a.error != 101)
    return wrong("fastest", a, -4990);
  return 0;
}
