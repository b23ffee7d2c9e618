/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* death_mark.c - puts a robust futex into the thread's list, and proves that the file's time tells when the kernel
 * marks it.
 * Not here: the file (arena.c). */
#include "state/death_mark.h"
#include "base/arena.h"
#include "base/atomics.h"
#include "pomp_system.h"

#include <linux/futex.h>
#include <linux/magic.h>

#define BEHIND sizeof(uint64_t) /* the word is so far before the end of the page */
#define LONGEST 2048            /* the kernel follows a list no further */

_Static_assert(sizeof(struct pomp_block) + sizeof(struct pomp_death_mark) == POMP_FORMAT_ALIGN, "no room is left over");
_Static_assert(sizeof(struct pomp_death_mark) - offsetof(struct pomp_death_mark, word) == BEHIND,
               "it is the last word");

/* This is a mutex as glibc has it, as far as lists need that: the list leads from `next` to `next`. */
struct robust {
  uint32_t word;
  uint32_t other[5];
  struct robust_list *previous;
  struct robust_list next;
};
#define TO_WORD ((long)offsetof(struct robust, word) - (long)offsetof(struct robust, next))

static struct pomp_block *block; /* NULL: there is no mark */
static uint32_t block_first; /* where in the block the mark begins; the block ends with a page, and so does the mark */
static uint64_t offset;      /* of the mark's page in the file */
static char *pages;          /* the mark's page, mapped once more, and a private one behind it */
static struct robust_list_head *list;
static pid_t thread; /* the one that has the mark; 0: none */

static struct pomp_death_mark *mark(void) { return (struct pomp_death_mark *)(void *)((char *)block + block_first); }
static struct robust *ours(void) { return (struct robust *)(void *)(pages + pomp_sys_page() - BEHIND); }

/* In a list, the lowest bit says what kind of mutex it leads to. */
static struct robust_list *plain(struct robust_list *link) {
  return (struct robust_list *)((uintptr_t)link & ~(uintptr_t)1); /* NOLINT(performance-no-int-to-ptr) */
}

/* Readers see the thread before they see that it has the mark. */
static void tell(enum pomp_death_told what) {
  POMP_STORE(pomp_file()->marker, (uint32_t)thread);
  __atomic_store_n(&pomp_file()->death_told, (uint32_t)what, __ATOMIC_RELEASE);
}

void pomp_death_mark_start(void) {
  const uint64_t begin = pomp_arena_used(), page = pomp_sys_page();
  const uint64_t end = (begin + POMP_FORMAT_ALIGN + page - 1) / page * page;
  offset = end - page;
  block_first = (uint32_t)(end - begin - sizeof(struct pomp_death_mark));
  if (pomp_arena_block(&block, POMP_BLOCK_DEATH, 0, block_first, end - begin))
    block = NULL;
  else
    POMP_STORE(block->count, 1u);
}

/* Returns the thread's list if it is one of glibc's, is empty, and no mutex is on its way into it; else NULL. glibc
 * keeps the last one's address before the head. */
static struct robust_list_head *empty_list(void) {
  struct robust_list_head *head = NULL;
  size_t size = 0;
  if (pomp_sys_robust_list(&head, &size) || !head || size != sizeof *head || head->futex_offset != TO_WORD)
    return NULL;
  struct robust_list *const *last = (struct robust_list *const *)(void *)head - 1;
  return head->list.next == &head->list && !head->list_op_pending && *last == &head->list ? head : NULL;
}

/* Maps the mark's page before a private one; if it is there already, it is as if nothing had been stored through it. */
static bool map_mark(int fd) {
  if (!pages)
    pages = pomp_arena_scratch(2 * pomp_sys_page());
  void *at = pages;
  if (!at || !pomp_sys_mmap(&at, pomp_sys_page(), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, fd, offset))
    return at != NULL;
  pomp_arena_scratch_free(pages, 2 * pomp_sys_page());
  pages = NULL;
  return false;
}

/* The entry is whole before the list leads to it, as the process may be killed at any time. The word is written where
 * the guard of the file knows the mapping (file_guard.h). */
