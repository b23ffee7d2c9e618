/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* elf_file.c - reads ELF files of 64 bits, of this machine.
 * Not here: which files (linked.c). */
#include "commands/exec/elf_file.h"
#include "pomp_arch.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* --- places in the file: NULL, if the file does not have so much there --- */

static const void *at_offset(const struct elf_file *f, uint64_t offset, uint64_t size) {
  return offset <= f->size && size <= f->size - offset ? f->bytes + offset : NULL;
}

/* Each address of the program is in a segment. */
static const void *at_address(const struct elf_file *f, uint64_t address, uint64_t size) {
  for (size_t i = 0; i < f->segment_count; i++) {
    const Elf64_Phdr *s = &f->segments[i];
    if (s->p_type == PT_LOAD && address >= s->p_vaddr && address - s->p_vaddr < s->p_filesz &&
        size <= s->p_filesz - (address - s->p_vaddr))
      return at_offset(f, s->p_offset + (address - s->p_vaddr), size);
  }
  return NULL;
}

static const char *string_at(const struct elf_file *f, uint64_t offset) {
  if (offset >= f->string_size)
    return NULL;
  const char *text = at_address(f, f->strings + offset, f->string_size - offset);
  return text && memchr(text, 0, f->string_size - offset) ? text : NULL;
}

/* --- the file --- */

static void read_segments(struct elf_file *f, const Elf64_Ehdr *head) {
  f->segments = at_offset(f, head->e_phoff, (uint64_t)head->e_phnum * sizeof *f->segments);
  f->segment_count = f->segments && head->e_phentsize == sizeof *f->segments ? head->e_phnum : 0;
  if (head->e_phoff % sizeof(uint64_t))
    f->segment_count = 0;
}

static const Elf64_Phdr *segment(const struct elf_file *f, uint32_t type) {
  for (size_t i = 0; i < f->segment_count; i++)
    if (f->segments[i].p_type == type)
      return &f->segments[i];
  return NULL;
}

static const Elf64_Dyn *dynamic(const struct elf_file *f, size_t *count) {
  const Elf64_Phdr *s = segment(f, PT_DYNAMIC);
  *count = s ? s->p_filesz / sizeof(Elf64_Dyn) : 0;
  return s && s->p_offset % sizeof(uint64_t) == 0 ? at_offset(f, s->p_offset, s->p_filesz) : NULL;
}

/* Addresses come first: strings can be read when their table is known. */
static void read_addresses(struct elf_file *f, const Elf64_Dyn *d, size_t count) {
  const struct {
    int64_t tag;
    uint64_t *value;
  } wanted[] = {{DT_STRTAB, &f->strings},          {DT_STRSZ, &f->string_size},  {DT_SYMTAB, &f->symbols},
                {DT_GNU_HASH, &f->gnu_hash},       {DT_HASH, &f->hash},          {DT_VERSYM, &f->versions},
                {DT_VERNEED, &f->needed_versions}, {DT_VERDEF, &f->own_versions}};
  for (size_t i = 0; i < count && d[i].d_tag != DT_NULL; i++)
    for (size_t k = 0; k < sizeof wanted / sizeof *wanted; k++)
      if (d[i].d_tag == wanted[k].tag)
        *wanted[k].value = d[i].d_un.d_val;
}

static void read_dynamic(struct elf_file *f) {
  size_t count;
  const Elf64_Dyn *d = dynamic(f, &count);
  if (!d)
    return;
  read_addresses(f, d, count);
  for (size_t i = 0; i < count && d[i].d_tag != DT_NULL; i++) {
    const char *text = string_at(f, d[i].d_un.d_val);
    if (d[i].d_tag == DT_NEEDED && text && f->needed_count < ELF_NEEDED_MAX)
      f->needed[f->needed_count++] = text;
    if (d[i].d_tag == DT_SONAME)
      f->soname = text;
    if (d[i].d_tag == DT_RPATH)
      f->rpath = text;
    if (d[i].d_tag == DT_RUNPATH)
      f->runpath = text;
  }
}

static void read_interpreter(struct elf_file *f) {
  const Elf64_Phdr *s = segment(f, PT_INTERP);
  const char *text = s ? at_offset(f, s->p_offset, s->p_filesz) : NULL;
  f->interpreter = text && memchr(text, 0, s->p_filesz) ? text : NULL;
}

