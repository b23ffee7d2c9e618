/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* reserved_file.h - a file that is mapped while it grows: each byte is reserved before it is touched, as storing to a
 * page that has no disk block behind it is a SIGBUS when the disk is full.
 * Not here: what is in the file (arena.c, trace_file.c), and how it is mapped (growing_map.c).
 *
 * No descriptor is kept open: a program that closes all descriptors it does not know would give our number to a file of
 * its own. All functions are called under the slow lock; errors are negative errnos. */
#ifndef POMP_RESERVED_FILE_H
#define POMP_RESERVED_FILE_H

#include "pomp_format.h"

#include <limits.h>
#include <sys/types.h>

struct pomp_reserved_file {
  char path[PATH_MAX + 32];
  dev_t device;
  ino_t inode;
  uint64_t reserved; /* bytes that are safe to touch */
  uint64_t length;   /* bytes that the file has, the last of which may be without disk blocks */
  struct {
    dev_t device;
    ino_t inode;
  } root; /* of all paths, when the file was made */
};

/* Makes the file in the directory `at`, which is that of `path`, or AT_FDCWD if it isn't open. The file must not be
 * there; it has `size` bytes reserved, and the permissions `mode`, less the umask. Returns a descriptor, which the
 * caller closes, or an error; then there is no file. */
int pomp_reserved_create(struct pomp_reserved_file *f, int at, const char *path, uint64_t size, mode_t mode);

/* Opens the file under its name, if it is still the one that was made. Returns a descriptor, or an error. */
int pomp_reserved_open(const struct pomp_reserved_file *f);

/* Reserves `size` bytes in all. Returns 0, or an error; then no more is reserved than before. */
int pomp_reserved_reserve(struct pomp_reserved_file *f, int fd, uint64_t size);

/* Makes the file longer than what is reserved: about twice as long, and some MiB, but not longer than `most`. It takes
 * no disk blocks for that. If this fails, the file is as it was. */
void pomp_reserved_extend(struct pomp_reserved_file *f, int fd, uint64_t most);

/* Reserves `target` bytes in all, or `size` if there is no space for more; the file, which is mapped at `at`, will
 * never have more than `most`. A process that can't reach its file any more, because it has no descriptor free, or has
 * another user or another root by now, can reserve what the file is long. Returns 0, or an error as above. */
int pomp_reserved_grow(struct pomp_reserved_file *f, char *at, uint64_t size, uint64_t target, uint64_t most);
/* Gives the file another name, in the directory `at`, which is that of `path`, on the same file system. Nothing must
 * have the name yet. Returns 0, or an error; then the file is where it was. */
int pomp_reserved_move(struct pomp_reserved_file *f, int at, const char *path);

/* Removes the file, if it is still there. */
void pomp_reserved_unlink(const struct pomp_reserved_file *f);

/* Gives back what is reserved beyond `size`, if the file is still there. */
void pomp_reserved_trim(struct pomp_reserved_file *f, uint64_t size);

/* The limit of the process for a resource (getrlimit), in bytes; UINT64_MAX if there is none. */
uint64_t pomp_reserved_limit(int resource);

/* The reason that a file's header gives for an end by this error; -ENOMEM stands for a limit of our own. */
enum pomp_stop pomp_reserved_stop(int error);

#endif
