/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* sample_modules.c - the list of code in memory; see sample_modules.h.
 * Not here: how code is found (base/code_module.c).
 *
 * A handler of signals reads the ranges while another thread may write them. Each word is stored at once, so at worst
 * the handler finds a range that is gone or misses a new range: the stack is then less exact, and no harm is done. */
#include "records/sample_modules.h"
#include "base/arena.h"
#include "base/code_module.h"
#include "definitions/region.h"
#include "pomp_hash.h"
#include "pomp_system.h"

#include <string.h>

#define RANGES_MAX 512u
#define MODULES_MAX 4096u

/* The ranges of code in memory, in the order of addresses, each with its module's number. They do not overlap. */
static struct {
  uint64_t low, high;
  uint32_t module;
} ranges[RANGES_MAX];
static uint32_t range_count;

/* All that the file has; module i + 1 is known[i]. */
static struct pomp_code_range *known;
static uint32_t known_room, known_count;
static struct pomp_arena_records records;

/* These are the addresses about which something is known: each is shifted by one, and the lowest bit says whether a
 * call may return there. An address is at one of WAYS places, as each one that is missing costs a system call. */
#define VERDICTS 2048u
#define WAYS 4u
static uint64_t verdicts[VERDICTS];
static pid_t process;

/* Puts a range into its place. What it overlaps is gone: the kernel has told of what is there now. */
static void add_range(uint64_t low, uint64_t high, uint32_t module) {
  uint32_t first = 0, behind;
  while (first < range_count && ranges[first].high <= low)
    first++;
  for (behind = first; behind < range_count && ranges[behind].low < high;)
    behind++;
  if (first == behind && range_count == RANGES_MAX)
    return;
  uint32_t rest = range_count - behind;
  memmove(&ranges[first + 1], &ranges[behind], rest * sizeof *ranges);
  POMP_STORE(ranges[first].low, low);
  POMP_STORE(ranges[first].high, high);
  POMP_STORE(ranges[first].module, module);
  POMP_STORE(range_count, first + 1 + rest);
}

static bool is_new(const struct pomp_code_range *r) {
  for (uint32_t i = known_count; i-- > 0;)
    if (known[i].low < r->high && r->low < known[i].high)
      return memcmp(&known[i], r, sizeof *r) != 0; /* of ranges that overlap, the last one is loaded now */
  return true;
}

static void add(const struct pomp_code_range *r, const struct pomp_code_module *m) {
  uint32_t path, build;
  void *record;
  if (known_count == MODULES_MAX || pomp_arena_left() < pomp_arena_limit() / 8 ||
      !pomp_arena_room(&known, &known_room, known_count, known_count + 1, sizeof *known) ||
      pomp_region_string(m->path, &path) || pomp_region_string(m->build, &build) ||
      pomp_arena_record(&records, POMP_BLOCK_MODULES, sizeof(struct pomp_module), &record))
    return;
  *(struct pomp_module *)record = (struct pomp_module){path, build, r->low, r->high, m->bias};
  known[known_count] = *r;
  POMP_STORE(known_count, known_count + 1);
  add_range(r->low, r->high, known_count);
}

void pomp_sample_modules_read(void) {
  uint32_t before = known_count;
  process = pomp_sys_getpid();
  pomp_code_module_each(is_new, add);
  for (uint32_t i = 0; i < VERDICTS && known_count != before; i++)
    POMP_STORE(verdicts[i], 0);
}

uint32_t pomp_sample_modules_count(void) { return POMP_LOAD(known_count); }

uint32_t pomp_sample_modules_at(uint64_t address) {
  uint32_t low = 0, high = POMP_LOAD(range_count);
  while (low < high) { /* finds the first range that ends behind it */
    uint32_t middle = (low + high) / 2;
    if (POMP_LOAD(ranges[middle].high) > address)
      high = middle;
    else
      low = middle + 1;
  }
  bool is_in = low < RANGES_MAX && address >= POMP_LOAD(ranges[low].low) && address < POMP_LOAD(ranges[low].high);
  return is_in ? POMP_LOAD(ranges[low].module) : 0;
}

uint32_t pomp_sample_modules_return_to(uint64_t address) {
  uint32_t module = pomp_sample_modules_at(address);
  if (!module)
    return 0;
  uint64_t *set = &verdicts[pomp_hash(address, 0) % VERDICTS / WAYS * WAYS], *verdict = &set[address / WAYS % WAYS];
  for (unsigned i = WAYS; i-- > 0;) {
    const uint64_t told = POMP_LOAD(set[i]);
    if (told >> 1 == address)
      return told & 1 ? module : 0;
    if (!told)
      verdict = &set[i];
  }
  unsigned char code[POMP_ARCH_CODE_SIZE] = {0};
  ssize_t n = pomp_sys_read_memory(process, code, address - POMP_ARCH_CODE_BEFORE, sizeof code);
  /* Where the kernel refuses that, or code can't be read, all may be. */
  bool may = n < (ssize_t)POMP_ARCH_CODE_BEFORE || pomp_arch_may_return_to(code);
  POMP_STORE(*verdict, address << 1 | may);
  return may ? module : 0;
}
