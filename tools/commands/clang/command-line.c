/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* command-line.c - reads facts off the user's command line.
 * What does not live here: how Clang classifies a word (clang-options.c), and what follows from the facts
 * (pomp-clang.c). */
#include "commands/clang/command-line.h"

#include "commands/clang/clang-options.h"

#include <string.h>
#include <unistd.h>

/* Is the input a header? Clang precompiles those and links them to nothing. */
static bool is_header(const char *file, const char *language) {
  static const char *const suffixes[] = {"h", "H", "hh", "hpp", "hxx", "iih"};
  if (language)
    return strstr(language, "header") && strcmp(language, "header-unit") != 0 &&
           strcmp(language, "precompiled-header") != 0;
  const char *dot = strrchr(file, '.');
  for (size_t i = 0; dot && i < sizeof suffixes / sizeof *suffixes; ++i)
    if (strcmp(dot + 1, suffixes[i]) == 0)
      return true;
  return false;
}

/* Does one of the comma separated words for the linker say `-r`? */
static bool says_relocatable(const char *list) {
  static const char *const spellings[] = {"-r", "-i", "-Ur", "-relocatable", "--relocatable"};
  while (*list) {
    size_t length = strcspn(list, ",");
    for (size_t i = 0; i < sizeof spellings / sizeof *spellings; ++i)
      if (strlen(spellings[i]) == length && strncmp(list, spellings[i], length) == 0)
        return true;
    list += length + (list[length] == ',');
  }
  return false;
}

/* Is it the library that MPI programs are linked with? Open MPI and Intel MPI call it mpi, and Intel's older versions
 * mpi_mt, too; MPICH calls it mpi, and Debian's MPICH calls it mpich. */
static bool is_mpi(const char *library) {
  static const char *const names[] = {"mpi", "mpich", "mpi_mt"};
  size_t length = strcspn(library, ".");
  for (size_t i = 0; i < sizeof names / sizeof *names; ++i)
    if (strlen(names[i]) == length && strncmp(library, names[i], length) == 0)
      return true;
  return false;
}

/* Is the file that library, as .../libmpi.so, .../libmpi.so.40 and .../libmpi.a are? */
static bool is_mpi_file(const char *file) {
  const char *slash = strrchr(file, '/'), *name = slash ? slash + 1 : file;
  return strncmp(name, "lib", 3) == 0 && (strstr(name, ".so") || strstr(name, ".a")) && is_mpi(name + 3);
}

enum { MOST_VALUES = 3 }; /* words that an option may take */

/* Holds what is known while words are read. */
struct reader {
  struct command_line *line;
  const char *language; /* as -x says for the words to come; NULL: the file's name decides */
  bool no_markers;      /* what -E writes has no line markers */
  int doubtful;         /* so many words from here on may be values of an option before them */
};

/* Is the file linked as it is? */
static bool is_linked(const char *file) {
  static const char *const suffixes[] = {"o", "obj", "a", "lib", "so"};
  const char *slash = strrchr(file, '/'), *dot = strrchr(slash ? slash : file, '.');
  for (size_t i = 0; dot && i < sizeof suffixes / sizeof *suffixes; ++i)
    if (strcmp(dot + 1, suffixes[i]) == 0)
      return true;
  return !dot || strstr(file, ".so.");
}

/* Options of nearly every command line, which compile and link, are none of those. */
static bool is_odd(const char *word) {
  static const char *const usual[] = {"-fopenmp",     "-fPI",          "-fpi",        "-march=",         "-mtune=",
                                      "-ffast-math",  "-fno-strict-a", "-fexcepti",   "-fvisibility",    "-fcommon",
                                      "-fstack-prot", "-fstack-clash", "-fdiagnosti", "-fcolor-diagnos", "-fplugin"};
  if (strncmp(word, "-f", 2) != 0 && strncmp(word, "-m", 2) != 0)
    return false;
  for (size_t i = 0; i < sizeof usual / sizeof *usual; ++i)
    if (strncmp(word, usual[i], strlen(usual[i])) == 0)
      return false;
  return true;
}

static void note_part(struct reader *reader, bool is_there) {
  reader->line->has_inputs = true;
  reader->line->ends_in_source = false;
  reader->line->surely_has_inputs |= is_there && !reader->doubtful;
}

static void note_input(struct reader *reader, const char *file) {
  if (is_header(file, reader->language))
    return;
  note_part(reader, strcmp(file, "-") == 0 || access(file, F_OK) == 0);
  reader->line->ends_in_source = reader->language || !is_linked(file);
}

static void note_stop(struct reader *reader) {
  reader->line->stops_early = true;
  reader->line->surely_stops |= !reader->doubtful;
}

