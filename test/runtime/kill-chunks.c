// SIGKILL comes after each single instruction of the way from one chunk of the trace to the next, in each mode: the
// trace can be read, and lacks nothing that it has had, but what a ring gave up.
// UNSUPPORTED: target={{(aarch64|arm|powerpc|riscv).*}}, traced
// RUN: %fresh && %program %s -o a
// DEFINE: %{step} = rm -rf e states && mkdir states && env POMP_TRACE=1 POMP_EXPERIMENT_DIR=e POMP_SUMMARY=0
// RUN: %{step} ./a step 2 && %python %inputs/kill-chunks.py whole %pomp_report
// RUN: %{step} POMP_TRACE_MEMORY=64k POMP_TRACE_MODE=stop ./a step 1 2> err && %python %inputs/kill-chunks.py stop %pomp_report
// RUN: %{step} POMP_TRACE_MEMORY=96k POMP_TRACE_MODE=flush ./a step 3 && %python %inputs/kill-chunks.py flush %pomp_report
// RUN: %{step} POMP_TRACE_MEMORY=96k POMP_TRACE_MODE=ring ./a step 3 && %python %inputs/kill-chunks.py ring %pomp_report
#include "steps.h"

#include "pomp_trace_format.h"

REGION(loop, "for", 1);
REGION(one, "single", 2);

static void visit(void) {
  POMP_For_enter(&loop);
  POMP_Single_enter(&one);
  POMP_Single_exit(&one);
  POMP_For_exit(&loop);
}

/* Returns the sequence of the chunk that events go to, and how much of it is used. */
static uint32_t look(int fd, uint64_t *sequence) {
  static unsigned char chunk[POMP_TRACE_CHUNK_SIZE];
  uint32_t used = 0;
  *sequence = 0;
  for (off_t at = POMP_TRACE_HEADER_SIZE; pread(fd, chunk, sizeof chunk, at) == sizeof chunk; at += sizeof chunk) {
    struct pomp_trace_chunk head;
    memcpy(&head, chunk, sizeof head);
    if (head.valid != 1 || head.location == POMP_TRACE_DEFINITIONS || head.sequence < *sequence)
      continue;
    *sequence = head.sequence;
    for (used = sizeof chunk; !chunk[used - 1];)
      used--;
  }
  return used;
}

/* a N: is stepped from shortly before the Nth chunk is full until the next one is in use. */
int main(int argc, char **argv) {
  if (argc > 2)
    return step_through(argv);
  uint64_t wanted = (uint64_t)atol(argv[1]) - 1, sequence;
  POMP_Init();
  visit();
  int fd = open("e/trace.pomp", O_RDONLY);
  while (look(fd, &sequence) < POMP_TRACE_CHUNK_SIZE - 256 - 40 || sequence < wanted)
    visit();
  MARK();
  for (int i = 0; i < 8; i++)
    visit();
  MARK();
  look(fd, &sequence);
  printf("%d\n", (int)sequence);
  return 0;
}
