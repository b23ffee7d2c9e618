/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* other-clang.c - asks the compiler that POMP_CLANG names what it is.
 * What does not live here: what other-clang.h says. */
#include "commands/clang/other-clang.h"

#include "commands/clang/complain.h"
#include "commands/clang/run.h"
#include "commands/clang/words.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char takes[] = "it takes a Clang that there is a plugin for, such as " POMP_CLANG_PATH;

/* Another compiler would report the options that we add, which says nothing to a user. */
static void check(const char *chosen) {
  char *const ask[] = {(char *)chosen, (char *)"--version", NULL};
  char text[4096];
  int status = run_and_read(ask, "POMP_CLANG", STDOUT_FILENO, text, sizeof text);
  if (status == -1) {
    complain("can't run %s: %s (POMP_CLANG names it)", chosen, strerror(errno));
    exit(127);
  }
  if (strstr(text, "pomp-clang")) {
    complain("POMP_CLANG names pomp-clang itself, %s; %s", chosen, takes);
    exit(2);
  }
  if (strstr(text, "clang version ") == NULL) {
    text[strcspn(text, "\n")] = '\0';
    complain("POMP_CLANG names %s, which is not Clang: it says '%.200s'; %s", chosen, text, takes);
    exit(2);
  }
}

size_t clang_version_length(const char *program) {
  size_t length = strlen(program), digits = 0;
  while (digits < length && isdigit((unsigned char)program[length - digits - 1]))
    ++digits;
  return digits && digits < length && program[length - digits - 1] == '-' ? digits + 1 : 0;
}

/* Returns that compiler by its name for C++, with the version if there is such a name; `clang` if there is none. */
static const char *for_cxx(const char *clang) {
  const size_t length = strlen(clang), version = clang_version_length(clang);
  static struct words names; /* is never freed */
  words_format(&names, "%s", POMP_CLANGXX_PATH);
  words_format(&names, "%.*s++", (int)(length - version), clang);
  for (int i = 0; i < names.count; ++i)
    if (access(names.text[i], X_OK) == 0)
      return names.text[i];
  return clang;
}

const char *clang_find(const char *program, bool cxx) {
  const char *chosen = getenv("POMP_CLANG");
  size_t version = clang_version_length(program);
  if (chosen && *chosen) {
    check(chosen);
    return chosen;
  }
  if (version) {
    static struct words name; /* is never freed */
    words_format(&name, "clang%s%s", cxx ? "++" : "", program + strlen(program) - version);
    return name.text[0];
  }
  if (access(POMP_CLANG_PATH, X_OK) != 0)
    return POMP_CLANG_NAME;
  return cxx ? for_cxx(POMP_CLANG_PATH) : POMP_CLANG_PATH;
}
