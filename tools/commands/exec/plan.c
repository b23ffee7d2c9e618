/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* plan.c - finds the OpenMP runtimes of a program, and decides what is put before them. A runtime of LLVM's kind, which
 * Intel's is, too, takes libpompomp for its tool. GCC's libgomp takes none, so that LLVM's goes before it, if it has
 * all that the program asks libgomp for.
 * Not here: how files are found (program.c, linked.c). */
#include "commands/exec/plan.h"
#include "commands/exec/linked.h"
#include "commands/exec/program.h"
#include "pomp_launch.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

static struct linked linked;

__attribute__((format(printf, 2, 3))) static void leave_out(struct plan *p, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(p->why, sizeof p->why, format, arguments);
  va_end(arguments);
}

/* --- what is there --- */

/* A runtime is known by what it is called for, whatever its file is called. */
static bool is_llvm(const struct elf_file *f) { return elf_has(f, "__kmpc_fork_call", NULL); }
static bool is_gomp(const struct elf_file *f) { return elf_has(f, "GOMP_parallel", NULL) && !is_llvm(f); }
static bool is_mpi(const struct elf_file *f) { return f->soname && strncmp(f->soname, "libmpi.", 7) == 0; }
static bool is_ours(const struct elf_file *f) { return elf_has(f, "__pomp_adapter_phase", NULL); }
static bool is_our_mpi(const struct elf_file *f) { return f->soname && strncmp(f->soname, "libpompomp-mpi.", 15) == 0; }

/* The dynamic linker may be called itself, with a program behind it. */
static bool is_linker(const struct elf_file *f) {
  return f->soname && (strncmp(f->soname, "ld-", 3) == 0 || strncmp(f->soname, "ld64", 4) == 0);
}

static const struct linked_file *first(bool (*is)(const struct elf_file *f)) {
  for (size_t i = 1; i < linked.count; i++)
    if (is(&linked.files[i].elf))
      return &linked.files[i];
  return NULL;
}

/* --- LLVM's libomp in place of libgomp --- */

static bool can_stand_in(const char *path) {
  struct elf_file f;
  elf_open(&f, path);
  const bool can = is_llvm(&f) && elf_has(&f, "GOMP_parallel", NULL) && elf_has(&f, "ompt_start_tool", NULL);
  elf_close(&f);
  return can;
}

/* An environment of Conda has a runtime of its own beside the interpreter, which what it loads takes. */
static bool beside(const char *program, char path[PATH_MAX]) {
  static const char *const names[] = {"libomp.so", "libiomp5.so"};
  const char *slash = strrchr(program, '/');
  for (size_t i = 0; slash && i < sizeof names / sizeof *names; i++) {
    snprintf(path, PATH_MAX, "%.*s/../lib/%s", (int)(slash - program), program, names[i]);
    if (access(path, R_OK) == 0 && can_stand_in(path))
      return true;
  }
  return false;
}

static bool find_libomp(const char *program, char path[PATH_MAX]) {
  static const char *const names[] = {"libomp.so.5", "libomp.so"};
  if (beside(program, path))
    return true;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (linked_library(names[i], path) && can_stand_in(path))
      return true;
  snprintf(path, PATH_MAX, "%s", POMP_LIBOMP);
  return can_stand_in(path);
}

/* What a file asks libgomp for, and the other does not have. */
struct lacks {
  const struct elf_file *gomp, *llvm;
  char names[800];
  unsigned count;
};
static void look_up(void *with, const char *name, const char *version) {
  struct lacks *l = with;
  const size_t used = strlen(l->names);
  if (!elf_has(l->gomp, name, version) || elf_has(l->llvm, name, version) || strstr(l->names, name))
    return;
  if (l->count++ < 8)
    snprintf(l->names + used, sizeof l->names - used, "%s%s%s%s%s", used ? ", " : "", name, version ? " (" : "",
             version ? version : "", version ? ")" : "");
}

static bool covers(struct plan *p, const struct linked_file *gomp, const char *path) {
  struct elf_file llvm;
  elf_open(&llvm, path);
  struct lacks l = {&gomp->elf, &llvm, "", 0};
  for (size_t i = 0; i < linked.count; i++)
    if (&linked.files[i] != gomp)
      elf_takes(&linked.files[i].elf, look_up, &l);
  elf_close(&llvm);
  if (l.count > 8)
    strcat(l.names, " …");
  if (l.count)
    leave_out(p, "it asks libgomp for %s, which %s does not have: it runs on libgomp, unmeasured", l.names, path);
  return !l.count;
}

static bool replace_gomp(struct plan *p, const struct linked_file *gomp, const char *libomp) {
  const struct linked_file *llvm = first(is_llvm);
  if (libomp || (llvm && elf_has(&llvm->elf, "GOMP_parallel", NULL)))
    snprintf(p->runtime, sizeof p->runtime, "%s", libomp ? libomp : llvm->path);
  else if (!find_libomp(linked.files[0].path, p->runtime))
    *p->runtime = 0;
  if (!*p->runtime)
    leave_out(p,
              "it is GCC's (%s), and LLVM's libomp, which would be measured, is not here (Debian has it as libomp5): "
              "it runs unmeasured",
              gomp->path);
  return *p->runtime && covers(p, gomp, p->runtime);
}

/* --- the decision --- */

