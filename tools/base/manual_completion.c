/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* manual_completion.c - prints the completion of a command's options and of their values, for bash, zsh and fish.
 * Not here: the options, which each command has in its table. */
#include "base/manual.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static void print_words(const struct command_option *o) {
  for (size_t i = 0; o->words && o->words[i]; i++)
    printf("%s%s", i ? " " : "", o->words[i]);
}

/* Prints the command's name as that of a shell function. */
static void print_function(const char *command) {
  for (putchar('_'); *command; command++)
    putchar(isalnum((unsigned char)*command) ? *command : '_');
}

/* --- bash --- */

static void bash_value(const struct command_line *m, const struct command_option *o) {
  static const char *const kinds[] = {[OFFER_FILES] = "-f", [OFFER_DIRECTORIES] = "-d", [OFFER_COMMANDS] = "-c"};
  if (!o->value)
    return;
  fputs("  ", stdout);
  if (!o->may_lack || o->apart) {
    printf("%s%s | ", m->prefix, o->name);
    if (o->letter)
      printf("-%c | ", o->letter);
  }
  printf("%s%s=)\n", m->prefix, o->name);
  if (o->offer == OFFER_LIST) {
    fputs("    [[ $word == *,* ]] && list=${word%,*},\n    compopt -o nospace 2>/dev/null\n"
          "    mapfile -t COMPREPLY < <(compgen -P \"$list\" -W '",
          stdout);
    print_words(o);
    puts("' -- \"${word##*,}\")");
  } else if (o->offer == OFFER_WORDS) {
    fputs("    mapfile -t COMPREPLY < <(compgen -W '", stdout);
    print_words(o);
    puts("' -- \"$word\")");
  } else if (o->offer != OFFER_NOTHING) {
    printf("    compopt -o filenames 2>/dev/null\n    mapfile -t COMPREPLY < <(compgen %s -- \"$word\")\n",
           kinds[o->offer]);
  }
  puts("    return\n    ;;");
}

static void bash_names(const struct command_line *m) {
  const char *between = "";
  for (size_t i = 0; i < m->section_count; i++)
    for (size_t k = 0; k < m->sections[i].option_count; k++) {
      const struct command_option *o = &m->sections[i].options[k];
      printf("%s%s%s%s", between, m->prefix, o->name, m->equals && o->value ? "=" : "");
      between = " ";
    }
}

void manual_bash(const struct command_line *m) {
  printf("# This is bash's completion of %s. The build makes it from the command's table of options.\n", m->command);
  print_function(m->command);
  puts("() {\n"
       "  local word=${COMP_WORDS[COMP_CWORD]} option=${COMP_WORDS[COMP_CWORD - 1]} list=\n"
       "  COMPREPLY=()\n"
       "  if [[ $word == = ]]; then # bash takes the = of --option=value for a word\n"
       "    option+== word=\n"
       "  elif [[ $option == = && COMP_CWORD -gt 2 ]]; then\n"
       "    option=${COMP_WORDS[COMP_CWORD - 2]}=\n"
       "  fi");
  if (m->runs_command)
    puts("  local i\n"
         "  for ((i = 1; i < COMP_CWORD; i++)); do\n"
         "    if [[ ${COMP_WORDS[i]} == -- ]]; then\n"
         "      compopt -o filenames 2>/dev/null\n"
         "      mapfile -t COMPREPLY < <(if ((i + 1 == COMP_CWORD)); then compgen -c -- \"$word\"; fi; compgen -f -- "
         "\"$word\")\n"
         "      return\n"
         "    fi\n"
         "  done");
  puts("  case $option in");
  for (size_t i = 0; i < m->section_count; i++)
    for (size_t k = 0; k < m->sections[i].option_count; k++)
      bash_value(m, &m->sections[i].options[k]);
  fputs("  esac\n  if [[ $word == -* ]]; then\n    mapfile -t COMPREPLY < <(compgen -W '", stdout);
  bash_names(m);
  puts("' -- \"$word\")");
  if (m->equals)
    puts("    [[ ${COMPREPLY[*]} == *= ]] && compopt -o nospace 2>/dev/null");
  if (m->fallback)
    printf("    [[ ${COMPREPLY[*]} ]] ||\n"
           "      mapfile -t COMPREPLY < <(\"${COMP_WORDS[0]}\" %s\"$word\" 2>/dev/null | cut -f 1)\n",
           m->fallback);
  printf(
      "  else\n    compopt -o filenames 2>/dev/null\n    mapfile -t COMPREPLY < <(compgen -%c -- \"$word\")\n  fi\n}\n",
      m->operand == OFFER_DIRECTORIES ? 'd'
      : m->operand == OFFER_COMMANDS  ? 'c'
                                      : 'f');
  const char *name;
  for (size_t i = 0; (name = command_name(m, i)); i++) {
    fputs("complete -F ", stdout);
    print_function(m->command);
    printf(" %s\n", name);
  }
}

