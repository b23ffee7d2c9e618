/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* live_stacks.c - makes of the threads of a process that runs, or of a core file, what the reader makes of samples:
 * code in memory, stacks, records. Not here: how one thread is stopped (stop_thread.c), what a core file has
 * (core_file.c). */
#include "sums/live_stacks.h"
#include "files/running_process.h"
#include "pomp_array.h"
#include "sums/live_internal.h"

#include <elf.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define SEGMENTS_MAX 64

/* --- code in memory --- */

/* True if the part of memory has the segment of the file, which is code; `base`: the file's first segment. */
static bool is_segment(const struct core_file_code *code, const Elf64_Phdr *s, const Elf64_Phdr *base) {
  const uint64_t begin = code->first + s->p_vaddr - (base->p_vaddr - base->p_offset);
  if (s->p_type != PT_LOAD || !(s->p_flags & PF_X))
    return false;
  if (code->first) /* parts of a file may have the same offset */
    return begin >= code->low && begin < code->high;
  return code->offset + (code->high - code->low) > s->p_offset && code->offset < s->p_offset + s->p_filesz;
}

/* Finds by how much the addresses in memory are larger than those in the file, and which file it is. `inode`: the one
 * that it must have, as another one may have its name by now; 0: any. */
static bool read_elf(const struct core_file_code *code, uint64_t inode, struct code_module *m, char *build,
                     size_t size) {
  Elf64_Ehdr head;
  Elf64_Phdr segments[SEGMENTS_MAX];
  struct stat about;
  bool found = false;
  int fd = open(code->path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0)
    return false;
  if (fstat(fd, &about) == 0 && S_ISREG(about.st_mode) && (!inode || about.st_ino == inode) &&
      pread(fd, &head, sizeof head, 0) == sizeof head && memcmp(head.e_ident, ELFMAG, SELFMAG) == 0 &&
      head.e_ident[EI_CLASS] == ELFCLASS64 && head.e_phentsize == sizeof *segments && head.e_phnum <= SEGMENTS_MAX) {
    ssize_t length = (ssize_t)(head.e_phnum * sizeof *segments);
    bool good = pread(fd, segments, (size_t)length, (off_t)head.e_phoff) == length;
    const Elf64_Phdr *base = NULL;
    for (int i = 0; good && i < head.e_phnum && !found; i++) {
      const Elf64_Phdr *s = &segments[i];
      base = base || s->p_type != PT_LOAD ? base : s;
      found = base && is_segment(code, s, base);
      m->bias = code->low - (code->offset - s->p_offset + s->p_vaddr);
    }
    snprintf(build, size, "file:%lld %lld.%09ld", (long long)about.st_size, (long long)about.st_mtim.tv_sec,
             about.st_mtim.tv_nsec);
  }
  close(fd);
  return found;
}

/* The file of a process in a container is found by way of the process. */
static bool add_module(struct taking *t, const struct core_file_code *of, uint64_t inode, uint32_t pid) {
  char path[4200];
  struct core_file_code in_root = *of;
  const struct core_file_code *code = of;
  struct code_module m = {.low = code->low, .high = code->high};
  char build[96] = "";
  bool known = *code->path == '/' && read_elf(code, inode, &m, build, sizeof build);
  if (!known && pid && *code->path == '/' &&
      snprintf(path, sizeof path, "/proc/%u/root%s", pid, of->path) < (int)sizeof path) {
    in_root.path = path;
    code = &in_root;
    known = read_elf(code, inode, &m, build, sizeof build);
  }
  t->l->changed |= code->changed || (*code->path == '/' && !known && !code->first);
  if (code->first && !known)
    return true;
  if (!POMP_ARRAY_ROOM(t->modules, t->module_room, t->module_count + 1ull))
    return false;
  const bool has_name = known || strcmp(code->path, "[vdso]") == 0;
  m.path = strdup(has_name ? code->path : ""); /* else it is in memory, and nothing more is known of it */
  m.build = strdup(known ? build : "");
  t->modules[t->module_count++] = m;
  return m.path && m.build;
}

/* Reads what is in the process's memory: its code, and where each part of its memory ends. */
static bool read_maps(struct taking *t, uint32_t pid) {
  char name[64], access[5], *line = NULL;
  size_t room = 0;
  bool good = true;
  snprintf(name, sizeof name, "/proc/%u/maps", pid);
  FILE *maps = fopen(name, "re");
  if (!maps)
    return true; /* then the process can't be stopped, either, which is told */
  while (good && getline(&line, &room, maps) >= 0) {
    unsigned long long low, high, offset, inode;
    int at = 0;
    line[strcspn(line, "\n")] = 0;
    if (sscanf(line, "%llx-%llx %4s %llx %*x:%*x %llu %n", &low, &high, access, &offset, &inode, &at) != 5)
      continue;
    if (access[0] == 'r' && access[1] == 'w') {
      good = POMP_ARRAY_ROOM(t->parts, t->part_room, t->part_count + 1ull);
      if (good)
        t->parts[t->part_count++] = (struct memory_range){low, high};
    } else if (access[2] == 'x')
      good = add_module(t, &(struct core_file_code){low, high, offset, .path = at ? line + at : ""}, inode, pid);
  }
  free(line);
  fclose(maps);
  return good;
}

static bool read_core(struct taking *t) {
  struct core_file_code code;
  bool good = true;
  for (uint32_t i = 0; good && core_file_code(t->core, &i, &code);)
    good = add_module(t, &code, 0, 0);
  return good;
}

