/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* common.c - what runtime and tools share: the growing array, the hash table, numbers in few bytes, whole reads and
 * writes, the name that was meant, text for a terminal. */
#include "pomp_array.h"
#include "pomp_file.h"
#include "pomp_index.h"
#include "pomp_nearest.h"
#include "pomp_run.h"
#include "pomp_text.h"
#include "pomp_varint.h"
#include "unit.h"

#include <fcntl.h>
#include <sys/wait.h>

static void an_array_grows(void) {
  uint32_t *numbers = NULL, room = 0;
  CHECK(POMP_ARRAY_ROOM(numbers, room, 0) && numbers && room >= 1);
  for (uint32_t i = 0; i < 100000; i++) {
    CHECK(POMP_ARRAY_ROOM(numbers, room, i + 1ull) && room > i);
    numbers[i] = i;
  }
  for (uint32_t i = 0; i < 100000; i++)
    CHECK(numbers[i] == i);
  CHECK(room < 4 * 100000);
  const uint32_t *before = numbers, room_before = room;
  CHECK(!POMP_ARRAY_ROOM(numbers, room, UINT32_MAX + 1ull) && !POMP_ARRAY_ROOM(numbers, room, UINT64_MAX));
  CHECK(numbers == before && room == room_before && numbers[99999] == 99999);
  CHECK(!pomp_array_room((void *)&numbers, &room, 1u << 30, SIZE_MAX / 4) && numbers == before && room == room_before);
  free(numbers);
  numbers = NULL;
  room = 0;
  CHECK(POMP_ARRAY_ROOM(numbers, room, 1000) && room == 1000); /* what is needed, if that is more than double */
  free(numbers);
}

static const uint64_t *elements;
static uint64_t compared;
static bool is_same(const void *context, uint32_t number) {
  compared++;
  return elements[number] == *(const uint64_t *)context;
}

/* `hash_of` may give many elements the same hash: they are found all the same. */
static void an_index_finds(uint32_t (*hash_of)(uint64_t), uint32_t count) {
  struct pomp_index index = {0};
  uint64_t *values = calloc(count, sizeof *values);
  CHECK(values);
  elements = values;
  CHECK(!pomp_index_find(&index, hash_of(0), is_same, values)->number); /* nothing has been put into it */
  for (uint32_t i = 0; i < count; i++) {
    uint64_t value = i * 7919ull;
    CHECK(pomp_index_room(&index, i + 1ull));
    struct pomp_slot *slot = pomp_index_find(&index, hash_of(value), is_same, &value);
    CHECK(!slot->number);
    values[i] = value;
    pomp_index_put(&index, slot, hash_of(value), i);
  }
  CHECK(index.used == count);
  for (uint32_t i = 0; i < count; i++)
    CHECK(pomp_index_find(&index, hash_of(values[i]), is_same, &values[i])->number == i + 1);
  uint64_t missing = 1;
  CHECK(!pomp_index_find(&index, hash_of(missing), is_same, &missing)->number);
  CHECK(!pomp_index_room(&index, UINT64_MAX / 2) && index.used == count);
  pomp_index_free(&index);
  free(values);
}

static uint32_t good_hash(uint64_t n) { return pomp_hash(n, 1); }
static uint32_t bad_hash(uint64_t n) { return (uint32_t)n & 1; }

static void hashes_differ(void) {
  CHECK(pomp_hash(1, 2) != pomp_hash(2, 1) && pomp_hash(0, 0) != pomp_hash(0, 1));
  CHECK(pomp_hash_text(0, "ab") != pomp_hash_text(0, "ba") && pomp_hash_text(0, "a") != pomp_hash_text(1, "a"));
  CHECK(pomp_hash_bytes(POMP_HASH_BEGIN, "foobar", 6) == 0x85944171f73967e8u); /* as FNV-1a is published */
  CHECK(pomp_hash_bytes(POMP_HASH_BEGIN, "ab\0", 3) == pomp_hash_text(POMP_HASH_BEGIN, "ab"));
  /* Names one after the other are not one name. */
  CHECK(pomp_hash_text(pomp_hash_text(0, "ab"), "c") != pomp_hash_text(pomp_hash_text(0, "a"), "bc"));
}