static void map(struct elf_file *f, const char *path) {
  struct stat s;
  int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK); /* it may be a pipe */
  if (fd < 0)
    return;
  const bool is_known = fstat(fd, &s) == 0;
  if (is_known && S_ISREG(s.st_mode) && s.st_size > 0) {
    void *bytes = mmap(NULL, (size_t)s.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
    if (bytes != MAP_FAILED)
      *f = (struct elf_file){bytes, (size_t)s.st_size, s.st_dev, s.st_ino, .kind = ELF_OTHER};
  } else if (is_known) {
    errno = ENOEXEC;
  }
  const int why = errno;
  close(fd);
  errno = why;
}

void elf_open(struct elf_file *f, const char *path) {
  *f = (struct elf_file){.kind = ELF_NO_FILE};
  errno = 0;
  map(f, path);
  const Elf64_Ehdr *head = at_offset(f, 0, sizeof *head);
  if (f->kind == ELF_NO_FILE || !head || memcmp(head->e_ident, ELFMAG, SELFMAG) != 0)
    return;
  f->kind = ELF_FOREIGN;
  if (head->e_ident[EI_CLASS] != ELFCLASS64 || head->e_ident[EI_DATA] != ELFDATA2LSB ||
      head->e_machine != POMP_ARCH_ELF_MACHINE)
    return;
  read_segments(f, head);
  read_interpreter(f);
  read_dynamic(f);
  f->kind = f->interpreter || (head->e_type == ET_DYN && f->needed_count) ? ELF_DYNAMIC : ELF_STATIC;
}

void elf_close(struct elf_file *f) {
  if (f->bytes)
    munmap((void *)(uintptr_t)f->bytes, f->size);
  f->bytes = NULL;
}

/* --- names and their versions --- */

static const Elf64_Sym *symbol_at(const struct elf_file *f, uint32_t i) {
  return at_address(f, f->symbols + (uint64_t)i * sizeof(Elf64_Sym), sizeof(Elf64_Sym));
}

static uint16_t version_of(const struct elf_file *f, uint32_t i) {
  const uint16_t *v = f->versions ? at_address(f, f->versions + (uint64_t)i * sizeof *v, sizeof *v) : NULL;
  return v ? *v & 0x7fff : VER_NDX_GLOBAL;
}

static const char *needed_version(const struct elf_file *f, uint16_t number) {
  uint64_t place = f->needed_versions;
  const Elf64_Verneed *n;
  for (unsigned i = 0; place && i < ELF_NEEDED_MAX && (n = at_address(f, place, sizeof *n)); i++) {
    uint64_t inner = place + n->vn_aux;
    const Elf64_Vernaux *a;
    for (unsigned k = 0; k < n->vn_cnt && (a = at_address(f, inner, sizeof *a)); k++, inner += a->vna_next)
      if ((a->vna_other & 0x7fff) == number)
        return string_at(f, a->vna_name);
    if (!n->vn_next)
      break;
    place += n->vn_next;
  }
  return NULL;
}

static const char *own_version(const struct elf_file *f, uint16_t number) {
  uint64_t place = f->own_versions;
  const Elf64_Verdef *d;
  for (unsigned i = 0; place && i < UINT16_MAX && (d = at_address(f, place, sizeof *d)); i++) {
    const Elf64_Verdaux *a = at_address(f, place + d->vd_aux, sizeof *a);
    if ((d->vd_ndx & 0x7fff) == number)
      return a ? string_at(f, a->vda_name) : NULL;
    if (!d->vd_next)
      break;
    place += d->vd_next;
  }
  return NULL;
}

static uint32_t hash_of(const char *name) {
  uint32_t h = 5381;
  for (; *name; name++)
    h = h * 33 + (unsigned char)*name;
  return h;
}

static bool is_symbol(const struct elf_file *f, uint32_t i, const char *name, const char *version) {
  const Elf64_Sym *s = symbol_at(f, i);
  const char *is = s && s->st_shndx != SHN_UNDEF ? string_at(f, s->st_name) : NULL;
  if (!is || strcmp(is, name) != 0)
    return false;
  const char *has = version ? own_version(f, version_of(f, i)) : NULL;
  return !version || !f->own_versions || (has && strcmp(has, version) == 0);
}

