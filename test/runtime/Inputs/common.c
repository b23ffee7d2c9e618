/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* common.c - unit tests of what stands in common/: the array, the index, numbers in few bytes, files. Each part prints
 * one line when it has passed. Not here: the filter file (test/fuzzers/fuzz_filter.cpp, test/lit/functions), metrics.
 */
#include "pomp_array.h"
#include "pomp_file.h"
#include "pomp_index.h"
#include "pomp_run.h"
#include "pomp_varint.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/wait.h>

#undef NDEBUG
#include <assert.h>

static void test_array(void) {
  uint64_t *numbers = NULL;
  uint32_t room = 0, grown = 0;
  assert(POMP_ARRAY_ROOM(numbers, room, 0) && numbers && room == POMP_ARRAY_FIRST); /* never NULL afterwards */
  for (uint32_t i = 0; i < 100000; i++) {
    uint32_t old = room;
    assert(POMP_ARRAY_ROOM(numbers, room, i + 1ull) && room > i);
    grown += room != old;
    numbers[i] = i;
  }
  assert(grown < 20); /* it doubles */
  for (uint32_t i = 0; i < 100000; i++)
    assert(numbers[i] == i);
  uint64_t *same = numbers;
  uint32_t old = room;
  assert(!POMP_ARRAY_ROOM(numbers, room, UINT32_MAX) && numbers == same && room == old);
  assert(!POMP_ARRAY_ROOM(numbers, room, UINT64_MAX) && numbers == same && room == old);
  assert(!pomp_array_room((void *)&numbers, &room, 1u << 30, SIZE_MAX / 4) && numbers == same && room == old);
  free(numbers);
  numbers = NULL;
  room = 0;
  assert(POMP_ARRAY_ROOM(numbers, room, 1000) && room == 1000); /* what is needed, if that is more than double */
  free(numbers);
  puts("array");
}

struct pair {
  uint64_t key, detail;
};
struct pairs {
  struct pair *at;
  struct pair wanted;
  uint32_t asked;
};
static bool is_wanted(const void *context, uint32_t number) {
  const struct pairs *p = context;
  ((struct pairs *)context)->asked++;
  return p->at[number].key == p->wanted.key && p->at[number].detail == p->wanted.detail;
}

/* The number of the pair, which gets the next one if it is new. */
static uint32_t number_of(struct pairs *p, struct pomp_index *x, uint64_t key, uint64_t detail, uint32_t hash) {
  p->wanted = (struct pair){key, detail};
  assert(pomp_index_room(x, x->used + 1ull));
  struct pomp_slot *s = pomp_index_find(x, hash, is_wanted, p);
  if (!s->number) {
    p->at[x->used] = p->wanted;
    pomp_index_put(x, s, hash, x->used);
  }
  return s->number - 1;
}

static void test_index(void) {
  enum { COUNT = 50000, SAME = 500 };
  struct pairs p = {.at = calloc(COUNT, sizeof *p.at)};
  struct pomp_index x = {NULL, 0, 0};
  assert(p.at && !pomp_index_fits(&x, 0) && pomp_index_room(&x, 0) && pomp_index_fits(&x, 32) &&
         !pomp_index_fits(&x, 33));
  for (int round = 0; round < 2; round++)
    for (uint32_t i = 0; i < COUNT; i++)
      assert(number_of(&p, &x, i / 2, i % 2, pomp_hash(i / 2, i % 2)) == i);
  assert(x.used == COUNT && p.asked < COUNT + COUNT / 100); /* hashes differ, and spare most comparisons */
  pomp_index_free(&x);
  x = (struct pomp_index){NULL, 0, 0};
  for (int round = 0; round < 2; round++)
    for (uint32_t i = 0; i < SAME; i++)
      assert(number_of(&p, &x, i, 0, 7) == i); /* though all hashes are the same */
  assert(x.used == SAME);
  struct pomp_index before = x;
  assert(!pomp_index_room(&x, UINT64_C(1) << 40) && x.slots == before.slots && x.used == SAME);
  pomp_index_free(&x);
  free(p.at);
  assert(pomp_hash_text(0, "ab") != pomp_hash_text(0, "ba"));
  assert(pomp_hash_text(pomp_hash_text(0, "a"), "bc") != pomp_hash_text(pomp_hash_text(0, "ab"), "c"));
  puts("index");
}