/* --- one thread after the other --- */

static bool keep(struct taking *t, const struct stopped *s, uint32_t process, const struct thread_now *of) {
  struct analysis const *a = t->a;
  struct live_stacks *l = t->l;
  uint32_t words = (uint32_t)(s->size / 8);
  if (!POMP_ARRAY_ROOM(t->stacks, t->stack_room, t->stack_count + 1ull) ||
      !POMP_ARRAY_ROOM(t->records, t->record_room, t->stack_count + 1ull))
    return false;
  uint64_t *values = malloc((words + STOPPED_REGISTERS + 1ull) * sizeof *values);
  uint32_t *places = malloc((words + 1ull) * sizeof *places);
  t->stacks[t->stack_count] = (struct raw_stack){.at = s->sp,
                                                 .which = s->which,
                                                 .process = process,
                                                 .scanned = words * 8,
                                                 .modules = UINT32_MAX,
                                                 .registers = s->registers,
                                                 .words = words,
                                                 .values = values,
                                                 .places = places,
                                                 .word_values = values + STOPPED_REGISTERS};
  t->records[t->stack_count] =
      (struct sample_record){.process = process,
                             .node = of->visit == NO_VISIT ? NO_NODE : a->open_visits[of->visit].node,
                             .location = of->location,
                             .stack = t->stack_count,
                             .state = POMP_NOT_KNOWN,
                             .os_thread = a->experiment->locations[of->location].os_thread,
                             .pc = s->pc,
                             .count = 1};
  l->threads[l->count].row = t->stack_count++;
  if (!values || !places)
    return false;
  memcpy(values, s->values, sizeof s->values);
  memcpy(values + STOPPED_REGISTERS, s->words, words * 8ull);
  for (uint32_t i = 0; i < words; i++)
    places[i] = i;
  return true;
}

/* Takes the stacks of a process's threads. */
static bool take_process(struct taking *t, uint32_t process) {
  const struct analysis *a = t->a;
  struct live_stacks *l = t->l;
  struct process *p = &t->processes[process];
  p->first_module = t->module_count;
  t->part_count = 0;
  bool good = t->core ? read_core(t) : read_maps(t, p->pid_here);
  p->module_count = t->module_count - p->first_module;
  for (uint32_t i = 0; good && i < a->now_count; i++) {
    const struct location *at = &a->experiment->locations[a->now[i].location];
    if (at->process != process)
      continue;
    struct live_thread *of = &l->threads[l->count];
    *of = (struct live_thread){.now = i};
    of->error = t->core ? core_file_copy(t->core, at->os_thread, &t->stopped)
                        : stop_and_copy(p->pid_here, running_process_thread(p->pid_here, p, at->os_thread), t->parts,
                                        t->part_count, &t->stopped);
    of->time = t->stopped.time;
    l->longest = of->time > l->longest ? of->time : l->longest;
    good = of->error || keep(t, &t->stopped, process, &a->now[i]);
    l->count++;
  }
  return good;
}

bool live_is_dead(const struct process *p) { return p->state == RUN_KILLED || p->state == RUN_UNKNOWN; }

/* True if the process is the one that is asked. */
static bool is_asked(const struct taking *t, const struct process *p) {
  return t->core ? live_is_dead(p) && p->header.pid == core_file_process(t->core) : p->state == RUN_RUNNING;
}

bool live_stacks_take(struct live_stacks *l, const struct analysis *a, const struct core_file *core) {
  const struct experiment *e = a->experiment;
  *l = (struct live_stacks){.experiment = *e, .analysis = *a};
  l->threads = calloc(a->now_count + 1ull, sizeof *l->threads);
  struct taking t = {.l = l, .a = a, .core = core, .processes = malloc(e->process_count * sizeof *t.processes)};
  t.stopped.words = malloc(STOPPED_SIZE);
  bool good = l->threads && t.processes && t.stopped.words;
  for (uint32_t i = 0; good && i < e->process_count; i++) {
    t.processes[i] = e->processes[i];
    t.processes[i].module_count = 0;
    good = !is_asked(&t, &e->processes[i]) || take_process(&t, i);
  }
  l->experiment.processes = t.processes;
  l->experiment.modules = t.modules;
  l->experiment.module_count = t.module_count;
  l->experiment.stacks = t.stacks;
  l->experiment.stack_count = t.stack_count;
  l->experiment.samples = t.records;
  l->experiment.sample_count = t.stack_count;
  l->analysis.experiment = &l->experiment;
  if (good && t.stack_count)
    good = (l->samples = samples_find(&l->analysis)) != NULL;
  free(t.parts);
  free(t.stopped.words);
  return good;
}

void live_stacks_free(struct live_stacks *l) {
  samples_free(l->samples);
  for (uint32_t i = 0; i < l->experiment.module_count; i++) {
    free((char *)l->experiment.modules[i].path);
    free((char *)l->experiment.modules[i].build);
  }
  for (uint32_t i = 0; i < l->experiment.stack_count; i++) {
    free((uint64_t *)l->experiment.stacks[i].values);
    free((uint32_t *)l->experiment.stacks[i].places);
  }
  free(l->experiment.modules);
  free(l->experiment.stacks);
  free(l->experiment.samples);
  free(l->experiment.processes);
  free(l->threads);
}
