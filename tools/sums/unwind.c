/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* unwind.c - goes from frame to frame of a stack by libdw, which asks for words of the stack, and gets those that the
 * file has: where one is missing, the stack ends. */
#include "sums/unwind.h"
#include "files/code_files.h"
#include "pomp_array.h"

#include <elfutils/libdwfl.h>
#include <stdlib.h>
#include <string.h>

/* These are DWARF's numbers of them (System V ABI, AMD64 supplement, figure 3.36). */
#define X86_64_RSP 7
#define X86_64_RIP 16

#define DEPTH_MAX 4096u /* frames: who damages a file may make a circle */

/* It is what libdw knows of a process's modules when so many of them were known. */
struct session {
  uint32_t process, modules;
  Dwfl *dwfl;        /* NULL: libdw can't unwind there */
  int stack_pointer; /* DWARF's number of the register */
};

struct unwinder {
  const struct experiment *e;
  bool *moves; /* by process: some modules were where others had been */
  struct session *sessions;
  uint32_t count, room;
  /* The stack that is unwound now. */
  const struct sample_record *sample;
  const struct raw_stack *stack;
  const struct session *session;
  uint64_t pc, sp; /* of the innermost frame that libdw is told of */
  bool is_call;    /* that frame is in a call, as those outside of it are */
  struct unwound *result;
  bool no_memory;
};

/* --- what libdw asks for --- */

static pid_t next_thread(Dwfl *dwfl, void *context, void **thread) {
  (void)dwfl;
  if (*thread)
    return 0;
  *thread = context;
  return 1;
}

static bool get_thread(Dwfl *dwfl, pid_t thread_id, void *context, void **thread) {
  (void)dwfl, (void)thread_id;
  *thread = context;
  return true;
}

static bool read_memory(Dwfl *dwfl, Dwarf_Addr address, Dwarf_Word *result, void *context) {
  (void)dwfl;
  const struct raw_stack *s = ((struct unwinder *)context)->stack;
  uint64_t place = (address - s->at) / 8;
  uint32_t low = 0, high = s->words;
  if ((address - s->at) % 8)
    return false;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (s->places[middle] == place) {
      *result = s->word_values[middle];
      return true;
    }
    if (s->places[middle] < place)
      low = middle + 1;
    else
      high = middle;
  }
  return false;
}

static bool set_registers(Dwfl_Thread *thread, void *context) {
  const struct unwinder *u = context;
  const struct raw_stack *s = u->stack;
  bool good = true;
  uint32_t next = 0;
  for (int i = 0; i < 64 && good; i++)
    if (s->which >> i & 1)
      good = dwfl_thread_state_registers(thread, i, 1, &s->values[next++]);
  const Dwarf_Word pointer = u->sp, pc = u->pc;
  good = good && dwfl_thread_state_registers(thread, u->session->stack_pointer, 1, &pointer);
  if (u->session->stack_pointer == X86_64_RSP) /* the call frame information of stubs asks for it */
    good = good && dwfl_thread_state_registers(thread, X86_64_RIP, 1, &pc);
  if (good)
    dwfl_thread_state_register_pc(thread, u->pc);
  return good;
}

static bool push(struct unwinder *u, uint64_t address) {
  struct unwound *r = u->result;
  if (!POMP_ARRAY_ROOM(r->addresses, r->room, r->count + 1ull)) {
    u->no_memory = true;
    return false;
  }
  r->addresses[r->count++] = address;
  return true;
}

/* A frame whose code is in no module is none. */
static int add_frame(Dwfl_Frame *frame, void *context) {
  struct unwinder *u = context;
  Dwarf_Addr pc;
  bool is_activation;
  if (!dwfl_frame_pc(frame, &pc, &is_activation) || u->result->count >= DEPTH_MAX)
    return DWARF_CB_ABORT;
  pc -= !is_activation || u->is_call;
  u->is_call = false;
  if (!experiment_module(u->e, u->sample->process, u->stack->modules, pc))
    return DWARF_CB_ABORT;
  return push(u, pc) ? DWARF_CB_OK : DWARF_CB_ABORT;
}

