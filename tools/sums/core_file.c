/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* core_file.c - goes through the notes of a core file, and reads what is asked of the memory in it.
 * Not here: threads of a process that runs (stop_thread.c), what is made of both (live_stacks.c). */
#include "sums/core_file.h"
#include "base/user_error.h"
#include "sums/live_internal.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/procfs.h>
#include <sys/stat.h>
#include <unistd.h>

#define FIRST_PAGE 4096u       /* bytes of a file of code, which hold its headers and most often its build id */
#define NOTES_MOST (64u << 20) /* bytes: each thread has some 5 KiB, each file in memory some 100 bytes */

struct core_file {
  int fd;
  uint32_t process, segment_count;
  Elf64_Phdr *segments;
  unsigned char *notes; /* those of the first segment of notes: the kernel and gdb write one */
  uint64_t notes_size;
  const unsigned char *files; /* the note that lists the files in memory; NULL: there is none */
  uint64_t files_size, file_count, page;
};

static bool read_at(const struct core_file *c, void *to, uint64_t size, uint64_t at) {
  return size <= INT64_MAX && at <= INT64_MAX && pread(c->fd, to, size, (off_t)at) == (ssize_t)size;
}

/* --- notes --- */

/* This is a note, and where the next one is. */
struct note {
  uint32_t type;
  const unsigned char *data;
  uint64_t size, next;
};

static bool note_at(const struct core_file *c, uint64_t at, struct note *n) {
  Elf64_Nhdr head;
  if (at > c->notes_size || c->notes_size - at < sizeof head)
    return false;
  memcpy(&head, c->notes + at, sizeof head);
  uint64_t data = at + sizeof head + (head.n_namesz + 3ull) / 4 * 4;
  if (data > c->notes_size || head.n_descsz > c->notes_size - data)
    return false;
  *n = (struct note){head.n_type, c->notes + data, head.n_descsz, data + (head.n_descsz + 3ull) / 4 * 4};
  return true;
}

static bool find_note(const struct core_file *c, uint32_t type, struct note *n) {
  for (uint64_t at = 0; note_at(c, at, n); at = n->next)
    if (n->type == type)
      return true;
  return false;
}

/* Finds what the file has of a thread. */
static bool find_thread(const struct core_file *c, uint32_t thread, struct note *n) {
  for (uint64_t at = 0; note_at(c, at, n); at = n->next) {
    pid_t id;
    if (n->type != NT_PRSTATUS || n->size < offsetof(struct elf_prstatus, pr_reg))
      continue;
    memcpy(&id, n->data + offsetof(struct elf_prstatus, pr_pid), sizeof id);
    if ((uint32_t)id == thread)
      return true;
  }
  return false;
}

static uint64_t word_at(const unsigned char *bytes, uint64_t i) {
  uint64_t word;
  memcpy(&word, bytes + 8 * i, sizeof word);
  return word;
}

/* Finds the list of files. It has their number, the size of a page, three words for each, and then their names. */
static void find_files(struct core_file *c) {
  struct note n;
  if (!find_note(c, NT_FILE, &n) || n.size < 16)
    return;
  c->file_count = word_at(n.data, 0);
  c->page = word_at(n.data, 1);
  if (c->file_count <= (n.size - 16) / 24 && n.data[n.size - 1] == 0) {
    c->files = n.data;
    c->files_size = n.size;
  }
}

/* Gives the i-th file in memory. The names are stored one after the other, each with a 0 at its end. */
static bool file_at(const struct core_file *c, uint64_t i, struct core_file_code *f) {
  if (!c->files || i >= c->file_count)
    return false;
  uint64_t at = 16 + 24 * c->file_count;
  for (uint64_t k = 0; k < i && at < c->files_size; k++)
    at += strlen((const char *)c->files + at) + 1;
  *f = (struct core_file_code){.low = word_at(c->files, 2 + 3 * i),
                               .high = word_at(c->files, 3 + 3 * i),
                               .offset = word_at(c->files, 4 + 3 * i) * c->page,
                               .path = at < c->files_size ? (const char *)c->files + at : ""};
  return true;
}

/* --- memory --- */

/* Copies memory from an address on, as far as it is in one piece and the file has it. Returns how many bytes. */
static uint64_t read_memory(const struct core_file *c, uint64_t address, void *to, uint64_t size) {
  for (uint32_t i = 0; i < c->segment_count; i++) {
    const Elf64_Phdr *s = &c->segments[i];
    if (s->p_type != PT_LOAD || address < s->p_vaddr || address - s->p_vaddr >= s->p_filesz)
      continue;
    uint64_t from = address - s->p_vaddr, left = s->p_filesz - from;
    size = size < left ? size : left;
    return from <= UINT64_MAX - s->p_offset && read_at(c, to, size, s->p_offset + from) ? size : 0;
  }
  return 0;
}

