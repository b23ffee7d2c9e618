/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* directory.h - a directory that files are made in: whether it may be used, and whether it is still the same one.
 * Not here: which directory that is (experiment.c), files that are mapped (reserved_file.h).
 *
 * Others may write to the directories above it, as to /tmp, and may put links and directories of their own where ours
 * are looked for; the user may rename what we have made, and put something else in its place. So a directory is used by
 * default only if it has just been made; files are made below its descriptor, and no link is followed; and before
 * something is removed, it is proved to be what was made. No descriptor is kept open: reserved_file.h says why. Errors
 * are negative errnos. */
#ifndef POMP_DIRECTORY_H
#define POMP_DIRECTORY_H

#include <dirent.h>
#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/* Tells files apart, as long as they are there. When one is removed, another may get its number; so there is the time
 * at which it was made, if the file system knows that. */
struct pomp_identity {
  dev_t device;
  ino_t inode;
  int64_t born, born_ns; /* 0: not known */
};

struct pomp_directory {
  char path[PATH_MAX + 32];
  struct pomp_identity is;
  bool made;    /* by this process */
  bool foreign; /* it is there, and another user's: why it was not opened */
};

/* Makes the directory `path` with the permissions `mode`, less the umask. Returns a descriptor for it, which the caller
 * closes, or an error: -EEXIST if the name is taken, even by a link that leads nowhere. */
int pomp_directory_make(struct pomp_directory *d, const char *path, mode_t mode);

/* Finds one that is there. It must belong to the user as whom the process acts; a link to it, too, or to root. Returns
 * a descriptor as above, or an error: -EPERM if it is another user's, or if the
 * system refuses the call; `foreign` tells them apart. */
int pomp_directory_find(struct pomp_directory *d, const char *path);

static inline bool pomp_directory_same(const struct pomp_directory *a, const struct pomp_directory *b) {
  return a->is.device == b->is.device && a->is.inode == b->is.inode;
}

/* Opens it again. -ESTALE: another one has its name. */
int pomp_directory_open(const struct pomp_directory *d);

/* Opens the directory `entry` of the directory `at`, after making it if it isn't there. Errors as above. */
int pomp_directory_below(int at, const char *entry, mode_t mode);

/* Removes it, if it is empty and was made by this process. */
void pomp_directory_remove(struct pomp_directory *d);

/* Opens the directory that `path` names the last part of; `*entry` becomes that part. */
int pomp_directory_of(const char *path, const char **entry);

/* The entries of a directory, one after the other. */
struct pomp_entries {
  int fd; /* negative: it can't be read */
  ssize_t size, next;
  union {
    struct dirent64 entry; /* as the kernel writes it */
    char bytes[1024];
  } some;
};

/* pomp_entries_next returns the name of the next one, or NULL. pomp_entries_end is called in any case. */
void pomp_entries_begin(struct pomp_entries *e, const char *path);
const char *pomp_entries_next(struct pomp_entries *e);
void pomp_entries_end(const struct pomp_entries *e);

/* Says what is at `entry` of the directory `at`, itself rather than what it links to. False: nothing. */
bool pomp_identity_at(int at, const char *entry, struct pomp_identity *is);
/* True if they are the same; one that doesn't know when it was made is compared by its number alone. */
bool pomp_identity_same(const struct pomp_identity *a, const struct pomp_identity *b);

/* Removes `entry` of the directory `at` if it is the file `is`. */
void pomp_identity_unlink(int at, const char *entry, const struct pomp_identity *is);

/* Moves the file `is` to `new` in the directory `to`, where nothing must have that name. Returns 0 or an error; then it
 * is where it was. */
int pomp_identity_move(const struct pomp_identity *is, int at, const char *entry, int to, const char *new);

#endif
