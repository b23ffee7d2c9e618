/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* linked.c - goes through DT_NEEDED as ld.so(8) does: DT_RPATH, LD_LIBRARY_PATH, DT_RUNPATH, the cache, the usual
 * folders.
 * Not here: hwcaps of LD_LIBRARY_PATH and the folders, whose libraries have the same names. */
#include "commands/exec/linked.h"
#include "pomp_arch.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static const char usual[] = "/lib/" POMP_ARCH_TRIPLE ":/usr/lib/" POMP_ARCH_TRIPLE ":/lib64:/usr/lib64:/lib:/usr/lib";

/* True if ld.so would take it: a file of another architecture is passed over. */
static bool is_fit(const char *path) {
  struct elf_file f;
  elf_open(&f, path);
  const bool fit = f.kind == ELF_DYNAMIC || f.kind == ELF_STATIC; /* a library may need nothing */
  elf_close(&f);
  return fit;
}

/* --- folders: what stands for a part of a path is $ORIGIN, $LIB or $PLATFORM, perhaps in braces --- */

static size_t replaced(const char *at, const char *origin, const char **with) {
  const struct {
    const char *name, *is;
  } names[] = {{"ORIGIN", origin}, {"LIB", "lib/" POMP_ARCH_TRIPLE}, {"PLATFORM", POMP_ARCH_PLATFORM}};
  const bool braces = at[1] == '{';
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    const size_t length = strlen(names[i].name);
    if (strncmp(at + 1 + braces, names[i].name, length) != 0 || (braces && at[2 + length] != '}'))
      continue;
    *with = names[i].is;
    return 1 + length + 2 * braces;
  }
  return 0;
}

static bool expand(char path[PATH_MAX], const char *folder, size_t length, const char *name, const char *origin) {
  size_t used = 0;
  for (const char *at = folder; at < folder + length && used < PATH_MAX;) {
    const char *with = NULL;
    const size_t skip = *at == '$' ? replaced(at, origin, &with) : 0;
    if (skip)
      used += (size_t)snprintf(path + used, PATH_MAX - used, "%s", with);
    else
      path[used++] = *at;
    at += skip ? skip : 1;
  }
  path[used < PATH_MAX ? used : PATH_MAX - 1] = 0;
  if (used < PATH_MAX)
    used += (size_t)snprintf(path + used, PATH_MAX - used, "%s%s", used && *name ? "/" : "", name);
  return used < PATH_MAX;
}

/* The folders have a colon between them; LD_LIBRARY_PATH may have a semicolon. */
static bool in_folders(char path[PATH_MAX], const char *folders, const char *between, const char *name,
                       const char *origin) {
  while (folders && *folders) {
    const size_t length = strcspn(folders, between);
    if (expand(path, folders, length, name, origin) && access(path, R_OK) == 0 && is_fit(path))
      return true;
    folders += length + (folders[length] != 0);
  }
  return false;
}

/* --- the cache --- */

struct cache_head {
  char magic[20];
  uint32_t count, strings;
  uint8_t flags, unused[3];
  uint32_t extensions, more[3];
};
struct cache_row {
  int32_t flags;
  uint32_t name, path, version;
  uint64_t hardware;
};

static const unsigned char *cache;
static size_t cache_size;