/* Returns the part of memory that has the address; NULL: the core file leaves it out. */
static const Elf64_Phdr *segment_at(const struct core_file *c, uint64_t address) {
  for (uint32_t i = 0; i < c->segment_count; i++) {
    const Elf64_Phdr *s = &c->segments[i];
    if (s->p_type == PT_LOAD && address >= s->p_vaddr && address - s->p_vaddr < s->p_memsz)
      return s;
  }
  return NULL;
}

/* Returns where the file of the i-th part begins in memory. */
static uint64_t first_address(const struct core_file *c, uint64_t i) {
  struct core_file_code f, before;
  file_at(c, i, &f);
  for (; i > 0 && file_at(c, i - 1, &before) && strcmp(before.path, f.path) == 0 && before.offset <= f.offset; i--)
    f = before;
  return f.low;
}

/* True if the file begins with what was in memory: it may have been built again since. Where the core file does not
 * have that, it counts as the same. */
static bool is_same(const struct core_file *c, const char *path) {
  static unsigned char was[FIRST_PAGE], is[FIRST_PAGE];
  struct core_file_code f;
  uint64_t size = 0;
  for (uint64_t i = 0; !size && file_at(c, i, &f); i++)
    if (f.offset == 0 && strcmp(f.path, path) == 0)
      size = read_memory(c, f.low, was, sizeof was);
  if (!size)
    return true;
  int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  ssize_t has = fd < 0 ? -1 : pread(fd, is, size, 0);
  if (fd >= 0)
    close(fd);
  return has == (ssize_t)size && memcmp(was, is, size) == 0;
}

bool core_file_code(const struct core_file *c, uint32_t *i, struct core_file_code *code) {
  for (; file_at(c, *i, code); ++*i) {
    const Elf64_Phdr *s = segment_at(c, code->low);
    if (s && !(s->p_flags & PF_X))
      continue;
    code->first = s ? 0 : first_address(c, *i);
    code->changed = !is_same(c, code->path);
    code->path = code->changed ? "" : code->path;
    ++*i;
    return true;
  }
  return false;
}

/* Behind the registers is one word more, which says whether there are others for floating point. */
int core_file_copy(const struct core_file *c, uint32_t thread, struct stopped *s) {
  const size_t before = offsetof(struct elf_prstatus, pr_reg);
  struct note n;
  s->time = 0;
  if (!find_thread(c, thread, &n))
    return ESRCH;
  if (n.size < before + 8 || !stopped_registers(n.data + before, n.size - before - 8, s))
    return ENOEXEC;
  s->size = read_memory(c, s->sp, s->words, STOPPED_SIZE) / 8 * 8;
  return 0;
}

/* --- the file --- */

uint32_t core_file_process(const struct core_file *c) { return c->process; }

static bool read_segments(struct core_file *c, const Elf64_Ehdr *head) {
  uint64_t size = head->e_phnum * (uint64_t)sizeof *c->segments;
  c->segments = malloc(size + 1);
  if (!c->segments || !read_at(c, c->segments, size, head->e_phoff))
    return false;
  c->segment_count = head->e_phnum;
  for (uint32_t i = 0; i < c->segment_count; i++) {
    const Elf64_Phdr *s = &c->segments[i];
    if (s->p_type != PT_NOTE || s->p_filesz > NOTES_MOST)
      continue;
    c->notes = malloc(s->p_filesz + 1);
    c->notes_size = c->notes && read_at(c, c->notes, s->p_filesz, s->p_offset) ? s->p_filesz : 0;
    return c->notes_size != 0;
  }
  return false;
}

/* False, with errno 0, if it is no core file of a process of 64 bits. */
static bool read_core(struct core_file *c) {
  Elf64_Ehdr head;
  struct stat about;
  struct note n;
  pid_t process;
  if (fstat(c->fd, &about) != 0)
    return false;
  errno = 0;
  if (!S_ISREG(about.st_mode) || !read_at(c, &head, sizeof head, 0) || memcmp(head.e_ident, ELFMAG, SELFMAG) != 0 ||
      head.e_ident[EI_CLASS] != ELFCLASS64 || head.e_ident[EI_DATA] != ELFDATA2LSB || head.e_type != ET_CORE ||
      head.e_phentsize != sizeof(Elf64_Phdr) || !read_segments(c, &head) || !find_note(c, NT_PRPSINFO, &n) ||
      n.size < sizeof(struct elf_prpsinfo))
    return false;
  memcpy(&process, n.data + offsetof(struct elf_prpsinfo, pr_pid), sizeof process);
  c->process = (uint32_t)process;
  find_files(c);
  return true;
}

struct core_file *core_file_open(const char *path) {
  struct core_file *c = calloc(1, sizeof *c);
  if (c) {
    c->fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (c->fd >= 0 && read_core(c))
      return c;
  }
  if (!c || errno)
    user_error_print(path, "%s", strerror(errno));
  else
    user_error_print(path, "it is no core file of a program of 64 bits");
  core_file_close(c);
  return NULL;
}

void core_file_close(struct core_file *c) {
  if (!c)
    return;
  if (c->fd >= 0)
    close(c->fd);
  free(c->segments);
  free(c->notes);
  free(c);
}