static void test_varint(void) {
  static const uint64_t numbers[] = {0, 1, 127, 128, 16383, 16384, UINT32_MAX, 1ull << 62, UINT64_MAX};
  static const unsigned lengths[] = {1, 1, 1, 2, 2, 3, 5, 9, POMP_VARINT_MAX};
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
    unsigned char bytes[POMP_VARINT_MAX + 1] = {0};
    uint64_t back;
    unsigned length = pomp_varint_put(bytes, numbers[i]), at = 0;
    assert(length == lengths[i]);
    assert(pomp_varint_get(bytes, &at, length, &back) && at == length && back == numbers[i]);
    at = 0;
    assert(!pomp_varint_get(bytes, &at, length - 1, &back) && at == length - 1); /* its last byte is missing */
  }
  unsigned char endless[20];
  unsigned at = 0;
  uint64_t n;
  memset(endless, 0x80, sizeof endless);
  assert(!pomp_varint_get(endless, &at, sizeof endless, &n) && at == POMP_VARINT_MAX);
  static const int64_t ends[] = {INT64_MIN, INT64_MIN + 1, -64, -2, -1, 0, 1, 63, INT64_MAX - 1, INT64_MAX};
  for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
    assert(pomp_unzigzag(pomp_zigzag(ends[i])) == ends[i]);
  assert(pomp_zigzag(0) == 0 && pomp_zigzag(-1) == 1 && pomp_zigzag(1) == 2 && pomp_zigzag(-64) == 127);
  puts("varint");
}

static void test_file(void) {
  static char from[100000], to[100000];
  int pipes[2];
  for (size_t i = 0; i < sizeof from; i++)
    from[i] = (char)(i * 7);
  int fd = open("file", O_RDWR | O_CREAT | O_TRUNC, 0600);
  assert(fd >= 0 && pomp_file_write(fd, from, 1000) == 0);
  assert(pomp_file_write(fd, from + 1000, sizeof from - 1000) == 0); /* behind it */
  assert(pomp_file_read_at(fd, to, sizeof to, 0) == 0 && memcmp(from, to, sizeof to) == 0);
  assert(pomp_file_write_at(fd, "xyz", 3, 50) == 0 && pomp_file_read_at(fd, to, 5, 49) == 0);
  assert(to[0] == from[49] && memcmp(to + 1, "xyz", 3) == 0 && to[4] == from[53]);
  assert(pomp_file_read_at(fd, to, 2, sizeof from - 1) == -ENODATA);
  assert(pomp_file_read_at(fd, to, 0, sizeof from + 10) == 0);
  close(fd);
  assert(pomp_file_read_at(fd, to, 1, 0) == -EBADF && pomp_file_write(fd, from, 1) == -EBADF &&
         pomp_file_write_at(fd, from, 1, 0) == -EBADF);
  /* A pipe takes a part at a time. */
  assert(pipe(pipes) == 0);
  pid_t child = fork();
  assert(child >= 0);
  if (child == 0) {
    close(pipes[0]);
    _exit(pomp_file_write(pipes[1], from, sizeof from) == 0 ? 0 : 1);
  }
  close(pipes[1]);
  size_t got = 0;
  for (ssize_t n; (n = read(pipes[0], to + got, 777)) > 0 || (n < 0 && errno == EINTR);)
    got += n > 0 ? (size_t)n : 0;
  int status;
  assert(waitpid(child, &status, 0) == child && status == 0 && got == sizeof from && memcmp(from, to, got) == 0);
  puts("file");
}

static void test_run(void) {
  struct pomp_header h = {.threads = 0, .sync = {{.tick = 1000}}, .nesting = POMP_NESTING_UNKNOWN, .left_barriers = 3};
  assert(pomp_run_threads(&h, 5) == 5);
  h.threads = 4;
  assert(pomp_run_threads(&h, 5) == 4 && pomp_run_wall(&h, 1600) == 600);
  assert(pomp_run_allocation(600, 4) == 2400 && pomp_run_allocation(UINT64_MAX / 2, 3) == UINT64_MAX);
  assert(pomp_run_idle(2400, 2000) == 400 && pomp_run_idle(2400, 2500) == 0);
  assert(pomp_run_measuring(2000, 30) == 60);
  assert(pomp_run_missing_barriers(&h, 2) == 3 && pomp_run_missing_barriers(&h, 1) == 0);
  h.nesting = POMP_NESTING_OMPT;
  assert(pomp_run_missing_barriers(&h, 2) == 0);
  puts("run");
}

int main(void) {
  test_run();
  test_array();
  test_index();
  test_varint();
  test_file();
  return 0;
}
