/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* clang-options.c - holds Clang's option table and looks words up in it.
 * What does not live here: any judgement about what an option means to us (command-line.c).
 *
 * The look-up does what llvm::opt::OptTable::ParseOneArg does for the `clang` driver: the longest option name that fits
 * wins, and a name that must stand alone fits only if nothing follows it. */
#include "clang-options.h"

#include <stdint.h>
#include <string.h>

/* Options.inc's rows use these names; the values are those of Clang's Options.h. */
enum flag { HelpHidden, RenderAsInput = 1 << 1, RenderJoined = 1 << 2, RenderSeparate = 1 << 3 };
enum clang_flag {
  NoXarchOption = 1 << 4,
  LinkerInput = 1 << 5,
  NoArgumentUnused = 1 << 6,
  Unsupported = 1 << 7,
  LinkOption = 1 << 8,
  Ignored = 1 << 9,
  TargetSpecific = 1 << 10
};
enum visibility {
  DefaultVis = 1,
  ClangOption = DefaultVis,
  CLOption = 1 << 1,
  CC1Option = 1 << 2,
  CC1AsOption = 1 << 3,
  FlangOption = 1 << 4,
  FC1Option = 1 << 5,
  DXCOption = 1 << 6
};
/* A row's prefix_N says whether the option opens with one dash, with two, or with either. */
enum prefix { prefix_0, prefix_1, prefix_2, prefix_3, prefix_4, prefix_5 };

enum kind {
  KIND_Group,
  KIND_Input,
  KIND_Unknown,
  KIND_Flag,
  KIND_Joined,
  KIND_Values,
  KIND_Separate,
  KIND_RemainingArgs,
  KIND_RemainingArgsJoined,
  KIND_CommaJoined,
  KIND_MultiArg,
  KIND_JoinedOrSeparate,
  KIND_JoinedAndSeparate
};

struct row {
  const char *name;
  unsigned short id, alias, flags;
  unsigned char kind, visibility, parameter;
  bool two_dashes_too; /* -name and --name */
};

/* The columns before FLAGS and those after PARAM are not expanded, because they are C++. A group's row has no prefix of
 * ours. */
static const struct row rows[] = {
#define OPTION(PREFIX, NAME, ID, KIND, GROUP, ALIAS, ALIASARGS, FLAGS, VISIBILITY, PARAM, ...)                         \
  {NAME, OPT_##ID, OPT_##ALIAS, FLAGS, KIND_##KIND, VISIBILITY, PARAM, TWO_DASHES_##KIND(PREFIX)},
#define TWO_DASHES_Group(PREFIX) false
#define TWO_DASHES_Input(PREFIX) false
#define TWO_DASHES_Unknown(PREFIX) false
#define TWO_DASHES(PREFIX) (PREFIX) == prefix_4
#define TWO_DASHES_Flag TWO_DASHES
#define TWO_DASHES_Joined TWO_DASHES
#define TWO_DASHES_Values TWO_DASHES
#define TWO_DASHES_Separate TWO_DASHES
#define TWO_DASHES_RemainingArgs TWO_DASHES
#define TWO_DASHES_RemainingArgsJoined TWO_DASHES
#define TWO_DASHES_CommaJoined TWO_DASHES
#define TWO_DASHES_MultiArg TWO_DASHES
#define TWO_DASHES_JoinedOrSeparate TWO_DASHES
#define TWO_DASHES_JoinedAndSeparate TWO_DASHES
#include <clang/Driver/Options.inc>
#undef OPTION
};

static bool is_option(const struct row *row) { return row->kind > KIND_Unknown && row->visibility & ClangOption; }

/* May text follow the name in the same word? */
static bool takes_joined(const struct row *row) {
  return row->kind == KIND_Joined || row->kind == KIND_CommaJoined || row->kind == KIND_JoinedOrSeparate ||
         row->kind == KIND_JoinedAndSeparate || row->kind == KIND_RemainingArgsJoined;
}

enum { ROWS = sizeof rows / sizeof *rows, SLOTS = 1 << 14 };
_Static_assert(ROWS < SLOTS / 2, "most slots are free");

/* The rows by a hash of their names: a response file may have hundreds of thousands of words. `first` has a slot's
 * first row and `next` the one after a row, each plus 1. */
static struct {
  unsigned short first[SLOTS], next[ROWS], lengths[ROWS];
  size_t longest;
} names;

static uint32_t hash_begin(void) { return 2166136261u; }
static uint32_t hash_add(uint32_t hash, char c) { return (hash ^ (unsigned char)c) * 16777619u; } /* FNV-1a */

static void index_names(void) {
  for (size_t i = ROWS; i-- > 0;) { /* backwards, so that a slot's rows come in the table's order */
    if (!is_option(&rows[i]))
      continue;
    size_t length = strlen(rows[i].name);
    uint32_t hash = hash_begin();
    for (size_t k = 0; k < length; ++k)
      hash = hash_add(hash, rows[i].name[k]);
    names.lengths[i] = (unsigned short)length;
    names.longest = length > names.longest ? length : names.longest;
    names.next[i] = names.first[hash % SLOTS];
    names.first[hash % SLOTS] = (unsigned short)(i + 1);
  }
}

struct found {
  const struct row *row; /* NULL: none */
  size_t length;         /* how many characters of the word the row's name takes up */
};

/* Finds the longest name that fits the word from its character `extra` on; of several rows the table's first one. */
static void find(const char *word, size_t extra, struct found *best) {
  uint32_t hash = hash_begin();
  for (size_t length = 1; length <= names.longest && word[extra + length - 1]; ++length) {
    hash = hash_add(hash, word[extra + length - 1]);
    for (unsigned i = names.first[hash % SLOTS]; i; i = names.next[i - 1]) {
      const struct row *row = &rows[i - 1];
      size_t taken = extra + length;
      bool better = taken > best->length || (taken == best->length && row < best->row);
      if (better && names.lengths[i - 1] == length && (!extra || row->two_dashes_too) &&
          strncmp(word + extra, row->name, length) == 0 && (word[taken] == '\0' || takes_joined(row)))
        *best = (struct found){row, taken};
    }
  }
}

static int word_count(const struct row *row, bool joined, int count) {
  switch (row->kind) {
  case KIND_Separate:
  case KIND_JoinedAndSeparate:
    return 2;
  case KIND_JoinedOrSeparate:
    return joined ? 1 : 2;
  case KIND_MultiArg:
    return 1 + row->parameter;
  case KIND_RemainingArgs:
  case KIND_RemainingArgsJoined:
    return count;
  default:
    return 1;
  }
}

struct clang_option clang_option_at(char *const words[], int count) {
  struct clang_option option = {OPT_INPUT, words[0], 1, false};
  if (words[0][0] != '-' || words[0][1] == '\0')
    return option; /* a file, or `-` for stdin */
  if (!names.longest)
    index_names();
  struct found found = {NULL, 0};
  find(words[0], 0, &found);
  if (words[0][1] == '-')
    find(words[0], 1, &found);
  const struct row *best = found.row;
  if (!best)
    return (struct clang_option){OPT_UNKNOWN, "", 1, false};
  const char *joined = words[0] + found.length;
  const struct row *meant = best->alias != OPT_INVALID ? &rows[best->alias - 1] : best; /* identifiers count from 1 */
  option.id = (enum clang_option_id)meant->id;
  option.words = word_count(best, joined[0] != '\0', count);
  option.value = option.words == 2 && best->kind != KIND_JoinedAndSeparate ? (count > 1 ? words[1] : "") : joined;
  option.linker_input = meant->flags & LinkerInput;
  return option;
}