static void numbers_are_short(void) {
  static const uint64_t numbers[] = {0,          1,         127, 128, 16383, 16384, 1ull << 32, (1ull << 63) - 1,
                                     1ull << 63, UINT64_MAX};
  static const unsigned lengths[] = {1, 1, 1, 2, 2, 3, 5, 9, 10, 10};
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
    unsigned char bytes[POMP_VARINT_MAX + 1];
    unsigned at = 0, length = pomp_varint_put(bytes, numbers[i]);
    uint64_t n;
    CHECK(length == lengths[i] && length <= POMP_VARINT_MAX);
    CHECK(pomp_varint_get(bytes, &at, length, &n) && n == numbers[i] && at == length);
    at = 0;
    CHECK(!pomp_varint_get(bytes, &at, length - 1, &n)); /* it does not end there */
  }
  unsigned char endless[20];
  unsigned at = 0;
  uint64_t n;
  memset(endless, 0x80, sizeof endless);
  CHECK(!pomp_varint_get(endless, &at, sizeof endless, &n) && at <= POMP_VARINT_MAX);
  static const int64_t folded[] = {0, -1, 1, -2, 2, -64, 63, INT64_MIN, INT64_MAX};
  for (size_t i = 0; i < sizeof folded / sizeof *folded; i++)
    CHECK(pomp_unzigzag(pomp_zigzag(folded[i])) == folded[i]);
  CHECK(pomp_zigzag(0) == 0 && pomp_zigzag(-1) == 1 && pomp_zigzag(1) == 2 && pomp_zigzag(-64) == 127);
}

static void a_file_is_read_whole(void) {
  char bytes[8];
  int fd = open("file", O_CREAT | O_RDWR, 0600);
  CHECK(fd >= 0 && pomp_file_write(fd, "abc", 3) == 0 && pomp_file_write(fd, "def", 3) == 0);
  CHECK(pomp_file_write_at(fd, "XY", 2, 2) == 0);
  CHECK(pomp_file_read_at(fd, bytes, 6, 0) == 0 && memcmp(bytes, "abXYef", 6) == 0);
  CHECK(pomp_file_read_at(fd, bytes, 2, 4) == 0 && memcmp(bytes, "ef", 2) == 0);
  CHECK(pomp_file_read_at(fd, bytes, 3, 4) == -ENODATA && pomp_file_read_at(fd, bytes, 0, 100) == 0);
  close(fd);
  CHECK(pomp_file_read_at(fd, bytes, 1, 0) == -EBADF && pomp_file_write(fd, "a", 1) == -EBADF);
  CHECK(pomp_file_write_at(fd, "a", 1, 0) == -EBADF);
}

/* A pipe takes a part of it at a time. */
static void a_pipe_gets_all(void) {
  static char from[1 << 20], to[sizeof from];
  int ends[2], status;
  for (size_t i = 0; i < sizeof from; i++)
    from[i] = (char)(i * 7);
  CHECK(pipe(ends) == 0);
  pid_t child = fork();
  CHECK(child >= 0);
  if (child == 0)
    _exit(pomp_file_write(ends[1], from, sizeof from) != 0);
  close(ends[1]);
  size_t got = 0;
  for (ssize_t n; (n = read(ends[0], to + got, sizeof to - got)) > 0;)
    got += (size_t)n;
  CHECK(waitpid(child, &status, 0) == child && status == 0);
  CHECK(got == sizeof from && memcmp(from, to, sizeof to) == 0);
}

