/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* clang-options.c - looks words up in the table of options (driver-options.def).
 * What does not live here: any judgement about what an option means to us (command-line.c).
 *
 * The look-up does what llvm::opt::OptTable::ParseOneArg does for the `clang` driver: the longest spelling that fits
 * wins, and one that must be alone fits only if nothing follows it. */
#include "commands/clang/clang-options.h"
#include "pomp_hash.h"

#include <stdint.h>
#include <string.h>

enum how { ALONE, JOINED, SEPARATE, EITHER, JOINED_AND_NEXT, REST };

struct row {
  const char *spelling;
  enum how how;
  enum clang_meaning means;
};

static const struct row rows[] = {
#define DRIVER_OPTION(SPELLING, HOW, MEANS) {SPELLING, HOW, MEANS},
#include "commands/clang/driver-options.def"
#undef DRIVER_OPTION
};

enum { ROWS = sizeof rows / sizeof *rows, SLOTS = 1 << 10 };
_Static_assert(ROWS < SLOTS / 2, "most slots are free");

/* The rows by a hash of their spellings: a response file may have hundreds of thousands of words. `first` has a slot's
 * first row and `next` the one after a row, each plus 1. */
static struct {
  unsigned short first[SLOTS], next[ROWS], lengths[ROWS];
  size_t longest;
} names;

static void index_names(void) {
  for (size_t i = 0; i < ROWS; ++i) {
    size_t length = strlen(rows[i].spelling);
    uint64_t hash = pomp_hash_bytes(POMP_HASH_BEGIN, rows[i].spelling, length);
    names.lengths[i] = (unsigned short)length;
    names.longest = length > names.longest ? length : names.longest;
    names.next[i] = names.first[hash % SLOTS];
    names.first[hash % SLOTS] = (unsigned short)(i + 1);
  }
}

/* May text follow the spelling in the same word? */
static bool takes_joined(enum how how) { return how == JOINED || how == EITHER || how == JOINED_AND_NEXT; }

/* Finds the longest spelling that fits the word. NULL: there is none. */
static const struct row *find(const char *word, size_t *taken) {
  const struct row *best = NULL;
  uint64_t hash = POMP_HASH_BEGIN;
  for (size_t length = 1; length <= names.longest && word[length - 1]; ++length) {
    hash = pomp_hash_byte(hash, (unsigned char)word[length - 1]);
    for (unsigned i = names.first[hash % SLOTS]; i; i = names.next[i - 1]) {
      const struct row *row = &rows[i - 1];
      if (names.lengths[i - 1] == length && strncmp(word, row->spelling, length) == 0 &&
          (word[length] == '\0' || takes_joined(row->how))) {
        best = row;
        *taken = length;
      }
    }
  }
  return best;
}

/* Options of these kinds, and those with a value behind `=`, take no word of their own, unless the table says so. */
static bool stands_alone(const char *word) {
  static const char *const families[] = {"-f",    "-m",  "-W",    "-g",      "-O",      "-d",
                                         "-std=", "-no", "--no-", "-print-", "--print-"};
  for (size_t i = 0; i < sizeof families / sizeof *families; ++i)
    if (strncmp(word, families[i], strlen(families[i])) == 0)
      return true;
  return strchr(word, '=') != NULL;
}

struct clang_option clang_option_at(char *const words[], int count) {
  struct clang_option option = {FILE_NAME, words[0], 1, false, false};
  if (words[0][0] != '-' || words[0][1] == '\0')
    return option; /* a file, or `-` for stdin */
  if (!names.longest)
    index_names();
  size_t taken = 0;
  const struct row *row = find(words[0], &taken);
  if (!row)
    return (struct clang_option){NOTHING, "", 1, true, !stands_alone(words[0])};
  const char *joined = words[0] + taken;
  bool next = row->how == SEPARATE || row->how == JOINED_AND_NEXT || (row->how == EITHER && !*joined);
  option.means = row->means;
  option.words = row->how == REST ? count : 1 + next;
  option.value = !next || row->how == JOINED_AND_NEXT ? joined : count > 1 ? words[1] : "";
  return option;
}