/* --- zsh --- */

/* Prints a text that is in '…' and in the […] or : : of zsh's _arguments. */
static void zsh_text(const char *text) {
  for (; *text; text++)
    if (*text == '\'')
      fputs("'\\''", stdout);
    else if (strchr("[]:\\", *text))
      printf("\\%c", *text);
    else
      putchar(*text);
}

static void zsh_value(const struct command_option *o) {
  printf(":%s", o->may_lack ? ":" : "");
  zsh_text(o->value);
  putchar(':');
  switch (o->offer) {
  case OFFER_FILES:
    fputs("_files", stdout);
    break;
  case OFFER_DIRECTORIES:
    fputs("_files -/", stdout);
    break;
  case OFFER_COMMANDS:
    fputs("_command_names", stdout);
    break;
  case OFFER_WORDS:
    putchar('(');
    print_words(o);
    putchar(')');
    break;
  case OFFER_LIST:
    fputs("_values -s , word ", stdout);
    print_words(o);
    break;
  case OFFER_NOTHING:
    putchar(' ');
    break;
  }
}

static void zsh_option(const struct command_line *m, const struct command_option *o, const char *name) {
  fputs("    '*", stdout);
  fputs(name, stdout);
  if (o->value && name[1] == '-')
    fputs(o->may_lack && !o->apart ? "=-" : m->equals ? "=-" : "=", stdout);
  putchar('[');
  zsh_text(o->help);
  putchar(']');
  if (o->value)
    zsh_value(o);
  puts("' \\");
}

void manual_zsh(const struct command_line *m) {
  const char *command;
  fputs("#compdef", stdout);
  for (size_t i = 0; (command = command_name(m, i)); i++)
    printf(" %s", command);
  puts("\n# The build makes this from the command's table of options.\n_arguments -S \\");
  for (size_t i = 0; i < m->section_count; i++)
    for (size_t k = 0; k < m->sections[i].option_count; k++) {
      const struct command_option *o = &m->sections[i].options[k];
      char name[64];
      snprintf(name, sizeof name, "%s%s", m->prefix, o->name);
      zsh_option(m, o, name);
      snprintf(name, sizeof name, "-%c", o->letter);
      if (o->letter)
        zsh_option(m, o, name);
    }
  if (m->runs_command)
    printf("%s    '*::command:_normal'\n", m->operands ? "    '1:numbers: ' \\\n" : "");
  else
    printf("    '*:file:_files%s'\n", m->operand == OFFER_DIRECTORIES ? " -/" : "");
}

/* --- fish --- */

/* Prints a text that is in '…'. */
static void fish_text(const char *text) {
  for (; *text; text++)
    if (*text == '\'' || *text == '\\')
      printf("\\%c", *text);
    else
      putchar(*text);
}

static void fish_option(const struct command_line *m, const char *command, const struct command_option *o) {
  printf("complete -c %s", command);
  if (m->runs_command)
    fputs(" -n 'not contains -- -- (commandline -opc)'", stdout);
  printf(" -l %s%s", m->prefix + 2, o->name);
  if (o->letter)
    printf(" -s %c", o->letter);
  if (o->value && !o->may_lack)
    fputs(o->offer == OFFER_FILES ? " -r -F" : " -x", stdout);
  if (o->value && (o->offer == OFFER_WORDS || o->offer == OFFER_LIST)) {
    fputs(o->offer == OFFER_LIST ? " -a '(__fish_complete_list , \"printf %s\\\\\\\\n " : " -a '", stdout);
    print_words(o);
    fputs(o->offer == OFFER_LIST ? "\")'" : "'", stdout);
  } else if (o->value && o->offer == OFFER_DIRECTORIES) {
    fputs(" -a '(__fish_complete_directories)'", stdout);
  } else if (o->value && o->offer == OFFER_COMMANDS) {
    fputs(" -a '(__fish_complete_command)'", stdout);
  }
  fputs(" -d '", stdout);
  fish_text(o->help);
  puts("'");
}

void manual_fish(const struct command_line *m) {
  printf("# This is fish's completion of %s. The build makes it from the command's table of options.\n", m->command);
  const char *command;
  for (size_t n = 0; (command = command_name(m, n)); n++) {
    for (size_t i = 0; i < m->section_count; i++)
      for (size_t k = 0; k < m->sections[i].option_count; k++)
        fish_option(m, command, &m->sections[i].options[k]);
    if (m->runs_command)
      printf("complete -c %s -n 'contains -- -- (commandline -opc)' -a '(__fish_complete_subcommand)'\n", command);
  }
}
