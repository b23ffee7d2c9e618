/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* stored.h - the files of an experiment by their paths, DIRECTORY/profile.pomp and the like, whether the directory is
 * one or an archive is in its place. Not here: which files an experiment has (tools/files), what is in an archive
 * (archive.h).
 *
 * An archive that was used once stays open until the program ends, unless another file has got its path. */
#ifndef FILES_STORED_H
#define FILES_STORED_H

#include "files/archive.h"

#include <sys/stat.h>

/* Who learns of blocks that are damaged: the path of the archive, and a line. NULL: nobody. */
extern void (*stored_tell)(const char *path, const char *line);

/* True if the file is an archive; of one that can't be read the reason is in `error`, else that is empty. */
bool stored_is_archive(const char *path, char *error, size_t error_size);

/* Returns the archive of this path; NULL: it is none, or can't be read. */
const struct archive *stored_archive(const char *path);

/* Finds the archive that is in place of a directory of this path, and the file in it. NULL with an errno, and perhaps a
 * reason: it is no archive, or has no such file. */
const struct archive *stored_find(const char *path, uint32_t *member, char *error, size_t error_size);

/* These are `open` for reading, and `fstat` of that: the file's contents, or those of one in memory, which an archive
 * has. Bytes of it that were lost are 0. */
int stored_open(const char *path);
/* The same, but that a small file of an archive gets no descriptor, and the result is -1: `*bytes` is what it holds,
 * to be freed, and `*size` how much. That is quicker by far. */
int stored_open_or_unpack(const char *path, unsigned char **bytes, uint64_t *size);
/* Tells that this file is going to be read from its begin to its end: if it is in an archive, another thread begins to
 * unpack it. */
void stored_expect(const char *path);
/* Is `stat` of a file; the times of one in an archive are those of the file that was packed. */
int stored_stat(const char *path, struct stat *s);
/* Tells when a file in an archive was changed and made, when it was packed. False: it is in no archive. */
bool stored_times(const char *path, uint64_t *changed, uint64_t *born);

/* Calls `found` for the name of everything in a directory, until that returns false. */
void stored_list(const char *directory, bool (*found)(void *context, const char *name), void *context);

#endif
