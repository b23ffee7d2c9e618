// What several processes of pomp-report that mpirun has started do for the first one (tools/sums): each makes every n-th part, and
// the first has all of them in their order, whoever could not help. It alone prints, and what the others say it says in that order.
// REQUIRES: mpi
// UNSUPPORTED: sanitized, coverage
// RUN: %fresh && mkdir bin lib
// RUN: %cc -D_GNU_SOURCE -I %root/tools -I %root/common %s -o bin/fold %libdir/libpomp_fold.a %libdir/libpomp_reader.a %libdir/libpomp_errors.a %libdir/libpomp_base.a %libdir/libpomp-launch.a %libdir/libpomp-place.a
// RUN: ./bin/fold 0 1 > out 2> err && count 1 < out && grep -x "40 parts of 1" out && count 20 < err && sort -n -C err && mv err said
//
// Without the library the first one does it all, and says so.
// RUN: %mpirun -n 3 ./bin/fold 0 1 > out 2> err && count 1 < out && grep -x "40 parts of 1" out && grep "^fold: one of 3 processes does all of the work: .*libpompreport-mpi.so: cannot open" err && sed -i 1d err && cmp err said
//
// With it all work, as leaves and as inner nodes of the tree, alone and with workers of their own.
// RUN: ln -s %libdir/libpompreport-mpi.so lib
// RUN: sh -c 'for n in 1 2 7; do %mpirun -n $n ./bin/fold 0 1 > out 2> err && grep -x "40 parts of $n" out && count 1 < out && cmp err said || exit 1; done'
// RUN: %mpirun -n 3 ./bin/fold 0 3 > out 2> err && grep -x "40 parts of 3" out && count 1 < out && cmp err said
// A launcher's process that has a shell between is alone: what the shell starts elsewhere nobody knows.
// RUN: %mpirun -n 2 sh -c "./bin/fold 0 1; exit 0" > out 2> err && grep -cx "40 parts of 1" out | grep -x 2
//
// Somebody, a leaf or an inner node, can't make its parts, has not found what they are made of, or has found something else.
// RUN: sh -c 'for how in refuses absent other; do for who in 1 2; do %mpirun -n 4 ./bin/fold 0 1 $how $who > out 2> err && grep -x "40 parts of 4" out && cmp err said || exit 1; done; done'
// The first one fails, or has found less than the others: they end, too.
// RUN: not %mpirun -n 4 ./bin/fold 0 1 full 0 > out 2> err && grep -x "part 5 is one too many" err && grep -x "5 parts of 4" out
// RUN: sh -c 'for how in absent other; do %mpirun -n 4 ./bin/fold 0 1 $how 0 > out 2> err && grep "parts of 4" out || exit 1; done'
// Messages that are longer than what is sent at once.
// RUN: %mpirun -n 3 ./bin/fold 3000000 1 > out 2> err && grep -x "40 parts of 3" out && cmp err said
#include "sums/fold.h"
#include "sums/launched_processes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PARTS = 20 };

static size_t longest;
static uint32_t special, added, next; /* in all, and of this whole */
static const char *how = "";
static struct launched_processes own;

static int is(const char *what) { return strcmp(how, what) == 0 && own.rank == special; }

static bool make(void *context, uint32_t part, struct pomp_bytes *to) {
  const uint32_t whole = *(uint32_t *)context;
  if (is("refuses"))
    return fprintf(stderr, "rank %u refuses part %u\n", own.rank, part) < 0;
  if (part % 2)
    fprintf(stderr, "%u\n", whole * PARTS + part);
  POMP_BYTES_PUT(to, own.rank);
  for (size_t i = 0; i < longest + part; i++) {
    const unsigned char byte = (unsigned char)(part * 31 + whole + i * 7 + i / 251);
    POMP_BYTES_PUT(to, byte);
  }
  return true;
}

/* Who has made a part, if nobody fails, is always the same. */
static bool add(void *context, uint32_t part, struct pomp_bytes *from) {
  const uint32_t whole = *(uint32_t *)context;
  uint32_t maker = UINT32_MAX;
  POMP_BYTES_TAKE(from, maker);
  bool good = part == next++ && from->size == 4 + longest + part && (maker == part % own.size || (*how && maker == 0));
  for (size_t i = 0; i < longest + part; i++)
    good = good && from->at[4 + i] == (unsigned char)(part * 31 + whole + i * 7 + i / 251);
  if (!good)
    fprintf(stderr, "part %u of %u is wrong\n", part, whole);
  if (is("full") && part == 5)
    return fprintf(stderr, "part 5 is one too many\n") < 0;
  added++;
  return good;
}

int main(int argc, char **argv) {
  longest = strtoul(argv[1], NULL, 10);
  if (argc > 3) {
    how = argv[3];
    special = (uint32_t)atoi(argv[4]);
  }
  bool good = true;
  launched_processes_find();
  if (!launched_processes_meet())
    return 0;
  own = launched_processes_now();
  for (uint32_t whole = next = 0; good && whole < 2 && !is("absent"); whole++, next = 0)
    launched_processes_whole(whole), good = fold_parts(PARTS - 7 * is("other"), (unsigned)atoi(argv[2]), make, add, &whole) || !launched_processes_is_first();
  launched_processes_part();
  printf("%u parts of %u\n", added, own.size); /* it is the first one's alone that is seen */
  return !good;
}
