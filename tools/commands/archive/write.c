/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* write.c - makes an archive of an experiment: under another name until it is complete and on the disk.
 * Not here: which files there are (experiment_files.c), what is in a block (common/archive), how the archive is read
 * back (check.c).
 */
#include "archive/checksum.h"
#include "archive/plan.h"
#include "base/parallel.h"
#include "base/user_error.h"
#include "commands/archive/archiver.h"
#include "commands/archive/packed_blocks.h"
#include "files/archive_internal.h"
#include "files/load.h"
#include "files/stored.h"
#include "pomp_array.h"
#include "pomp_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define AT_ONCE 4u /* blocks for each thread, until they are written */

/* This is a block that is to be written, and then where it is. */
struct task {
  uint32_t member, block;
  uint64_t at;
  struct pomp_archive_bytes bytes;
};

struct writing {
  const struct archiver_choice *choice;
  const char *directory;
  struct archiver_files files;
  struct pomp_plan *plans; /* by file */
  struct task *tasks;
  uint32_t task_count, task_room;
  struct packed_blocks packed_blocks;
  struct pomp_codec codec;
  struct pomp_archive_bytes index; /* rows of blocks */
  char part[4300];
  int fd;
  uint64_t at; /* where the next block goes */
};

static bool no_memory(const struct writing *w) { return user_error(w->directory, "not enough memory"); }

/* --- what is to be written --- */

static bool add_tasks(struct writing *w, bool first) {
  for (uint32_t i = 0; i < w->files.count; i++)
    for (uint32_t k = 0; k < w->plans[i].block_count; k++) {
      if (w->plans[i].blocks[k].twice != first)
        continue;
      if (!POMP_ARRAY_ROOM(w->tasks, w->task_room, w->task_count + 1ull))
        return no_memory(w);
      w->tasks[w->task_count++] = (struct task){.member = i, .block = k};
    }
  return true;
}

static bool plan_one(void *context, uint32_t i) {
  struct writing *w = context;
  struct archiver_file *f = &w->files.at[i];
  const int fd = archiver_file_open(w->directory, f->name);
  if (fd < 0)
    return false;
  const int error = pomp_plan_make(&w->plans[i], fd, f->about.size);
  close(fd);
  f->about.header_size = w->plans[i].header_size;
  f->about.chunk_size = w->plans[i].chunk_size;
  f->about.kind = w->plans[i].chunk_size ? POMP_ARCHIVE_TRACE : POMP_ARCHIVE_PLAIN;
  return !error || user_error(w->directory, "%s: %s", f->name, strerror(-error));
}

static bool plan(struct writing *w) {
  w->plans = calloc(w->files.count, sizeof *w->plans);
  return (w->plans || no_memory(w)) && parallel_for(w->choice->jobs, w->files.count, plan_one, w) &&
         add_tasks(w, true) && add_tasks(w, false);
}

/* --- bytes of the archive --- */

static bool put(struct writing *w, const void *bytes, size_t size, uint64_t at) {
  const int error = pomp_file_write_at(w->fd, bytes, size, at);
  return !error || user_error(w->part, "%s", strerror(-error));
}

static bool append(struct writing *w, const void *bytes, size_t size) {
  w->at += size;
  return put(w, bytes, size, w->at - size);
}

static bool add_bytes(struct pomp_archive_bytes *b, const void *from, size_t size) {
  if (b->room - b->size < size) {
    const size_t room = b->room * 2 > b->size + size ? b->room * 2 : b->size + size + 4096;
    unsigned char *grown = realloc(b->at, room);
    if (!grown)
      return false;
    b->at = grown;
    b->room = room;
  }
  if (from)
    memcpy(b->at + b->size, from, size);
  b->size += size;
  return true;
}

/* Writes a block, and adds it to the index. */
static bool add_block(struct writing *w, const struct pomp_archive_bytes *b) {
  struct pomp_archive_block head;
  static const uint32_t none;
  memcpy(&head, b->at, sizeof head);
  return ((add_bytes(&w->index, &w->at, sizeof w->at) && add_bytes(&w->index, &head, sizeof head) &&
           add_bytes(&w->index, b->at + sizeof head, 4ull * head.chunks) &&
           (head.chunks % 2 == 0 || add_bytes(&w->index, &none, sizeof none))) ||
          no_memory(w)) &&
         append(w, b->at, b->size);
}

/* --- blocks of files --- */

struct batch {
  struct writing *w;
  uint32_t first;
};

static bool make_block(void *context, uint32_t i) {
  const struct batch *b = context;
  struct writing *w = b->w;
  struct task *t = &w->tasks[b->first + i];
  const char *name = w->files.at[t->member].name;
  const int fd = archiver_file_open(w->directory, name);
  if (fd < 0)
    return false;
  int error = packed_blocks_take(&w->packed_blocks, &w->plans[t->member], t->block, fd, t->member, &t->bytes);
  if (error > 0)
    error = pomp_plan_pack(&w->plans[t->member], t->block, fd, t->member, &w->codec, &t->bytes);
  close(fd);
  return !error || user_error(w->directory, "%s: %s", name, strerror(-error));
}