static void totals_hold_at_their_ends(void) {
  struct pomp_header h = {.nesting = POMP_NESTING_UNKNOWN};
  CHECK(pomp_run_threads(&h, 3) == 3);
  h.threads = 2;
  CHECK(pomp_run_threads(&h, 3) == 2);
  CHECK(pomp_run_allocation(&h, 3, 10, 15) == 20 && pomp_run_allocation(&h, 3, UINT64_MAX / 2, 0) == UINT64_MAX - 1);
  h.workers = 4; /* one more than there are: 0 says that it is not known */
  CHECK(pomp_run_allocation(&h, 3, 10, 15) == 45 && pomp_run_allocation(&h, 3, UINT64_MAX / 2, 0) == UINT64_MAX);
  CHECK(pomp_run_allocation(&h, 3, UINT64_MAX / 4, UINT64_MAX / 2) == UINT64_MAX);
  CHECK(pomp_run_idle(40, 30) == 10 && pomp_run_idle(40, 50) == 0);
  h.sync[0].tick = 1000;
  CHECK(pomp_run_wall(&h, 1600) == 600 && pomp_run_measuring(2000, 30, 5000, 0) == 60);
  CHECK(pomp_run_measuring(2000, 30, 5000, 4) == 100);
  h.left_barriers = 3;
  CHECK(pomp_run_missing_barriers(&h, 2) == 3 && pomp_run_missing_barriers(&h, 1) == 0);
  h.nesting = POMP_NESTING_OMPT;
  CHECK(pomp_run_missing_barriers(&h, 2) == 0);
}

static void the_cost_of_measuring_is_doubted(void) {
  struct pomp_run_doubts doubts = {.switches = 100};
  pomp_run_doubts_add(&doubts, 1000, 1);
  pomp_run_doubts_add(&doubts, 1000, 0);
  CHECK(doubts.visits == 2000 && doubts.contended == 1 && doubts.sharing == 0);
  CHECK(!*pomp_run_measuring_doubt(&doubts, 50, 1000));
  doubts.switches = 101;
  CHECK(strstr(pomp_run_measuring_doubt(&doubts, 50, 1000), "took turns"));
  CHECK(!*pomp_run_measuring_doubt(&doubts, 10, 1000));
  doubts.switches = 0;
  pomp_run_doubts_add(&doubts, 1000, 2);
  CHECK(doubts.sharing == 1000 && strstr(pomp_run_measuring_doubt(&doubts, 50, 1000), "share locks"));
  pomp_run_doubts_add(&doubts, 1000, 38);
  CHECK(strstr(pomp_run_measuring_doubt(&doubts, 50, 1000), "not judged"));
}

static const char *nearest(const char *word) {
  static const char *const names[] = {"POMP_TRACE", "POMP_TRACE_MODE", "POMP_MEMORY", "json", "tree", "otf2", "ctf"};
  struct pomp_nearest n = {word, strlen(word), NULL, 0};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    pomp_nearest_offer(&n, names[i]);
  return n.name ? n.name : "";
}

static void the_name_that_was_meant_is_found(void) {
  CHECK(strcmp(nearest("POMP_TRCE"), "POMP_TRACE") == 0 && strcmp(nearest("POMP_TRACES"), "POMP_TRACE") == 0);
  CHECK(strcmp(nearest("pomp-memroy"), "POMP_MEMORY") == 0 &&
        strcmp(nearest("POMP_TRACE_MOD"), "POMP_TRACE_MODE") == 0);
  CHECK(strcmp(nearest("jsno"), "json") == 0 && strcmp(nearest("JSON"), "json") == 0);
  CHECK(strcmp(nearest("otf"), "otf2") == 0 && strcmp(nearest("ct"), "ctf") == 0);
  CHECK(!*nearest("") && !*nearest("x") && !*nearest("POMP_SUMMARY") && !*nearest("perfetto") && !*nearest("cat"));
  char longer[2 * POMP_NEAREST_LENGTH];
  memset(longer, 'j', sizeof longer);
  longer[sizeof longer - 1] = 0;
  CHECK(!*nearest(longer) && !*nearest(longer + POMP_NEAREST_LENGTH - 1));
  struct pomp_nearest n = {"jjjj", 4, NULL, 0};
  pomp_nearest_offer(&n, longer);
  CHECK(!n.name);
  CHECK(pomp_nearest_distance("kitten", 6, "sitting", 7) == 3 && pomp_nearest_distance("ab", 2, "ba", 2) == 1);
  CHECK(pomp_nearest_distance("", 0, "abc", 3) == 3 && pomp_nearest_distance("abc", 3, "", 0) == 3);
}