static void read_cache(void) {
  static bool tried;
  struct stat s;
  if (tried)
    return;
  tried = true;
  int fd = open("/etc/ld.so.cache", O_RDONLY | O_CLOEXEC);
  if (fd < 0)
    return;
  if (fstat(fd, &s) == 0 && (size_t)s.st_size > sizeof(struct cache_head)) {
    void *bytes = mmap(NULL, (size_t)s.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
    cache = bytes == MAP_FAILED ? NULL : bytes;
    cache_size = (size_t)s.st_size;
  }
  close(fd);
}

static const char *cache_text(uint32_t offset) {
  return offset < cache_size && memchr(cache + offset, 0, cache_size - offset) ? (const char *)cache + offset : NULL;
}

/* The names are sorted by ld.so's own comparison; there are few enough to look at them all. */
static bool in_cache(char path[PATH_MAX], const char *name) {
  read_cache();
  const struct cache_head *head = (const void *)cache;
  if (!cache || memcmp(head->magic, "glibc-ld.so.cache1.1", sizeof head->magic) != 0 ||
      head->count > (cache_size - sizeof *head) / sizeof(struct cache_row))
    return false;
  const struct cache_row *rows = (const void *)(cache + sizeof *head);
  for (uint32_t i = 0; i < head->count; i++) {
    const char *is = rows[i].flags == POMP_ARCH_LD_CACHE ? cache_text(rows[i].name) : NULL;
    const char *file = is && strcmp(is, name) == 0 ? cache_text(rows[i].path) : NULL;
    if (file && strlen(file) < PATH_MAX && access(file, R_OK) == 0) {
      strcpy(path, file);
      return true;
    }
  }
  return false;
}

/* --- the search --- */

static void folder_of(char folder[PATH_MAX], const char *path) {
  char real[PATH_MAX];
  snprintf(folder, PATH_MAX, "%s", realpath(path, real) ? real : path);
  char *slash = strrchr(folder, '/');
  if (slash)
    *slash = 0;
}

/* DT_RPATH holds for what is needed further on, too, unless DT_RUNPATH is there. */
static bool by_rpath(const struct linked *l, size_t by, const char *name, char path[PATH_MAX]) {
  char origin[PATH_MAX];
  for (size_t i = by; !l->files[by].elf.runpath; i = l->files[i].by) {
    const struct linked_file *f = &l->files[i];
    if (f->elf.rpath && !f->elf.runpath) {
      folder_of(origin, f->path);
      if (in_folders(path, f->elf.rpath, ":", name, origin))
        return true;
    }
    if (i == 0)
      break;
  }
  return false;
}

static bool find(const struct linked *l, size_t by, const char *name, char path[PATH_MAX]) {
  char origin[PATH_MAX];
  const struct elf_file *f = &l->files[by].elf;
  folder_of(origin, l->files[by].path);
  if (strchr(name, '/'))
    return expand(path, name, strlen(name), "", origin);
  return by_rpath(l, by, name, path) || in_folders(path, getenv("LD_LIBRARY_PATH"), ":;", name, origin) ||
         in_folders(path, f->runpath, ":", name, origin) || linked_library(name, path);
}

bool linked_library(const char *name, char path[PATH_MAX]) {
  return in_cache(path, name) || in_folders(path, usual, ":", name, "");
}

static bool is_there(const struct linked *l, const char *name) {
  for (size_t i = 0; i < l->count; i++) {
    const char *slash = strrchr(l->files[i].path, '/');
    if ((l->files[i].elf.soname && strcmp(l->files[i].elf.soname, name) == 0) ||
        strcmp(slash ? slash + 1 : l->files[i].path, name) == 0)
      return true;
  }
  return false;
}

static bool add(struct linked *l, const char *path, size_t by) {
  struct linked_file *f = &l->files[l->count];
  elf_open(&f->elf, path);
  for (size_t i = 0; i < l->count; i++)
    if (l->files[i].elf.inode == f->elf.inode && l->files[i].elf.device == f->elf.device) {
      elf_close(&f->elf);
      return true;
    }
  f->path = strdup(path);
  f->by = by;
  l->count += f->path != NULL;
  return f->path;
}

bool linked_find(struct linked *l, const char *program) {
  char path[PATH_MAX];
  l->count = 0;
  bool good = add(l, program, 0);
  for (size_t i = 0; good && i < l->count; i++)
    for (size_t k = 0; good && k < l->files[i].elf.needed_count && l->count < LINKED_MAX; k++) {
      const char *name = l->files[i].elf.needed[k];
      if (!is_there(l, name) && find(l, i, name, path))
        good = add(l, path, i);
    }
  return good;
}

void linked_free(struct linked *l) {
  for (size_t i = 0; i < l->count; i++) {
    elf_close(&l->files[i].elf);
    free(l->files[i].path);
  }
  l->count = 0;
}