static bool write_blocks(struct writing *w) {
  const uint32_t most = w->choice->jobs * AT_ONCE;
  bool good = true;
  for (uint32_t first = 0; good && first < w->task_count; first += most) {
    const uint32_t left = w->task_count - first, count = left < most ? left : most;
    struct batch b = {w, first};
    good = parallel_for(w->choice->jobs, count, make_block, &b);
    for (uint32_t i = first; i < first + count; i++) {
      w->tasks[i].at = w->at;
      good = good && add_block(w, &w->tasks[i].bytes);
      free(w->tasks[i].bytes.at);
      w->tasks[i].bytes.at = NULL;
    }
  }
  return good;
}

/* Writes once more what all depends on. */
static bool write_again(struct writing *w) {
  bool good = true;
  for (uint32_t i = 0; good && i < w->task_count && w->plans[w->tasks[i].member].blocks[w->tasks[i].block].twice; i++) {
    struct pomp_archive_block head;
    int error = pomp_file_read_at(w->fd, &head, sizeof head, w->tasks[i].at);
    struct pomp_archive_bytes b = {.size = error ? 0 : pomp_block_extent(&head)};
    if (!error && !(b.at = malloc(b.size)))
      error = -ENOMEM;
    if (!error)
      error = pomp_file_read_at(w->fd, b.at, b.size, w->tasks[i].at);
    good = !error || user_error(w->part, "%s", strerror(-error));
    if (good) {
      head.flags |= POMP_ARCHIVE_AGAIN;
      pomp_block_seal(&head);
      memcpy(b.at, &head, sizeof head);
      good = add_block(w, &b);
    }
    free(b.at);
  }
  return good;
}

/* --- the rest of the archive --- */

/* Makes the list of files. */
static bool list_files(struct writing *w, struct pomp_archive_bytes *to) {
  static const char zeros[8];
  bool good = true;
  for (uint32_t i = 0; good && i < w->files.count; i++) {
    const struct archiver_file *f = &w->files.at[i];
    good = add_bytes(to, &f->about, sizeof f->about) && add_bytes(to, f->name, f->about.name) &&
           add_bytes(to, zeros, 8 - f->about.name % 8);
  }
  return good || no_memory(w);
}

/* Writes a block that is a table. `*at` becomes where it is. */
static bool write_table(struct writing *w, uint16_t kind, const struct pomp_archive_bytes *table, uint64_t *at) {
  struct pomp_archive_block head = {.kind = kind, .size = (uint32_t)table->size};
  struct pomp_archive_bytes packed = {NULL, 0, 0};
  if (table->size > UINT32_MAX / 4)
    return user_error(w->directory, "there are too many blocks for one archive");
  *at = w->at;
  const bool good = (pomp_block_pack(&w->codec, &head, NULL, NULL, table->at, &packed) || no_memory(w)) &&
                    append(w, packed.at, packed.size);
  free(packed.at);
  return good;
}

static bool write_index(struct writing *w, const struct pomp_archive_bytes *names) {
  struct pomp_archive_bytes table = {NULL, 0, 0};
  const uint64_t size = names->size;
  struct pomp_archive_trailer end = {
      .byte_order = POMP_ARCHIVE_BYTE_ORDER, .version = POMP_ARCHIVE_VERSION, .magic = POMP_ARCHIVE_END_MAGIC};
  const bool good = ((add_bytes(&table, &size, sizeof size) && add_bytes(&table, names->at, names->size) &&
                      add_bytes(&table, w->index.at, w->index.size)) ||
                     no_memory(w)) &&
                    write_table(w, POMP_ARCHIVE_INDEX, &table, &end.index);
  free(table.at);
  end.checksum = pomp_checksum(&end, offsetof(struct pomp_archive_trailer, checksum), 0);
  return good && append(w, &end, sizeof end);
}

/* The header comes last: a file that was not written to its end has neither it nor a trailer, and is no archive. */
static bool write_header(struct writing *w) {
  struct pomp_archive_header h = {.magic = POMP_ARCHIVE_MAGIC,
                                  .byte_order = POMP_ARCHIVE_BYTE_ORDER,
                                  .version = POMP_ARCHIVE_VERSION,
                                  .size = w->at,
                                  .blocks = sizeof h};
  h.checksum = pomp_checksum(&h, offsetof(struct pomp_archive_header, checksum), 0);
  if (fsync(w->fd) != 0)
    return user_error(w->part, "%s", strerror(errno));
  return put(w, &h, sizeof h, 0) && (fsync(w->fd) == 0 || user_error(w->part, "%s", strerror(errno)));
}

static bool write_all(struct writing *w) {
  struct pomp_archive_bytes names = {NULL, 0, 0};
  uint64_t at;
  w->at = sizeof(struct pomp_archive_header);
  const bool good = plan(w) && list_files(w, &names) && write_table(w, POMP_ARCHIVE_NAMES, &names, &at) &&
                    write_blocks(w) && write_again(w) && write_index(w, &names) && write_header(w);
  free(names.at);
  return good;
}

