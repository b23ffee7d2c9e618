/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* archive_main.c - the command pomp-archive.
 * Not here: its options (archive_options.c), what it does (write.c, check.c, extract.c). */
#include "base/command_begin.h"
#include "base/command_line.h"
#include "base/user_error.h"
#include "commands/archive/archiver.h"

#include <stdlib.h>

static bool (*const tasks[])(const struct archiver_choice *choice) = {[ARCHIVER_WRITE] = archiver_write,
                                                                      [ARCHIVER_LIST] = archiver_list,
                                                                      [ARCHIVER_VERIFY] = archiver_verify,
                                                                      [ARCHIVER_EXTRACT] = archiver_extract};

int main(int argc, char **argv) {
  struct archiver_choice choice;
  int status;
  if (!command_begin())
    return EXIT_FAILURE;
  if (archiver_options(argc, argv, &choice, &status)) {
    const char *lacks = archive_lacks();
    const bool good = lacks ? user_error(NULL, "%s", lacks) : tasks[choice.task](&choice);
    status = good ? EXIT_SUCCESS : EXIT_FAILURE;
  }
  return command_end(status);
}