/* --- sessions --- */

static bool overlap(const struct code_module *a, const struct code_module *b) {
  return a->low < b->high && b->low < a->high;
}

/* Reports those of a process's modules that nothing has taken the place of, as far as their files are the same. Parts
 * of one file are one module. */
static void report_modules(const struct experiment *e, const struct session *s) {
  const struct process *p = &e->processes[s->process];
  const struct code_module *modules = e->modules + p->first_module;
  for (uint32_t i = 0; i < s->modules; i++) {
    bool is_last = true;
    uint32_t file;
    for (uint32_t k = i + 1; is_last && k < s->modules; k++)
      is_last = !overlap(&modules[i], &modules[k]) &&
                (modules[i].bias != modules[k].bias || modules[i].path != modules[k].path);
    if (is_last && code_file_find(modules[i].path, modules[i].build, &file) && code_file_at(file)->known == CALL_LINE)
      dwfl_report_elf(s->dwfl, modules[i].path, modules[i].path, -1, modules[i].bias, true);
  }
}

static int find_stack_pointer(void *context, int number, const char *set, const char *prefix, const char *name,
                              int bits, int type) {
  (void)set, (void)prefix, (void)bits, (void)type;
  if (strcmp(name, "rsp") == 0 || strcmp(name, "sp") == 0)
    *(int *)context = number;
  return 0;
}

static int first_module(Dwfl_Module *module, void **data, const char *name, Dwarf_Addr start, void *context) {
  (void)data, (void)name, (void)start;
  *(Dwfl_Module **)context = module;
  return DWARF_CB_ABORT;
}

static void open_session(struct unwinder *u, struct session *s) {
  static char *debug_path; /* NULL: libdw's own */
  static const Dwfl_Callbacks files = {.find_elf = dwfl_build_id_find_elf,
                                       .find_debuginfo = dwfl_standard_find_debuginfo,
                                       .debuginfo_path = &debug_path};
  static const Dwfl_Thread_Callbacks threads = {.next_thread = next_thread,
                                                .get_thread = get_thread,
                                                .memory_read = read_memory,
                                                .set_initial_registers = set_registers};
  Dwfl_Module *module = NULL;
  s->dwfl = dwfl_begin(&files);
  if (!s->dwfl)
    return;
  report_modules(u->e, s);
  bool good = dwfl_report_end(s->dwfl, NULL, NULL) == 0;
  dwfl_getmodules(s->dwfl, first_module, &module, 0);
  s->stack_pointer = -1;
  if (good && module)
    dwfl_module_register_names(module, find_stack_pointer, &s->stack_pointer);
  if (s->stack_pointer >= 0 && dwfl_attach_state(s->dwfl, NULL, 1, &threads, u))
    return;
  dwfl_end(s->dwfl);
  s->dwfl = NULL;
}

static const struct session *session_of(struct unwinder *u, uint32_t process, uint32_t modules) {
  const uint32_t all = u->e->processes[process].module_count;
  if (!u->moves[process] || modules > all)
    modules = all;
  for (uint32_t i = u->count; i-- > 0;)
    if (u->sessions[i].process == process && u->sessions[i].modules == modules)
      return &u->sessions[i];
  if (!POMP_ARRAY_ROOM(u->sessions, u->room, u->count + 1ull))
    return NULL;
  struct session *s = &u->sessions[u->count++];
  *s = (struct session){.process = process, .modules = modules};
  open_session(u, s);
  return s;
}

static int by_address(const void *x, const void *y) {
  const struct code_module *a = x, *b = y;
  return a->low < b->low ? -1 : a->low > b->low;
}

