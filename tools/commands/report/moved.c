/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* moved.c - hands a call over to the command that has the option now, which is beside this one.
 * Not here: what that does with it. */
#include "commands/report/moved.h"
#include "base/user_error.h"
#include "pomp_place.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *const options[] = {"--db", "--trend", "--regressions", "--scaling", NULL};

const char *moved_option(char *const *argv) {
  for (char *const *word = argv + (*argv != NULL); *word && strcmp(*word, "--") != 0; word++)
    for (const char *const *option = options; *option; option++)
      if (strncmp(*word, *option, strlen(*option)) == 0 && strchr("=", (*word)[strlen(*option)]))
        return *option;
  return NULL;
}

int moved_hand_over(char **argv, const char *option) {
  char folder[POMP_PLACE_MAX], path[POMP_PLACE_MAX + 16];
  if (!pomp_place(folder, ".", ".", "pomp-runs")) {
    user_error_print(NULL, "can't find out in /proc/self/exe where it is: %s", strerror(errno));
    return EXIT_FAILURE;
  }
  snprintf(path, sizeof path, "%s/pomp-runs", folder);
  user_error_print(NULL, "%s is an option of pomp-runs now, which goes on with this call", option);
  argv[0] = path;
  execv(path, argv);
  user_error_print(path, "it can't be run: %s", strerror(errno));
  return EXIT_FAILURE;
}
