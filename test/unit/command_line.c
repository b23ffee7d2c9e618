/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* command_line.c - a command line is read by its table: options of each type, in each way to write them, between
 * operands and behind; and what is wrong with it is said in a line. */
#include "base/command_line.h"
#include "unit.h"

#include <string.h>

static bool flag;
static const char *text, *lacking, *apart, *list[2], *given;
static size_t listed, operand_count;
static unsigned number, choice;
static double seconds, percent;
static uint64_t bytes;
static char *const *operands, **program;
static int status;

static bool is_apart(const char *word) { return *word != '-'; }
static bool take(const char *value) { return *(given = value) != 0; }
static bool is_even(void) { return operand_count % 2 == 0; }

static const char *const words[] = {"one", "other", NULL};
static const struct command_option options[] = {
    {"flag", 'f', .help = "", .flag = &flag},
    {"text", 't', "T", .help = "", .text = &text, .takes = "a text"},
    {"lacking", .value = "T", .may_lack = true, .help = "", .flag = &flag, .text = &lacking},
    {"apart", .value = "T", .may_lack = true, .apart = is_apart, .help = "", .text = &apart},
    {"list", .value = "T", .help = "", .list = list, .count = &listed, .most = 2, .takes = "a text"},
    {"number", 'n', "N", .help = "", .number = &number, .least = 2, .most = 9, .takes = "a number"},
    {"seconds", .value = "S", .help = "", .seconds = &seconds, .least = 0.5, .most = 2, .takes = "seconds"},
    {"percent", .value = "P", .help = "", .percent = &percent, .takes = "a percentage"},
    {"bytes", .value = "B", .help = "", .bytes = &bytes, .takes = "bytes"},
    {"choice", .value = "W", .help = "", .words = words, .choice = &choice},
    {"special", .also = 's', .value = "S", .help = "", .call = take},
};
static const struct command_section sections[] = {
    {.options = options, .option_count = sizeof options / sizeof *options}};
static struct command_line line = {.command = "unit",
                                   .prefix = "--",
                                   .sections = sections,
                                   .section_count = 1,
                                   .operands = &operands,
                                   .operand_count = &operand_count,
                                   .takes = ANY_OPERANDS,
                                   .program = &program};

/* Reads words that have a blank between them. */
static bool read_words(const char *said) {
  static char copy[512];
  static char *argv[32];
  char *rest = NULL;
  int argc = 1;
  argv[0] = "unit";
  snprintf(copy, sizeof copy, "%s", said);
  for (char *word = strtok_r(copy, " ", &rest); word; word = strtok_r(NULL, " ", &rest))
    argv[argc++] = word;
  argv[argc] = NULL;
  flag = false;
  text = lacking = apart = given = NULL;
  listed = operand_count = 0;
  number = choice = 0;
  bytes = 0;
  return command_read(&line, argc, argv, &status);
}

static void read_wrong(void *said) { CHECK(!read_words(said) && status == 2); }
static void is_wrong(char *words_of, const char *expected) {
  const char *said = strchr(unit_stderr(read_wrong, words_of), ':');
  CHECK(said && strncmp(said + 2, expected, strlen(expected)) == 0);
}

static void each_way_to_write(void) {
  CHECK(read_words("a -f --text x b -- --flag") && flag && strcmp(text, "x") == 0 && operand_count == 3);
  CHECK(strcmp(operands[0], "a") == 0 && strcmp(operands[1], "b") == 0 && strcmp(operands[2], "--flag") == 0);
  CHECK(read_words("-ftx") && flag && strcmp(text, "x") == 0 && operand_count == 0);
  CHECK(read_words("--tex=y -t z") && strcmp(text, "z") == 0); /* a name may be cut off; the last one counts */
  CHECK(read_words("--lacking a") && flag && !lacking && operand_count == 1);
  CHECK(read_words("--lacking=a") && strcmp(lacking, "a") == 0);
  CHECK(read_words("--apart a -f") && strcmp(apart, "a") == 0 && flag);
  CHECK(read_words("--apart -f") && !apart && flag && read_words("--apart") && !apart);
  CHECK(read_words("-s x") && strcmp(given, "x") == 0);
}

static void each_type(void) {
  CHECK(read_words("--number 2") && number == 2 && read_words("-n9") && number == 9);
  CHECK(read_words("--seconds 0.5") && seconds == 0.5 && read_words("--percent 7.5%") && percent == 7.5);
  CHECK(read_words("--bytes 3k") && bytes == 3072 && read_words("--bytes 1") && bytes == 1);
  CHECK(read_words("--choice other") && choice == 2 && read_words("--list a --list b") && listed == 2);
  is_wrong("--number 10", "--number takes a number from 2 to 9, not 10\n");
  is_wrong("--number -3", "--number takes a number from 2 to 9, not -3\n");
  is_wrong("--number=", "--number takes a number from 2 to 9\n");
  is_wrong("--number 4294967300", "--number takes a number from 2 to 9, not 4294967300\n");
  is_wrong("--seconds nan", "--seconds takes seconds from 0.5 to 2, not nan\n");
  is_wrong("--percent -1", "--percent takes a percentage, not -1\n");
  is_wrong("--percent 1%%", "--percent takes a percentage, not 1%%\n");
  is_wrong("--bytes 99999999999G", "--bytes takes bytes, not 99999999999G\n");
  is_wrong("--choice otehr", "--choice takes one or other, not otehr (did you mean other?)\n");
  is_wrong("--text=", "--text takes a text\n");
  is_wrong("--list a --list b --list c", "--list is taken 2 times at most\n");
}

static void what_is_no_option(void) {
  is_wrong("--falg", "unknown option --falg (did you mean --flag?); it takes --flag, --text, ");
  is_wrong("--flag=1", "unknown option --flag=1 (did you mean --flag?); ");
  is_wrong("-fx", "unknown option -x; ");
  is_wrong("--text", "--text takes a value\n");
  line.takes = ONE_EXPERIMENT;
  CHECK(read_words("a") && operand_count == 1);
  is_wrong("a -f b", "one experiment at a time, not b as well\n");
  line.takes = NO_OPERAND;
  is_wrong("flag", "unknown option flag (did you mean --flag?); ");
  line.takes = ANY_OPERANDS;
  line.check = is_even;
  CHECK(read_words("a b") && !read_words("a") && status == 2);
  line.check = NULL;
}

/* The options of a command that is run are its own. */
static void what_runs_a_command(void) {
  line.runs_command = true;
  CHECK(read_words("-f 1,2 --text x -- run -n 99") && flag && strcmp(text, "x") == 0);
  CHECK(operand_count == 1 && strcmp(operands[0], "1,2") == 0 && strcmp(program[0], "run") == 0 &&
        strcmp(program[1], "-n") == 0);
  CHECK(read_words("-f -- run") && operand_count == 0 && strcmp(program[0], "run") == 0);
  CHECK(read_words("1 run --falg") && operand_count == 1 && strcmp(program[0], "run") == 0);
  CHECK(read_words("1") && operand_count == 1 && !*program && read_words("") && !operand_count && !*program);
  line.runs_command = false;
}

int main(void) {
  each_way_to_write();
  each_type();
  what_is_no_option();
  what_runs_a_command();
  return 0;
}