static const char *cleaned(const char *text, char keep) {
  static char copy[64];
  snprintf(copy, sizeof copy, "%s", text);
  pomp_text_clean(copy, keep);
  return copy;
}

static void text_is_cleaned(void) {
  CHECK(strcmp(cleaned("plain \xc3\xa4 \xe2\x86\x92 \xf0\x9f\x98\x80", 0),
               "plain \xc3\xa4 \xe2\x86\x92 \xf0\x9f\x98\x80") == 0);
  CHECK(strcmp(cleaned("\033[31m\a\r\n\t\177", 0), "?[31m?????") == 0 &&
        strcmp(cleaned("a\nb\rc", '\n'), "a\nb?c") == 0);
  CHECK(strcmp(cleaned("\xc2\x9b"
                       "31m",
                       0),
               "??31m") == 0);                                                    /* CSI as one character */
  CHECK(strcmp(cleaned("\xc0\x80\xed\xa0\x80\xff\xe2\x86", 0), "????????") == 0); /* no UTF-8 */
  CHECK(strcmp(cleaned("", 0), "") == 0);
}

static const char *shown(const char *text, size_t size) {
  static char copy[64];
  snprintf(copy, sizeof copy, "%s", text);
  size_t length = pomp_text_show(copy, size);
  CHECK(length == strlen(copy) && length < size);
  return copy;
}

/* Characters that change the direction of text are shown as they are written in C, if there is room; others, which
 * begin with the same bytes, stay. */
static void directions_are_shown(void) {
  CHECK(strcmp(shown("a\xe2\x80\xaeg\xd8\x9c\xe2\x81\xa6", 64), "a\\u202eg\\u061c\\u2066") == 0);
  CHECK(strcmp(shown("\xe2\x80\x8e\xe2\x80\x8f\xe2\x80\xaa\xe2\x81\xa9", 64), "\\u200e\\u200f\\u202a\\u2069") == 0);
  CHECK(strcmp(shown("\xe2\x80\xa6\xe2\x80\x8d\xe2\x81\xa5\xe2\x81\xaa\xe2\x86\x92\xd8\x9b", 64),
               "\xe2\x80\xa6\xe2\x80\x8d\xe2\x81\xa5\xe2\x81\xaa\xe2\x86\x92\xd8\x9b") == 0);
  CHECK(strcmp(shown("a\xe2\x80\xae", 8), "a\\u202e") == 0 && strcmp(shown("a\xe2\x80\xae", 7), "a???") == 0);
  CHECK(strcmp(shown("", 1), "") == 0 && strcmp(shown("\xe2\x80", 64), "\xe2\x80") == 0);
}

static void formulas_are_found(void) {
  static const char *const formulas[] = {"=1", "=", "+a", "-", "-1+2", "+1e5", "@x", "\tx", "\rx", "\nx", "--1"};
  static const char *const texts[] = {"", "a=1", "-12.5", "+3", "-.5", "'=1", " =1", "region(=1)", "12"};
  for (size_t i = 0; i < sizeof formulas / sizeof *formulas; i++)
    CHECK(pomp_text_is_formula(formulas[i]));
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    CHECK(!pomp_text_is_formula(texts[i]));
}

int main(void) {
  an_array_grows();
  an_index_finds(good_hash, 100000);
  CHECK(compared < 100000 + 1000); /* hashes differ, and spare nearly all comparisons but those that find */
  an_index_finds(bad_hash, 2000);
  hashes_differ();
  numbers_are_short();
  a_file_is_read_whole();
  a_pipe_gets_all();
  totals_hold_at_their_ends();
  the_cost_of_measuring_is_doubted();
  the_name_that_was_meant_is_found();
  text_is_cleaned();
  directions_are_shown();
  formulas_are_found();
  return 0;
}
