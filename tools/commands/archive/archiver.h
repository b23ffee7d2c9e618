/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* archiver.h - what the parts of pomp-archive have in common.
 * Not here: the form of an archive (pomp_archive_format.h), how one is read (tools/files). */
#ifndef COMMANDS_ARCHIVE_ARCHIVER_H
#define COMMANDS_ARCHIVE_ARCHIVER_H

#include "files/archive.h"

#include <stdbool.h>
#include <stdint.h>

enum archiver_task { ARCHIVER_WRITE, ARCHIVER_LIST, ARCHIVER_VERIFY, ARCHIVER_EXTRACT };

struct archiver_choice {
  enum archiver_task task;
  const char *experiment;
  const char *output; /* of WRITE and EXTRACT; NULL: what follows from the experiment's name */
  unsigned jobs;      /* threads */
  int level;          /* of zstd */
  bool force, remove;
};

/* Reads the command line. False if the program is to end, with the exit status in `*status`. */
bool archiver_options(int argc, char **argv, struct archiver_choice *choice, int *status);

/* --- the files of an experiment --- */

struct archiver_file {
  char *name; /* below the directory */
  struct pomp_archive_member about;
};
struct archiver_files {
  struct archiver_file *at;
  uint32_t count, room;
};

/* Finds the files that belong to the experiment in a directory, what all depends on first. False, with a message, if
 * that can't be done, or there are none. Either way archiver_files_free is to be called. */
bool archiver_files_find(struct archiver_files *files, const char *directory);
void archiver_files_free(struct archiver_files *files);

/* Opens one of them for reading. A negative number, with a message, if that can't be done. */
int archiver_file_open(const char *directory, const char *name);

/* --- what is done --- */

/* These do a task. False, with a message, if it can't be done. */
bool archiver_write(const struct archiver_choice *choice);
bool archiver_list(const struct archiver_choice *choice);
bool archiver_verify(const struct archiver_choice *choice);
bool archiver_extract(const struct archiver_choice *choice);

/* Opens the archive that is meant. NULL, with a message, if there is none. It stays open. */
const struct archive *archiver_open(const char *path);

/* Reads back an archive, and compares it with the files that it was made of. False, with a message, if anything is
 * different. */
bool archiver_compare(const char *path, const char *directory, const struct archiver_files *files);

#endif
