/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* command-line.c - reads facts off the user's command line.
 * What does not live here: how Clang classifies a word (clang-options.c), and what follows from the facts
 * (pomp-clang.c). */
#include "command-line.h"

#include "clang-options.h"

#include <string.h>

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

/* Does the option end Clang's work before the link? clang::driver::Driver::getFinalPhase has the same list. */
static bool stops_early(enum clang_option_id id) {
  switch (id) {
  case OPT_E:
  case OPT_M:
  case OPT_MM:
  case OPT__precompile:
  case OPT_extract_api:
  case OPT_fmodule_header:
  case OPT_fmodule_header_EQ:
  case OPT_fsyntax_only:
  case OPT_print_supported_cpus:
  case OPT_print_enabled_extensions:
  case OPT_module_file_info:
  case OPT_verify_pch:
  case OPT_rewrite_objc:
  case OPT_rewrite_legacy_objc:
  case OPT__migrate:
  case OPT__analyze:
  case OPT_emit_cir:
  case OPT_emit_ast:
  case OPT_emit_interface_stubs:
  case OPT_S:
  case OPT_c:
    return true;
  default:
    return false;
  }
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

/* Holds what is known while words are read. */
struct reader {
  struct command_line *line;
  const char *language; /* as -x says for the words to come; NULL: the file's name decides */
  bool no_markers;      /* what -E writes has no line markers */
};

static void note_input(struct reader *reader, const char *file) {
  reader->line->has_inputs |= !is_header(file, reader->language);
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
  switch (option->id) {
  case OPT_help:
    line->asks_help = true;
    break;
  case OPT__version:
    line->asks_version = true;
    break;
  case OPT_E:
    line->preprocesses = true;
    break;
  case OPT_P: /* these leave no line markers, or write something else */
  case OPT_M:
  case OPT_MM:
  case OPT_d_Flag:
    reader->no_markers = true;
    break;
  case OPT_o:
    line->output = option->value;
    break;
  case OPT_fplugin_arg:
    note_plugin_option(line, option->value);
    break;
  default:
    break;
  }
}

static void note_option(struct reader *reader, const struct clang_option *option) {
  struct command_line *line = reader->line;
  switch (option->id) {
  case OPT_INPUT:
    note_input(reader, option->value);
    line->names_mpi |= is_mpi_file(option->value);
    break;
  case OPT_l:
    line->names_mpi |= strchr(option->value, '.') == NULL && is_mpi(option->value);
    break;
  case OPT_x:
    reader->language = strcmp(option->value, "none") == 0 ? NULL : option->value;
    break;
  case OPT_driver_mode:
    line->stops_early |= strcmp(option->value, "cpp") == 0;
    break;
  case OPT_fopenmp:
  case OPT_fopenmp_EQ:
  case OPT_fno_openmp:
  case OPT_fopenmp_simd:
    line->names_openmp = true;
    break;
  case OPT_r:
    line->relocatable = true;
    break;
  case OPT_Wl_COMMA:
  case OPT_Xlinker:
    line->relocatable |= says_relocatable(option->value);
    break;
  case OPT_shared:
    line->shared = true;
    break;
  case OPT_static:
  case OPT_static_pie:
    line->static_image = true;
    break;
  case OPT_nostdlib:
  case OPT_nodefaultlibs:
    line->no_default_libraries = true;
    break;
  default:
    break;
  }
  note_output(reader, option);
  line->stops_early |= stops_early(option->id);
  line->has_inputs |= option->linker_input;
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
  struct reader reader = {&line, NULL, false};
  for (int i = 0; i < line.words.count;) {
    if (own_option_is(line.words.text[i])) {
      own_option_read(line.words.text[i], &line.own);
      edit(&line, argv, i++, NULL);
      continue;
    }
    struct clang_option option = clang_option_at(line.words.text + i, line.words.count - i);
    if (option.id == OPT__DASH_DASH) {
      read_after_dashes(&reader, argv, i);
      break;
    }
    if (own_option_is_meant(option.id == OPT_UNKNOWN, line.words.text[i]))
      own_option_read(line.words.text[i], &line.own);
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
