/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* code_module.c - finds the file that an address of code is from, by the kernel's list of mappings and the ELF header
 * in memory.
 * Not here: what is remembered of an address (definitions/code_site.c).
 *
 * The dynamic linker could tell the same, but has a lock, which another thread may hold while it waits for that of the
 * slow paths. Memory is read through the kernel: another program that cuts off a mapped file must not end the program.
 */
#include "base/code_module.h"
#include "base/libc.h"
#include "pomp_system.h"

#include <elf.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SEGMENTS_MAX 64
#define NOTES_MAX 4096

/* It is a line of /proc/self/maps. */
struct mapping {
  uint64_t begin, end, offset, inode;
  unsigned major, minor;
  bool code;
  const char *path; /* "" if there is none */
};

/* Reads a hexadecimal number and the character behind it. */
static bool hexadecimal(const char **at, uint64_t *number, char behind) {
  char *end;
  *number = strtoull(*at, &end, 16);
  if (end == *at || *end != behind)
    return false;
  *at = end + 1;
  return true;
}

/* The line is "begin-end rwxp offset major:minor inode   path". */
static bool read_mapping(const char *line, struct mapping *m) {
  uint64_t major, minor;
  char *end;
  if (!hexadecimal(&line, &m->begin, '-') || !hexadecimal(&line, &m->end, ' ') || pomp_libc_length(line, 5) < 5)
    return false;
  m->code = line[2] == 'x';
  line += 5;
  if (!hexadecimal(&line, &m->offset, ' ') || !hexadecimal(&line, &major, ':') || !hexadecimal(&line, &minor, ' '))
    return false;
  m->major = (unsigned)major;
  m->minor = (unsigned)minor;
  m->inode = strtoull(line, &end, 10);
  while (*end == ' ')
    end++;
  m->path = *end == '/' ? end : "";
  return true;
}

/* The memory of this process, read by the kernel. */
static bool read_memory(int fd, uint64_t at, void *to, size_t size) {
  return pomp_sys_pread(fd, to, size, at) == (ssize_t)size;
}

/* Writes the build-id, if one of the notes is it. */
static bool find_id(int fd, uint64_t at, uint64_t size, struct pomp_code_module *m) {
  static char notes[NOTES_MAX];
  size = size < sizeof notes ? size : sizeof notes;
  if (!read_memory(fd, at, notes, size))
    return false;
  for (uint64_t i = 0; i + sizeof(Elf64_Nhdr) <= size;) {
    Elf64_Nhdr head;
    memcpy(&head, notes + i, sizeof head);
    uint64_t name = i + sizeof head, text = name + (head.n_namesz + 3ull) / 4 * 4;
    if (text + head.n_descsz > size)
      return false;
    if (head.n_type == NT_GNU_BUILD_ID && head.n_namesz == sizeof ELF_NOTE_GNU && head.n_descsz &&
        memcmp(notes + name, ELF_NOTE_GNU, sizeof ELF_NOTE_GNU) == 0) {
      strcpy(m->build, "id:");
      for (uint32_t k = 0; k < head.n_descsz && 3 + 2 * k + 2 < sizeof m->build; k++)
        snprintf(m->build + 3 + 2 * (size_t)k, 3, "%02x", (unsigned char)notes[text + k]);
      m->id_at = at + text;
      m->id_size = head.n_descsz;
      return true;
    }
    i = text + (head.n_descsz + 3ull) / 4 * 4;
  }
  return false;
}

/* Reads the ELF header and what it leads to. `begin` is where the begin of the file is mapped, `offset` where in the
 * file the code is. */
static bool read_elf(int fd, uint64_t begin, uint64_t offset, uint64_t code, struct pomp_code_module *m) {
  static Elf64_Phdr segments[SEGMENTS_MAX];
  Elf64_Ehdr head;
  if (!read_memory(fd, begin, &head, sizeof head) || memcmp(head.e_ident, ELFMAG, SELFMAG) != 0 ||
      head.e_ident[EI_CLASS] != ELFCLASS64 || head.e_phentsize != sizeof *segments || head.e_phnum > SEGMENTS_MAX ||
      !read_memory(fd, begin + head.e_phoff, segments, head.e_phnum * sizeof *segments))
    return false;
  bool inside = false;
  for (int i = 0; i < head.e_phnum && !inside; i++) {
    const Elf64_Phdr *s = &segments[i];
    /* It is mapped from the begin of a page on, which need not be that of the segment: lld fills pages of the file. */
    uint64_t before = s->p_align > 1 ? s->p_offset % s->p_align : 0;
    inside = s->p_type == PT_LOAD && s->p_flags & PF_X && offset - s->p_offset + before < s->p_filesz + before;
    if (inside)
      m->bias = code - (offset - s->p_offset + s->p_vaddr);
  }
  for (int i = 0; i < head.e_phnum && inside && !m->id_size; i++)
    if (segments[i].p_type == PT_NOTE)
      find_id(fd, m->bias + segments[i].p_vaddr, segments[i].p_memsz, m);
  return inside;
}

/* It is what the list of mappings says of the code: where in its file it is, where the file's begin is mapped, and the
 * file's inode. */
struct found {
  uint64_t offset, begin, inode;
};

