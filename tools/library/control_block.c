/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* control_block.c - the control block in the file of a process that runs: opens it, writes a request, and waits for the
 * answer. Not here: what can be asked for (ask.c). */
#include "library/control_block.h"
#include "base/user_error.h"
#include "files/running_process.h"

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define NS 1000000000u
#define MOMENT_NS 1000000 /* so long it is until it is looked for an answer again */
#define REQUEST_AT (offsetof(struct pomp_header, control) + 1)

uint64_t block_now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (uint64_t)t.tv_sec * NS + (uint64_t)t.tv_nsec;
}

static void wait_a_moment(void) {
  const struct timespec moment = {0, MOMENT_NS};
  nanosleep(&moment, NULL);
}

/* --- the file of a process --- */

bool block_get(int fd, void *to, size_t size, uint64_t at) {
  return pread(fd, to, size, (off_t)at) == (ssize_t)size || user_error(NULL, "its experiment can't be read");
}
static bool put(int fd, const void *from, size_t size, uint64_t at) {
  return pwrite(fd, from, size, (off_t)at) == (ssize_t)size ||
         user_error(NULL, "its experiment can't be written: %s", strerror(errno));
}

/* Another process may have the number by now. */
static bool is_of(const struct pomp_header *h, const struct process *p) {
  return memcmp(h->magic, POMP_FORMAT_MAGIC, sizeof h->magic) == 0 && h->version == POMP_FORMAT_VERSION &&
         h->pid == p->header.pid && h->pid_start == p->header.pid_start;
}

int block_open(const struct process *p, int access) {
  char path[4200];
  struct pomp_header h;
  struct stat s;
  if (!running_process_path(p, path, sizeof path))
    return -1;
  int fd = open(path, access | O_CLOEXEC | O_NONBLOCK);
  bool good = fd >= 0 || user_error(path, "%s", strerror(errno));
  if (good && (fstat(fd, &s) != 0 || s.st_dev != p->file_device || s.st_ino != p->file_inode || !S_ISREG(s.st_mode) ||
               !block_get(fd, &h, sizeof h, 0) || !is_of(&h, p)))
    good = user_error(path, "it is not the experiment of process %u any more", p->header.pid);
  if (good && access == O_RDWR)
    good = user_owns(&s, path);
  if (!good && fd >= 0)
    close(fd);
  return good ? fd : -1;
}

/* --- a request --- */

/* One at a time asks. The lock goes with the descriptor. */
static bool take_turn(int fd, uint64_t end) {
  struct flock l = {.l_type = F_WRLCK,
                    .l_whence = SEEK_SET,
                    .l_start = POMP_FORMAT_CONTROL_AT,
                    .l_len = sizeof(struct pomp_control_block)};
  while (fcntl(fd, F_OFD_SETLK, &l) != 0) {
    if (errno != EAGAIN && errno != EACCES && errno != EINTR)
      return user_error(NULL, "its experiment can't be locked: %s", strerror(errno));
    if (block_now() >= end)
      return user_error(NULL, "somebody else asks it for something");
    wait_a_moment();
  }
  return true;
}

static bool write_request(int fd, const struct block_words *words, uint32_t *number) {
  struct pomp_control_block b;
  const unsigned char asked = 1;
  if (!block_get(fd, &b, sizeof b, POMP_FORMAT_CONTROL_AT))
    return false;
  *number = b.asked + 1 ? b.asked + 1 : 1;
  b.asked = *number;
  b.command = words->command;
  b.value = words->value;
  memcpy(b.text, words->text, sizeof b.text);
  const size_t after = offsetof(struct pomp_control_block, command);
  return put(fd, &b.command, offsetof(struct pomp_control_block, answered) - after, POMP_FORMAT_CONTROL_AT + after) &&
         put(fd, &b.asked, sizeof b.asked, POMP_FORMAT_CONTROL_AT) && put(fd, &asked, sizeof asked, REQUEST_AT);
}

/* Waits for the answer. BLOCK_NO_EVENT: there was none in time. -1: there will be none. */
static int read_answer(int fd, uint32_t number, uint64_t end) {
  for (;;) {
    struct pomp_control_block b;
    struct pomp_header h;
    if (!block_get(fd, &b, sizeof b, POMP_FORMAT_CONTROL_AT) || !block_get(fd, &h, sizeof h, 0))
      return -1;
    if (b.answered == number)
      return b.answer < POMP_ANSWER_COUNT ? (int)b.answer : POMP_ANSWER_UNKNOWN;
    if (h.state != POMP_STATE_RUNNING) {
      user_error(NULL, "its measurement has just ended");
      return -1;
    }
    if (block_now() >= end)
      return BLOCK_NO_EVENT;
    wait_a_moment();
  }
}

int block_ask(const struct process *p, const struct block_words *words, uint64_t wait_ns) {
  const uint64_t end = block_now() + wait_ns;
  uint32_t number;
  int fd = block_open(p, O_RDWR);
  int answer = fd >= 0 && take_turn(fd, end) && write_request(fd, words, &number) ? read_answer(fd, number, end) : -1;
  if (fd >= 0)
    close(fd);
  return answer;
}
