/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* interval_files.c - copies the experiment's file at the end of each interval, and removes every second copy when they
 * are many.
 *
 * A copy has the whole measurement up to that time, so that the difference of two consecutive copies is an interval.
 * When there are INTERVALS_MOST copies, every second copy is removed, which joins two intervals: older intervals get
 * longer, and new intervals have the wanted length.
 *
 * An interval's number says when it ended. Intervals at whose end the process came to no place where a copy is made
 * have numbers, too. So all ranks of a job number and remove the same intervals. */
#include "life/interval_files.h"
#include "base/arena.h"
#include "base/clock.h"
#include "base/message.h"
#include "base/messages.h"
#include "life/experiment.h"
#include "pomp_system.h"
#include "records/phases.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>

#define INTERVALS_MOST 64u
#define NAMES 1000u /* so many that are taken are passed over */

uint64_t pomp_interval_end = UINT64_MAX;
static uint64_t length; /* of an interval, in ns */
static mode_t mode;
static struct interval {
  uint32_t number;
  bool has_file;
} kept[INTERVALS_MOST];
static uint32_t kept_count, number;

/* The clock's rate is known better and better, and may change. */
static uint64_t ticks(void) { return (uint64_t)((double)length / pomp_clock_seconds(1000000000u)); }

void pomp_intervals_start(const struct pomp_config *config) {
  if (!config->profile_every)
    return;
  length = config->profile_every;
  mode = pomp_config_file_mode(config);
  POMP_STORE(pomp_interval_end, pomp_clock_begin() + ticks());
}

static void name_file(char *name, size_t size, uint32_t n) {
  if (pomp_experiment_ranks())
    snprintf(name, size, POMP_FORMAT_EVERY_RANK_FILE, n, pomp_experiment_rank());
  else
    snprintf(name, size, POMP_FORMAT_EVERY_FILE, n);
}

static int write_all(int fd, const char *bytes, uint64_t size, uint64_t at) {
  while (at < size) {
    const ssize_t written = pomp_sys_pwrite(fd, bytes + at, size - at, (off_t)at);
    if (written == -EINTR)
      continue;
    if (written <= 0)
      return written < 0 ? (int)written : -EIO;
    at += (uint64_t)written;
  }
  return 0;
}

/* The header is copied first: what it counts is complete then. */
static int copy(int fd, uint64_t now) {
  char header[sizeof(struct pomp_header)];
  const uint64_t size = pomp_arena_used();
  memcpy(header, pomp_base, sizeof header);
  ((struct pomp_header *)(void *)header)->end_tick = now;
  int error = write_all(fd, pomp_base, size, sizeof header);
  return error ? error : write_all(fd, header, sizeof header, 0);
}

/* Writes a file under a name of its own, which it loses when it is complete. */
static int make_file(int at, uint64_t now) {
  char name[64], temporary[80];
  int error = -EEXIST;
  for (uint32_t tries = 0; error == -EEXIST && tries < NAMES; tries++) {
    name_file(name, sizeof name, ++number);
    snprintf(temporary, sizeof temporary, "%s.%d", name, (int)pomp_sys_getpid());
    int fd = pomp_sys_openat(at, temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode);
    if (fd < 0)
      return fd;
    error = copy(fd, now);
    pomp_sys_close(fd);
    if (!error)
      error = pomp_sys_renameat2(at, temporary, at, name, RENAME_NOREPLACE);
    if (error)
      pomp_sys_unlinkat(at, temporary, 0);
  }
  return error;
}

static void thin(int at) {
  char name[64];
  uint32_t left = 0;
  for (uint32_t i = 0; i < kept_count; i++)
    if (i % 2)
      kept[left++] = kept[i];
    else if (kept[i].has_file) {
      name_file(name, sizeof name, kept[i].number);
      pomp_sys_unlinkat(at, name, 0);
    }
  kept_count = left;
}

static void keep(int at, bool has_file) {
  kept[kept_count++] = (struct interval){number, has_file};
  if (kept_count == INTERVALS_MOST)
    thin(at);
}

void pomp_intervals_close(uint64_t now) {
  const uint64_t end = POMP_LOAD(pomp_interval_end);
  if (now < end || end == UINT64_MAX)
    return;
  pomp_clock_sync(pomp_file(), true);
  const uint64_t every = ticks();
  if (!every) /* the file has been spoiled, and with it the clock */
    return;
  const uint64_t missed = (now - end) / every;
  POMP_STORE(pomp_interval_end, end + (missed + 1) * every);
  pomp_phases_finish();
  const int at = pomp_experiment_open();
  for (uint64_t i = 0; i < missed; i++) {
    number++;
    keep(at, false);
  }
  int error = at < 0 ? at : make_file(at, now);
  if (!error)
    keep(at, true);
  if (at >= 0)
    pomp_sys_close(at);
  if (error) {
    POMP_STORE(pomp_interval_end, UINT64_MAX);
    pomp_say(POMP_SAYS_NO_INTERVALS, pomp_experiment_name(), strerror(-error));
  }
}
