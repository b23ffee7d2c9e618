/* fuzz_options.c - gives what libFuzzer thinks of to the reader of command lines, an argument a line, with a table that
 * has an option of each type. What is read is within the bounds of the table, or it is refused. Not here: the tables of
 * the commands. */
#include "base/command_line.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS = 3, LIST = 4, LEAST = 2, LARGEST = 1024, WRONG_CALL = 2 };

static struct values {
  bool flag, also;
  const char *text, *lacking, *apart, *list[LIST], *special;
  size_t count;
  unsigned number, choice;
  double seconds, percent;
  uint64_t bytes;
  char *const *operands, **program;
  size_t operand_count;
} v;

static bool is_apart(const char *word) { return *word != '-'; }
static bool take_special(const char *value) { return (v.special = value) != NULL; }
static void tell(void) { puts("brief"); }

static const char *const words[WORDS + 1] = {"one", "two", "three", NULL};
static const struct command_option options[] = {
    {"flag", 'f', .help = "a flag, also by -f", .flag = &v.flag},
    {"text", 't', "TEXT", .help = "a text", .flag = &v.also, .text = &v.text, .takes = "a text"},
    {"any-text", .value = "TEXT", .help = "a text, or nothing", .text = &v.text},
    {"lacking", 'l', "TEXT", .may_lack = true, .help = "a text that may lack", .text = &v.lacking},
    {"apart", .value = "TEXT", .may_lack = true, .apart = is_apart, .help = "and may be apart", .text = &v.apart},
    {"list", .value = "TEXT", .help = "texts", .list = v.list, .count = &v.count, .most = LIST, .takes = "a text"},
    {"number", 'n', "N", .help = "a number", .number = &v.number, .least = LEAST, .most = LARGEST, .takes = "a number"},
    {"seconds", .value = "S", .help = "seconds", .seconds = &v.seconds, .least = 0.5, .most = LARGEST,
     .takes = "seconds"},
    {"percent", .value = "P", .help = "per cent", .percent = &v.percent, .takes = "a percentage"},
    {"bytes", 'b', "SIZE", .help = "bytes", .bytes = &v.bytes, .takes = "bytes"},
    {"choice", .value = "WORD", .help = "a word", .words = words, .choice = &v.choice},
    {"special", .also = 's', .value = "WHAT", .help = "something else", .call = take_special},
    COMMAND_MANUAL_ROW,
    {"help", 'h', "one", .may_lack = true, .help = "help", .words = words, .prints = PRINTS_HELP},
    COMMAND_VERSION_ROW,
};
static const struct command_section sections[] = {
    {.title = "Options", .options = options, .option_count = sizeof options / sizeof *options}};

/* Reads the arguments as a command of one kind does. */
static void read_as(int count, char **arguments, struct command_line line) {
  int status = -1;
  v = (struct values){.seconds = 1};
  if (!command_read(&line, count, arguments, &status)) {
    if (status != EXIT_SUCCESS && status != WRONG_CALL)
      abort();
    return;
  }
  const bool bounded = (!v.number || (v.number >= LEAST && v.number <= LARGEST)) && v.choice <= WORDS &&
                       v.count <= LIST && v.seconds >= 0.5 && v.seconds <= LARGEST && isfinite(v.percent) &&
                       v.percent >= 0 &&
                       (line.takes == ANY_OPERANDS || v.operand_count <= (line.takes == ONE_EXPERIMENT));
  if (status != EXIT_SUCCESS || !bounded || (v.program && v.operand_count > 1))
    abort();
  for (size_t i = 0; i < v.operand_count; i++)
    if (!v.operands[i])
      abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  enum { MOST = 16 };
  struct command_line line = {.command = "fuzzed",
                              .usage = "fuzzed [OPTION]...",
                              .about = "It is fuzzed.",
                              .purpose = "be fuzzed",
                              .synopsis = "[OPTION]...",
                              .description = "It is fuzzed.",
                              .prefix = "--",
                              .see_also = "none(1)",
                              .sections = sections,
                              .section_count = 1,
                              .operands = &v.operands,
                              .operand_count = &v.operand_count,
                              .tables = tell};
  for (int kind = 0; kind < 4; kind++) {
    char *text = malloc(size + 1), *rest = NULL, *arguments[MOST + 2] = {"fuzzed"};
    int count = 1;
    memcpy(text, data, size);
    text[size] = 0;
    for (char *word = strtok_r(text, "\n", &rest); word && count <= MOST; word = strtok_r(NULL, "\n", &rest))
      arguments[count++] = word;
    line.takes = kind == 0 ? NO_OPERAND : kind == 1 ? ONE_EXPERIMENT : ANY_OPERANDS;
    line.runs_command = kind == 3;
    line.program = kind == 3 ? &v.program : NULL;
    line.brief = kind == 1 ? tell : NULL;
    read_as(count, arguments, line);
    free(text);
  }
  return 0;
}
