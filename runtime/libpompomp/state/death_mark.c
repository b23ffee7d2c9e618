/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* death_mark.c - the functions of death_mark.h: a robust futex in the thread's list, and the proof that the file's time
 * tells when the kernel marks it.
 * Not here: the file (arena.c). */
#include "state/death_mark.h"
#include "base/arena.h"
#include "base/atomics.h"
#include "pomp_system.h"

#include <linux/futex.h>
#include <linux/magic.h>

#define PAGE 4096u /* x86-64 */
#define WORD (PAGE - sizeof(uint64_t))
#define PROOFS 8u    /* how often it is tried to prove that the file tells the time */
#define LONGEST 2048 /* the kernel follows a list no further */

_Static_assert(sizeof(struct pomp_block) + sizeof(struct pomp_death_mark) == PAGE, "the mark's block is one page");
_Static_assert(sizeof(struct pomp_block) + offsetof(struct pomp_death_mark, word) == WORD, "the rest is behind it");

/* This is a mutex as glibc has it, as far as lists need that: the list leads from `next` to `next`. */
struct robust {
  uint32_t word;
  uint32_t other[5];
  struct robust_list *previous;
  struct robust_list next;
};
#define TO_WORD ((long)offsetof(struct robust, word) - (long)offsetof(struct robust, next))

static struct pomp_block *block; /* NULL: there is no mark */
static uint64_t offset;          /* of the block in the file */
static char *pages;              /* the mark's page, mapped once more, and a private one behind it */
static struct robust_list_head *list;
static pid_t thread; /* the one that has the mark; 0: none */
static bool timed;
static unsigned proofs;

static struct pomp_death_mark *mark(void) { return (struct pomp_death_mark *)(void *)(block + 1); }
static struct robust *ours(void) { return (struct robust *)(void *)(pages + WORD); }

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
  offset = pomp_arena_used();
  if (pomp_arena_block(&block, POMP_BLOCK_DEATH, 0, sizeof *block, PAGE))
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

/* Maps the mark's page, with a private page behind it. */
static bool map_pages(int fd) {
  char *at = pages ? NULL : pomp_arena_scratch(2 * (size_t)PAGE);
  void *first = at;
  if (at && pomp_sys_mmap(&first, PAGE, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, fd, offset))
    pomp_arena_scratch_free(at, 2 * (size_t)PAGE);
  else if (at)
    pages = at;
  return pages != NULL;
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

/* The mark's page may have been written back a moment before, and then again be written to: that is not seen from the
 * page after it. An older kernel can't tell. */
static bool is_written_back(int fd) {
  uint64_t dirty;
  return pomp_sys_count_dirty(fd, offset, PAGE, &dirty) || !dirty;
}

/* Has the mark's page written back with the one after it, sets the file's time back, and stores to the latter: if that
 * brings the time forward, so will the first store to the former. It waits for no disk. If the pages were not written
 * back at once, they may be the next time. */
static void prove(int fd) {
  struct pomp_block *after = (struct pomp_block *)(void *)((char *)block + PAGE);
  struct stat about;
  if (timed || proofs == PROOFS || offset + 2 * (uint64_t)PAGE > pomp_arena_used())
    return;
  if (!notes_times(fd)) {
    proofs = PROOFS;
    return;
  }
  proofs++;
  if (pomp_sys_write_back(fd, offset, 2 * (uint64_t)PAGE) || pomp_sys_fstat(fd, &about))
    return;
  const struct timespec now = about.st_mtim;
  struct timespec times[2] = {{0, UTIME_OMIT}, {now.tv_sec - 1, now.tv_nsec}};
  if (pomp_sys_futimens(fd, times))
    return;
  __atomic_store_n(&after->reserved[0], 0, __ATOMIC_SEQ_CST);
  timed = pomp_sys_fstat(fd, &about) == 0 && is_later(&about.st_mtim, &times[1]) && is_written_back(fd);
  times[1] = now;
  if (timed)
    tell(POMP_DEATH_TIMED);
  else
    pomp_sys_futimens(fd, times);
}

void pomp_death_mark_keep(void) {
  if (!block || (thread && (timed || proofs == PROOFS)))
    return;
  struct robust_list_head *head = thread ? NULL : empty_list();
  if (!thread && !head)
    return;
  int fd = pomp_arena_open();
  if (fd < 0)
    return;
  if (head && map_pages(fd)) {
    enter(head);
    tell(POMP_DEATH_MARKED);
  }
  if (thread)
    prove(fd);
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
  timed = false; /* the mark's page has been written to */
  proofs = proofs == PROOFS ? PROOFS : 0;
  tell(POMP_DEATH_NOT_TOLD);
}