/* --- files and directories --- */

/* True if nobody writes to the experiment any more. */
static bool is_over(const char *directory) {
  static struct loaded l;
  const bool good = load_whole(&l, directory);
  const enum run_state state = l.state;
  experiment_free(&l.experiment);
  if (good && state == RUN_RUNNING)
    return user_error(directory, "its program is still running: it can be packed when it is over");
  return good;
}

/* Sees to it that the new name is on the disk, too. */
static void keep_name(const char *path) {
  char folder[4300];
  const char *slash = strrchr(path, '/');
  snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash + 1 - path) : 1, slash ? path : ".");
  const int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd >= 0) {
    fsync(fd);
    close(fd);
  }
}

/* Who may read the archive may read all of its files. */
static mode_t common_mode(const struct archiver_files *files) {
  mode_t mode = 0666;
  for (uint32_t i = 0; i < files->count; i++)
    mode &= files->at[i].about.mode;
  return mode | 0600;
}

static bool make_archive(struct writing *w, const char *target) {
  struct stat s;
  if (!w->choice->force && lstat(target, &s) == 0)
    return user_error(target, "is there already: --force replaces it, --output names another");
  if (snprintf(w->part, sizeof w->part, "%s.part-%ld", target, (long)getpid()) >= (int)sizeof w->part)
    return user_error(target, "%s", strerror(ENAMETOOLONG));
  w->fd = open(w->part, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, common_mode(&w->files));
  if (w->fd < 0)
    return user_error(w->part, "%s", strerror(errno));
  bool good = write_all(w);
  if (close(w->fd) != 0 && good)
    good = user_error(w->part, "%s", strerror(errno));
  if (good && rename(w->part, target) != 0)
    good = user_error(target, "%s", strerror(errno));
  if (good)
    keep_name(target);
  else
    unlink(w->part);
  return good;
}

/* Removes the files that were packed, and directories that have nothing else. */
static bool remove_files(const struct writing *w) {
  char path[4400];
  bool good = true;
  for (uint32_t i = w->files.count; i-- > 0;) {
    snprintf(path, sizeof path, "%s/%s", w->directory, w->files.at[i].name);
    if (unlink(path) != 0)
      good = user_error(path, "%s", strerror(errno));
    char *slash = strrchr(path, '/');
    if (slash && strchr(w->files.at[i].name, '/')) {
      *slash = 0;
      rmdir(path); /* succeeds once the folder's last file is removed */
    }
  }
  if (rmdir(w->directory) != 0 && good)
    user_error_print(w->directory, "it stays, as it has other files, too");
  return good;
}

/* Removes a file of packed blocks, whose blocks are in the archive now. */
static bool forget_packed(const char *path) {
  unlink(path);
  return true;
}

static void forget(struct writing *w) {
  for (uint32_t i = 0; w->plans && i < w->files.count; i++)
    pomp_plan_free(&w->plans[i]);
  for (uint32_t i = 0; i < w->task_count; i++)
    free(w->tasks[i].bytes.at);
  free(w->plans);
  free(w->tasks);
  free(w->index.at);
  packed_blocks_close(&w->packed_blocks);
  archiver_files_free(&w->files);
}

bool archiver_write(const struct archiver_choice *choice) {
  static struct writing w;
  char directory[4096], target[4200], packed[4200], error[256];
  struct stat s;
  w.choice = choice;
  if (stored_is_archive(choice->experiment, error, sizeof error))
    return user_error(choice->experiment, "it is an archive already");
  if (stat(choice->experiment, &s) != 0)
    return user_error(choice->experiment, "%s", strerror(errno));
  if (!S_ISDIR(s.st_mode))
    return user_error(choice->experiment, "not the directory of an experiment");
  if (choice->remove && !user_owns(&s, choice->experiment))
    return false;
  size_t length = strlen(choice->experiment);
  while (length > 1 && choice->experiment[length - 1] == '/')
    length--;
  if (snprintf(directory, sizeof directory, "%.*s", (int)length, choice->experiment) >= (int)sizeof directory)
    return user_error(choice->experiment, "%s", strerror(ENAMETOOLONG));
  snprintf(target, sizeof target, "%s" POMP_ARCHIVE_SUFFIX, directory);
  snprintf(packed, sizeof packed, "%s/" POMP_ARCHIVE_PACKED, directory);
  w.directory = directory;
  w.codec = archive_codec;
  w.codec.level = choice->level;
  const char *path = choice->output ? choice->output : target;
  const bool good = is_over(directory) && archiver_files_find(&w.files, directory) &&
                    packed_blocks_open(&w.packed_blocks, packed) && make_archive(&w, path) && forget_packed(packed) &&
                    (!choice->remove || (archiver_compare(path, directory, &w.files) && remove_files(&w)));
  forget(&w);
  return good;
}