static void enter(struct robust_list_head *head) {
  struct robust *r = ours();
  list = head;
  thread = pomp_sys_gettid();
  POMP_STORE(mark()->word, (uint32_t)thread);
  r->next.next = &head->list;
  r->previous = &head->list;
  ((struct robust_list **)(void *)head)[-1] = &r->next;
  __atomic_store_n(&head->list.next, &r->next, __ATOMIC_RELEASE);
}

/* Other file systems may note times later, or have them from another machine. */
static bool notes_times(int fd) {
  const long types[] = {EXT4_SUPER_MAGIC, XFS_SUPER_MAGIC, BTRFS_SUPER_MAGIC, F2FS_SUPER_MAGIC, OVERLAYFS_SUPER_MAGIC};
  struct statfs about;
  if (pomp_sys_fstatfs(fd, &about))
    return false;
  for (size_t i = 0; i < sizeof types / sizeof *types; i++)
    if (about.f_type == types[i])
      return true;
  return false;
}

static bool is_later(const struct timespec *a, const struct timespec *b) {
  return a->tv_sec > b->tv_sec || (a->tv_sec == b->tv_sec && a->tv_nsec > b->tv_nsec);
}

/* Has the kernel store what is there already. It does so as at the death: where the file has been cut off, it fails. */
static bool store_by_kernel(const void *word) {
  const uint32_t add_0 = FUTEX_OP(FUTEX_OP_ADD, 0, FUTEX_OP_CMP_EQ, 0);
  return POMP_SYSTEM_6(futex, POMP_SYSTEM_ADDRESS(word), FUTEX_WAKE_OP, 0, 0, POMP_SYSTEM_ADDRESS(word), add_0) >= 0;
}

/* Sets the file's time back, and has the word stored: if that brings the time forward, so will the kernel's store at
 * the death, which is the first one through the mapping, too. */
static bool is_timed(int fd) {
  struct stat about;
  if (!notes_times(fd) || pomp_sys_fstat(fd, &about))
    return false;
  const struct timespec now = about.st_mtim;
  struct timespec times[2] = {{0, UTIME_OMIT}, {now.tv_sec - 1, now.tv_nsec}};
  if (pomp_sys_futimens(fd, times))
    return false;
  bool is = store_by_kernel(&ours()->word) && pomp_sys_fstat(fd, &about) == 0 && is_later(&about.st_mtim, &times[1]);
  times[1] = now;
  if (!is)
    pomp_sys_futimens(fd, times);
  return is;
}

void pomp_death_mark_keep(void) {
  struct robust_list_head *head = block && !thread ? empty_list() : NULL;
  int fd = head ? pomp_arena_open() : -1;
  if (fd < 0)
    return;
  bool mapped = map_mark(fd), timed = mapped && is_timed(fd);
  if (timed)
    mapped = map_mark(fd);
  if (mapped) {
    enter(head);
    tell(timed ? POMP_DEATH_TIMED : POMP_DEATH_MARKED);
  }
  pomp_sys_close(fd);
}

/* Takes the entry out of the list. False means that it isn't there, or that a mutex is on its way into the list or out
 * of it. */
static bool take_out(void) {
  struct robust *r = ours();
  struct robust_list *before = &list->list;
  for (int i = 0; i < LONGEST && plain(before->next) != &list->list; i++) {
    struct robust_list *next = plain(before->next);
    if (next == &r->next && r->next.next == &list->list && !list->list_op_pending) {
      ((struct robust_list **)(void *)list)[-1] = before;
      __atomic_store_n(&before->next, r->next.next, __ATOMIC_RELEASE);
      return true;
    }
    before = next;
  }
  return false;
}

/* An entry that stays in the list of a thread is left alone there: the kernel finds that the word is not the thread's.
 */
void pomp_death_mark_leave(void) {
  if (!thread || thread != pomp_sys_gettid())
    return;
  POMP_STORE(mark()->word, 0u);
  if (!take_out())
    pages = NULL;
  thread = 0;
  tell(POMP_DEATH_NOT_TOLD);
}
