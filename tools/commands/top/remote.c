/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* remote.c - watches a program on another machine: the pomp-top that is there draws on this terminal, by way of ssh.
 * Not here: what it shows (watch.c). */
#include "base/user_error.h"
#include "commands/top/top.h"

#include <errno.h>
#include <langinfo.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MOST_TEXT 16384

/* Returns where the brackets begin in which a name has an address of IPv6, perhaps behind `user@`; NULL: it has none.
 */
static const char *bracket_of(const char *name) {
  const char *at = name + strcspn(name, "[:/");
  return *at == '[' && (at == name || at[-1] == '@') ? at : NULL;
}

/* Returns the length of the host in a name, with its brackets; 0: it has none. */
static size_t host_length(const char *name) {
  const char *bracket = bracket_of(name);
  const size_t length = bracket ? (size_t)(bracket - name) + strcspn(bracket, "]/") + 1 : strcspn(name, ":/");
  return length <= strlen(name) && name[length] == ':' ? length : 0;
}

/* As with scp, a name with a colon before any slash has a host, unless there is such a file. */
bool remote_is(const char *name) { return name && host_length(name) && access(name, F_OK) != 0; }

/* Appends a word so that a shell takes it as it is. False: there is no room. */
static bool append_word(char *text, size_t size, const char *word) {
  size_t n = strlen(text);
  if (n + 4 >= size)
    return false;
  text[n++] = ' ';
  text[n++] = '\'';
  for (; *word; word++) {
    const char *sign = *word == '\'' ? "'\\''" : (const char[]){*word, 0};
    const size_t length = strlen(sign);
    if (n + length + 2 > size)
      return false;
    memcpy(text + n, sign, length);
    n += length;
  }
  text[n++] = '\'';
  text[n] = 0;
  return true;
}

int remote_watch(const struct top_chosen *chosen) {
  char host[256], text[MOST_TEXT];
  const size_t given = host_length(chosen->name);
  const char *experiment = chosen->name + given + 1, *bracket = bracket_of(chosen->name);
  size_t length = 0;
  for (size_t i = 0; i < given && length < sizeof host; i++)
    if (!bracket || !strchr("[]", chosen->name[i])) /* ssh takes none */
      host[length++] = chosen->name[i];
  if (!length || length >= sizeof host || *host == '-') { /* ssh would take it for an option */
    user_error_print(NULL, "this can't be the name of a machine: %s", chosen->name);
    return EXIT_FAILURE;
  }
  host[length] = 0;
  /* The characters that a terminal has do not depend on the machine that writes to it. */
  const bool is_utf8 = strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
  snprintf(text, sizeof text, "exec env %spomp-top --interval=%g%s --", is_utf8 ? "LC_ALL=C.UTF-8 " : "",
           chosen->interval, chosen->since_start ? " --since-start" : "");
  if (*experiment && !append_word(text, sizeof text, experiment)) {
    snprintf(host, sizeof host, "%.60s…", chosen->name);
    user_error_print(NULL, "the name is too long: %s", host);
    return EXIT_FAILURE;
  }
  execlp("ssh", "ssh", "-t", "--", host, text, (char *)NULL);
  user_error_print(NULL, "ssh can't be started: %s", strerror(errno));
  return EXIT_FAILURE;
}