/* Finds the processes in which modules were where others had been. */
static bool find_moves(struct unwinder *u) {
  const struct experiment *e = u->e;
  struct code_module *sorted = malloc((e->module_count + 1ull) * sizeof *sorted);
  u->moves = calloc(e->process_count, sizeof *u->moves);
  bool good = sorted && u->moves;
  for (uint32_t i = 0; good && i < e->process_count; i++) {
    const struct process *p = &e->processes[i];
    for (uint32_t k = 0; k < p->module_count; k++)
      sorted[k] = e->modules[p->first_module + k];
    qsort(sorted, p->module_count, sizeof *sorted, by_address);
    for (uint32_t k = 1; k < p->module_count; k++)
      u->moves[i] |= sorted[k].low < sorted[k - 1].high;
  }
  free(sorted);
  return good;
}

struct unwinder *unwinder_begin(const struct experiment *e) {
  struct unwinder *u = calloc(1, sizeof *u);
  if (!u)
    return NULL;
  u->e = e;
  if (find_moves(u))
    return u;
  unwinder_end(u);
  return NULL;
}

void unwinder_end(struct unwinder *u) {
  for (uint32_t i = 0; i < u->count; i++)
    if (u->sessions[i].dwfl)
      dwfl_end(u->sessions[i].dwfl);
  free(u->sessions);
  free(u->moves);
  free(u);
}

static bool ends_there(Dwarf_CFI *information, Dwarf_Addr address) {
  Dwarf_Op room[3], *rule = NULL;
  Dwarf_Frame *frame;
  size_t count = 1;
  if (!information || dwarf_cfi_addrframe(information, address, &frame))
    return false;
  int caller = dwarf_frame_info(frame, NULL, NULL, NULL);
  bool ends = caller >= 0 && dwarf_frame_register(frame, caller, room, &rule, &count) == 0 && count == 0 && rule;
  free(frame);
  return ends;
}

/* True if the call frame information says that this code has no caller, as at a thread's begin. libdw also ends where
 * it can't find the caller. */
static bool is_outermost(const struct unwinder *u, uint64_t address) {
  Dwfl_Module *m = dwfl_addrmodule(u->session->dwfl, address);
  Dwarf_Addr bias;
  return m && (ends_there(dwfl_module_eh_cfi(m, &bias), address - bias) ||
               ends_there(dwfl_module_dwarf_cfi(m, &bias), address - bias));
}

static bool is_cut(struct unwinder *u) {
  const struct unwound *r = u->result;
  return dwfl_getthread_frames(u->session->dwfl, 1, add_frame, u) != 0 || !r->count ||
         !is_outermost(u, r->addresses[r->count - 1]);
}

/* The stubs by which a library calls functions of others often have no call frame information. Nothing is on the stack
 * there but who has called, and where that is in no code, it was no stub. */
static bool leave_stub(struct unwinder *u) {
  u->sp = u->stack->at;
  if (u->session->stack_pointer != X86_64_RSP || !read_memory(NULL, u->sp, &u->pc, u) ||
      !experiment_module(u->e, u->sample->process, u->stack->modules, u->pc - 1))
    return false;
  u->sp += 8;
  u->is_call = true;
  return true;
}

bool unwind(struct unwinder *u, const struct sample_record *s, struct unwound *result) {
  u->sample = s;
  u->stack = s->stack == NO_STACK ? NULL : &u->e->stacks[s->stack];
  u->result = result;
  u->no_memory = u->is_call = false;
  u->pc = s->pc;
  u->sp = u->stack ? u->stack->at : 0;
  result->count = 0;
  result->cut = true;
  u->session = u->stack ? session_of(u, s->process, u->stack->modules) : NULL;
  if (u->stack && !u->session)
    return false;
  if (u->session && u->session->dwfl)
    result->cut = is_cut(u) && (result->count != 1 || !leave_stub(u) || is_cut(u));
  return !u->no_memory && (result->count || push(u, s->pc));
}