/* Calls `line_read` for each mapping, until it returns false. */
static void each_mapping(int fd, bool (*line_read)(const struct mapping *at, void *to), void *to) {
  static char text[2 * PATH_MAX];
  struct mapping at;
  size_t have = 0;
  for (ssize_t n; (n = pomp_sys_read(fd, text + have, sizeof text - 1 - have)) > 0;) {
    char *line = text, *end;
    have += (size_t)n;
    text[have] = 0;
    for (; (end = strchr(line, '\n')); line = end + 1) {
      *end = 0;
      if (read_mapping(line, &at) && !line_read(&at, to))
        return;
    }
    have = strlen(line);
    if (have >= sizeof text - 1)
      return; /* no line is so long */
    memmove(text, line, have);
  }
}

static bool is_same_file(const struct mapping *a, const struct mapping *b) {
  return a->inode == b->inode && a->major == b->major && a->minor == b->minor;
}

/* Finds in the list of mappings the one that has the code. */
struct search {
  uint64_t code;
  struct pomp_code_module *m;
  struct found *found;
  struct mapping first; /* the begin of the file of which the mappings are; its path does not outlive the line */
  bool is_found;
};
static bool look_for(const struct mapping *at, void *to) {
  struct search *s = to;
  if (at->offset == 0)
    s->first = *at;
  if (s->code - at->begin >= at->end - at->begin)
    return true;
  if (!at->code || !*at->path || !is_same_file(&s->first, at))
    return false;
  *s->found = (struct found){s->code - at->begin + at->offset, s->first.begin, at->inode};
  snprintf(s->m->path, sizeof s->m->path, "%s", at->path);
  s->is_found = true;
  return false;
}
static bool find_mapping(int fd, uint64_t code, struct pomp_code_module *m, struct found *found) {
  struct search s = {.code = code, .m = m, .found = found, .first = {.path = ""}};
  each_mapping(fd, look_for, &s);
  return s.is_found;
}

/* Without a build-id, the file itself has to do; it must be the one that is mapped. */
static void note_file(struct pomp_code_module *m, uint64_t inode) {
  struct stat about;
  if (pomp_sys_stat(m->path, &about) == 0 && about.st_ino == inode)
    snprintf(m->build, sizeof m->build, "file:%lld %lld.%09ld", (long long)about.st_size,
             (long long)about.st_mtim.tv_sec, about.st_mtim.tv_nsec);
}

/* The kernel writes so behind the path of a file that has gone. */
static void cut_deleted(char *path) {
  static const char mark[] = " (deleted)";
  size_t length = strlen(path), cut = sizeof mark - 1;
  if (length > cut && strcmp(path + length - cut, mark) == 0)
    path[length - cut] = 0;
}

bool pomp_code_module_find(const void *address, struct pomp_code_module *m) {
  uint64_t code = (uintptr_t)address - 1;
  struct found in_file;
  m->path[0] = m->build[0] = 0;
  m->bias = m->id_at = m->id_size = 0;
  int maps = pomp_sys_open("/proc/self/maps", O_RDONLY | O_CLOEXEC, 0);
  if (maps < 0)
    return false;
  bool found = find_mapping(maps, code, m, &in_file);
  m->inode = found ? in_file.inode : 0;
  pomp_sys_close(maps);
  int memory = found ? pomp_sys_open("/proc/self/mem", O_RDONLY | O_CLOEXEC, 0) : -1;
  if (memory >= 0) {
    found = read_elf(memory, in_file.begin, in_file.offset, code, m);
    pomp_sys_close(memory);
  } else
    found = false;
  if (found && !m->id_size)
    note_file(m, in_file.inode);
  cut_deleted(m->path);
  if (!found)
    m->path[0] = 0;
  return found;
}

/* A walk over mappings of code: the test for wanted mappings, and the function that gets each. */
struct walk {
  bool (*wanted)(const struct pomp_code_range *range);
  void (*found)(const struct pomp_code_range *range, const struct pomp_code_module *m);
  struct mapping first;
  int memory;
};
static bool walk_on(const struct mapping *at, void *to) {
  static struct pomp_code_module m;
  struct walk *w = to;
  if (at->offset == 0)
    w->first = *at;
  const struct pomp_code_range range = {at->begin, at->end, at->offset, at->inode,
                                        (uint64_t)at->major << 32 | at->minor};
  if (!at->code || !w->wanted(&range))
    return true;
  m.path[0] = m.build[0] = 0;
  m.bias = m.id_at = m.id_size = 0;
  bool is_elf = is_same_file(&w->first, at) && read_elf(w->memory, w->first.begin, at->offset, at->begin, &m);
  if (*at->path) {
    snprintf(m.path, sizeof m.path, "%s", at->path);
    if (is_elf && !m.id_size)
      note_file(&m, at->inode);
    cut_deleted(m.path);
  } else if (is_elf && !at->inode && at->offset == 0) /* the kernel's own is the one that no file is behind */
    strcpy(m.path, "[vdso]");
  w->found(&range, &m);
  return true;
}

void pomp_code_module_each(bool (*wanted)(const struct pomp_code_range *range),
                           void (*found)(const struct pomp_code_range *range, const struct pomp_code_module *m)) {
  int maps = pomp_sys_open("/proc/self/maps", O_RDONLY | O_CLOEXEC, 0);
  int memory = pomp_sys_open("/proc/self/mem", O_RDONLY | O_CLOEXEC, 0);
  struct walk w = {wanted, found, {.path = ""}, memory};
  if (maps >= 0)
    each_mapping(maps, walk_on, &w);
  if (maps >= 0)
    pomp_sys_close(maps);
  if (memory >= 0)
    pomp_sys_close(memory);
}