/* The plugin's options, as the driver takes them and as ours were turned into. */
static void note_plugin_option(struct command_line *line, const char *option) {
  static const char filter[] = "pompinst-filter=", emit[] = "pompinst-emit=";
  if (strncmp(option, filter, strlen(filter)) == 0)
    line->filter = option + strlen(filter);
  line->emits |= strncmp(option, emit, strlen(emit)) == 0;
}

/* Notes what the user wants to have written, and where. */
static void note_output(struct reader *reader, const struct clang_option *option) {
  struct command_line *line = reader->line;
  line->asks_help |= option->means == HELP;
  line->asks_version |= option->means == VERSION;
  line->preprocesses |= option->means == PREPROCESS;
  reader->no_markers |= option->means == DEPENDENCIES || option->means == NO_MARKERS;
  if (option->means == OUTPUT)
    line->output = option->value;
  else if (option->means == PLUGIN_OPTION)
    note_plugin_option(line, option->value);
}

/* Notes what goes into a link. */
static void note_parts(struct reader *reader, const struct clang_option *option) {
  struct command_line *line = reader->line;
  switch (option->means) {
  case FILE_NAME:
    note_input(reader, option->value);
    line->names_mpi |= is_mpi_file(option->value);
    break;
  case LIBRARY:
    line->names_mpi |= strchr(option->value, '.') == NULL && is_mpi(option->value);
    note_part(reader, true);
    break;
  case LINKER:
    line->relocatable |= says_relocatable(option->value);
    note_part(reader, true);
    break;
  case RELOCATABLE:
    line->relocatable = true;
    note_part(reader, true);
    break;
  case INPUT:
    note_part(reader, true);
    break;
  default:
    break;
  }
}

static void note_option(struct reader *reader, const struct clang_option *option) {
  struct command_line *line = reader->line;
  switch (option->means) {
  case LANGUAGE:
    reader->language = strcmp(option->value, "none") == 0 ? NULL : option->value;
    break;
  case DRIVER_MODE:
    if (strcmp(option->value, "cpp") == 0)
      note_stop(reader);
    break;
  case STOPS:
  case PREPROCESS:
  case DEPENDENCIES:
    note_stop(reader);
    break;
  default:
    break;
  }
  line->names_openmp |= option->means == OPENMP;
  line->shared |= option->means == SHARED;
  line->static_image |= option->means == STATIC;
  line->no_default_libraries |= option->means == NO_LIBRARIES;
  note_parts(reader, option);
  note_output(reader, option);
  reader->doubtful = option->may_take ? MOST_VALUES : reader->doubtful - (reader->doubtful > 0);
}

/* Replaces word i by `text`. */
static void edit(struct command_line *line, char *const argv[], int i, char *text) {
  line->file_edited |= line->words.text[i] != argv[line->words.origin[i]];
  line->words.text[i] = text;
}

/* `--` ends the options: what follows is files, and nothing of ours could follow them. So the `--` goes, and files
 * whose names look like options get a path that doesn't. */
static void read_after_dashes(struct reader *reader, char *const argv[], int dashes) {
  struct words *words = &reader->line->words;
  edit(reader->line, argv, dashes, NULL);
  for (int i = dashes + 1; i < words->count; ++i) {
    note_input(reader, words->text[i]);
    reader->line->names_mpi |= is_mpi_file(words->text[i]);
    if (words->text[i][0] == '-') {
      struct words renamed = {0};
      words_format(&renamed, "./%s", words->text[i]);
      edit(reader->line, argv, i, renamed.text[0]);
    }
  }
}

struct command_line command_line_read(int argc, char *const argv[]) {
  struct command_line line = {.words = words_expand(argc, argv)};
  struct reader reader = {.line = &line};
  for (int i = 0; i < line.words.count;) {
    if (own_option_is(line.words.text[i])) {
      own_option_read(line.words.text[i], &line.own);
      edit(&line, argv, i++, NULL);
      continue;
    }
    struct clang_option option = clang_option_at(line.words.text + i, line.words.count - i);
    if (option.means == DASHES) {
      read_after_dashes(&reader, argv, i);
      break;
    }
    if (own_option_is_meant(option.unknown, line.words.text[i]))
      own_option_read(line.words.text[i], &line.own);
    line.has_odd_options |= is_odd(line.words.text[i]);
    note_option(&reader, &option);
    i += option.words;
  }
  for (int i = 0; i < line.own.plugin.count; ++i)
    note_plugin_option(&line, line.own.plugin.text[i] + strlen("-fplugin-arg-"));
  line.preprocesses &= !reader.no_markers;
  return line;
}

bool command_line_links(const struct command_line *line) {
  return line->has_inputs && !line->stops_early && !line->relocatable;
}

bool command_line_is_doubtful(const struct command_line *line) {
  bool may_link = line->has_inputs && !line->surely_stops && !line->relocatable;
  return may_link && (line->stops_early || !line->surely_has_inputs);
}