/* Says what can't be measured whatever is put before it. */
static bool takes_libraries(struct plan *p, const char *path) {
  const struct elf_file *f = &linked.files[0].elf;
  if (f->kind == ELF_NO_FILE)
    leave_out(p, "it can't be read (%s): it runs unmeasured", strerror(errno));
  else if (f->kind == ELF_FOREIGN)
    leave_out(p, "it is for another processor: it runs unmeasured");
  else if (f->kind == ELF_STATIC)
    leave_out(p, "it is linked statically, so that it takes no library: it runs as it is");
  else if (f->interpreter && strstr(f->interpreter, "ld-musl"))
    leave_out(p, "it is linked with musl, and libpompomp with glibc: it runs unmeasured");
  else if (program_is_privileged(path))
    leave_out(p, "it has privileges that its user has not, so that it takes no library: it runs unmeasured");
  return !*p->why;
}

static void add_tool(struct plan *p, const char *folder, bool later) {
  const struct linked_file *mpi = first(is_mpi);
  struct pomp_launch launch;
  struct elf_file adapter;
  char path[PATH_MAX];
  snprintf(path, sizeof path, "%s/libpompomp-mpi.so.1", folder);
  elf_open(&adapter, path);
  const bool wanted = (mpi && !first(is_our_mpi)) || (!mpi && later && pomp_launch_read(&launch) && launch.size > 1);
  const char *needs = NULL;
  for (size_t i = 0; i < adapter.needed_count; i++)
    if (strncmp(adapter.needed[i], "libmpi.", 7) == 0)
      needs = adapter.needed[i];
  if (wanted && needs && (!mpi || strcmp(needs, mpi->elf.soname) == 0))
    memcpy(p->tool, path, sizeof path);
  else if (!first(is_ours))
    snprintf(p->tool, sizeof p->tool, "%s/libpompomp.so.1", folder);
  if (wanted && mpi && !needs)
    leave_out(p, "libpompomp-mpi is not here: the functions of %s are not measured", mpi->elf.soname);
  else if (wanted && mpi && strcmp(needs, mpi->elf.soname) != 0)
    leave_out(p, "libpompomp-mpi is for %s: the functions of %s are not measured", needs, mpi->elf.soname);
  elf_close(&adapter);
}

/* This is what the report's head has. */
enum { ON_ITS_OWN, BEFORE_GOMP, BEFORE_LATER };
static const char *const done[] = {"not recompiled", "not recompiled; gcc's program on LLVM's libomp",
                                   "not recompiled; LLVM's libomp before libgomp"};

static void note_dlopen(void *with, const char *name, const char *version) {
  bool *loads = with;
  (void)version;
  *loads |= strcmp(name, "dlopen") == 0;
}

/* A program with plugins, perhaps. */
static bool has_dlopen(const char *path) {
  bool loads = false;
  if (!program_starts_others(path))
    elf_takes(&linked.files[0].elf, note_dlopen, &loads);
  return loads;
}

static void decide(struct plan *p, const char *path, bool loads, const char *folder, const char *libomp) {
  const struct linked_file *gomp = first(is_gomp), *llvm = first(is_llvm);
  const bool inside = !gomp && !llvm && elf_has_inside(&linked.files[0].elf, "GOMP_parallel");
  const bool later = !gomp && !llvm && !inside && (loads || has_dlopen(path)), ours = first(is_ours);
  if (!takes_libraries(p, path) || (gomp && !replace_gomp(p, gomp, libomp))) {
    *p->runtime = 0;
    return;
  }
  if (!gomp && llvm && !elf_has(&llvm->elf, "ompt_start_tool", NULL)) {
    leave_out(p, "its OpenMP runtime %s takes no tool (OMPT): it runs unmeasured", llvm->path);
    return;
  }
  if (later && libomp)
    snprintf(p->runtime, sizeof p->runtime, "%s", libomp);
  else if (later && !find_libomp(path, p->runtime))
    *p->runtime = 0;
  add_tool(p, folder, later);
  if (inside)
    leave_out(p, "GCC's OpenMP runtime is a part of it, and tells no tool what it does: its parallel regions are not "
                 "measured");
  const char *tool = getenv("OMP_TOOL");
  if (tool && strcasecmp(tool, "disabled") == 0)
    leave_out(p, "OMP_TOOL=disabled keeps OpenMP runtimes from taking a tool: its parallel regions are not measured");
  if (!ours)
    snprintf(p->did, sizeof p->did, "%s", done[*p->runtime == 0 ? ON_ITS_OWN : later ? BEFORE_LATER : BEFORE_GOMP]);
}

/* A command without OpenMP may start another program: `taskset -c 0 ./a.out`. */
static bool is_interesting(const char *path) {
  return linked_find(&linked, path) && (first(is_llvm) || first(is_gomp) || first(is_mpi) || program_loads_later(path));
}

static bool find_started(char *const *command, char path[PATH_MAX]) {
  for (char *const *word = command + 1; *word; word++) {
    if (**word == '-' || !program_find(*word, path))
      continue;
    program_behind_script(path);
    linked_free(&linked);
    if (is_interesting(path) && linked.files[0].elf.interpreter) /* a library is none */
      return true;
  }
  return false;
}

void plan_make(struct plan *p, char *const *command, const char *folder, const char *libomp) {
  char path[PATH_MAX], started[PATH_MAX];
  *p = (struct plan){.why = ""};
  if (!program_find(command[0], path)) /* that is for execvp to say */
    return;
  bool loads = program_loads_later(path); /* pyenv's python3 is a script of the shell */
  program_behind_script(path);
  loads |= program_loads_later(path);
  if (!loads && !is_interesting(path) && (linked.files[0].elf.kind == ELF_DYNAMIC || is_linker(&linked.files[0].elf))) {
    if (find_started(command, started)) {
      memcpy(path, started, sizeof path);
      loads = program_loads_later(path);
    } else {
      linked_free(&linked);
      linked_find(&linked, path);
    }
  }
  if (!linked.count)
    linked_find(&linked, path);
  decide(p, path, loads, folder, libomp);
  linked_free(&linked);
}