/* The table of DT_GNU_HASH: four numbers, words of the filter, buckets, and chains, whose last member is odd. */
struct names {
  uint32_t buckets, first;
  const uint32_t *bucket;
  uint64_t chain; /* address */
};
static bool read_names(const struct elf_file *f, struct names *n) {
  const uint32_t *head = f->gnu_hash ? at_address(f, f->gnu_hash, 4 * sizeof *head) : NULL;
  if (!head || !head[0])
    return false;
  *n = (struct names){head[0], head[1], NULL, 0};
  const uint64_t at = f->gnu_hash + 4 * sizeof *head + (uint64_t)head[2] * sizeof(uint64_t);
  n->bucket = at_address(f, at, (uint64_t)n->buckets * sizeof *n->bucket);
  n->chain = at + (uint64_t)n->buckets * sizeof *n->bucket;
  return n->bucket;
}

/* Of the older table, how many symbols there are is of use. */
static uint32_t count_by_hash(const struct elf_file *f) {
  const uint32_t *head = f->hash ? at_address(f, f->hash, 2 * sizeof *head) : NULL;
  return head && head[1] < f->size / sizeof(Elf64_Sym) ? head[1] : 0;
}

bool elf_has(const struct elf_file *f, const char *name, const char *version) {
  struct names n;
  if (!read_names(f, &n)) {
    for (uint32_t i = 1, all = count_by_hash(f); i < all; i++)
      if (is_symbol(f, i, name, version))
        return true;
    return false;
  }
  const uint32_t hash = hash_of(name);
  uint32_t i = n.bucket[hash % n.buckets];
  const uint32_t *link;
  for (; i >= n.first && i && (link = at_address(f, n.chain + (uint64_t)(i - n.first) * sizeof *link, sizeof *link));
       i++) {
    if ((*link | 1) == (hash | 1) && is_symbol(f, i, name, version))
      return true;
    if (*link & 1)
      break;
  }
  return false;
}

static bool has_symbol(const struct elf_file *f, const Elf64_Shdr *table, const Elf64_Shdr *texts, const char *name) {
  const Elf64_Sym *symbols = at_offset(f, table->sh_offset, table->sh_size);
  const char *text = at_offset(f, texts->sh_offset, texts->sh_size);
  const size_t length = strlen(name) + 1;
  if (!symbols || !text || table->sh_offset % sizeof(uint64_t))
    return false;
  for (uint64_t i = 0; i < table->sh_size / sizeof *symbols; i++)
    if (symbols[i].st_shndx != SHN_UNDEF && symbols[i].st_name < texts->sh_size &&
        length <= texts->sh_size - symbols[i].st_name && memcmp(text + symbols[i].st_name, name, length) == 0)
      return true;
  return false;
}

bool elf_has_inside(const struct elf_file *f, const char *name) {
  const Elf64_Ehdr *head = at_offset(f, 0, sizeof *head);
  const Elf64_Shdr *s = head && head->e_shentsize == sizeof *s && head->e_shoff % sizeof(uint64_t) == 0
                            ? at_offset(f, head->e_shoff, (uint64_t)head->e_shnum * sizeof *s)
                            : NULL;
  for (unsigned i = 0; s && i < head->e_shnum; i++)
    if (s[i].sh_type == SHT_SYMTAB && s[i].sh_link < head->e_shnum && has_symbol(f, &s[i], &s[s[i].sh_link], name))
      return true;
  return false;
}

void elf_takes(const struct elf_file *f, void (*each)(void *with, const char *name, const char *version), void *with) {
  struct names n;
  const uint32_t by_hash = count_by_hash(f);
  const uint32_t count = by_hash ? by_hash : read_names(f, &n) ? n.first : 0; /* what is not there has no hash */
  const Elf64_Sym *s;
  for (uint32_t i = 1; i < count && (s = symbol_at(f, i)); i++) {
    if (s->st_shndx != SHN_UNDEF || ELF64_ST_BIND(s->st_info) == STB_WEAK)
      continue;
    const char *name = string_at(f, s->st_name);
    const uint16_t version = version_of(f, i);
    if (name && *name)
      each(with, name, version > VER_NDX_GLOBAL ? needed_version(f, version) : NULL);
  }
}
