/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* rank_reader.c - opens the file of a job, one in an archive, or the ranks' own files, and reads one process after the
 * other from there.
 * Not here: how a process is read (read_rank.c), or taken out of an experiment in memory (rank_experiment.c). */
#include "files/rank_reader.h"
#include "files/load_file.h"
#include "files/phase_choice.h"
#include "files/stored.h"

#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* --- a file in an archive --- */

static bool fetch_stored(const void *source, uint64_t at, uint64_t size) {
  const struct rank_reader *p = source;
  return size <= p->size && at <= p->size - size && archive_read(p->archive, p->member, p->bytes + at, at, size, false);
}

/* Memory is in pages, and what is in those that are not given back is read again before it is used. */
static void leave_memory(unsigned char *bytes, uint64_t at, uint64_t size) {
  const uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE), first = (at + page - 1) / page * page, end = at + size;
  if (end > first)
    madvise(bytes + first, (end - first) / page * page, MADV_DONTNEED);
}

static void leave_stored(const void *source, uint64_t at, uint64_t size) {
  leave_memory(((const struct rank_reader *)source)->bytes, at, size);
}

static bool open_stored(struct rank_reader *p, const char *path) {
  p->archive = stored_find(path, &p->member, NULL, 0);
  if (!p->archive)
    return false;
  p->size = p->archive->members[p->member].about.size;
  void *bytes = mmap(NULL, p->size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  p->bytes = bytes == MAP_FAILED ? NULL : bytes;
  return p->bytes != NULL;
}

/* --- a file by itself --- */

/* The kernel has mapped pages around those that were read, which may be of a process that somebody else reads. */
static void leave_mapped(const void *source, uint64_t at, uint64_t size) {
  enum { AROUND = 1 << 20 };
  const struct rank_reader *p = source;
  const uint64_t before = at < AROUND ? at : AROUND, end = at + size,
                 behind = p->mapped.size - end < AROUND ? p->mapped.size - end : AROUND;
  if (!mapped_file_is_cut(&p->mapped))
    leave_memory(p->mapped.bytes, at - before, before + size + behind);
}

static bool open_mapped(struct rank_reader *p, const char *path) {
  struct stat s;
  if (stat(path, &s) != 0 || !S_ISREG(s.st_mode) || load_file_copies || (p->fd = stored_open(path)) < 0)
    return false;
  return fstat(p->fd, &s) == 0 && s.st_size > 0 && !load_file_is_empty(p->fd, (uint64_t)s.st_size) &&
         mapped_file_open(&p->mapped, p->fd, (size_t)s.st_size);
}

/* --- both --- */

/* `all`: nearly all is going to be read, so that nothing is gained by copies of some of it. */
static struct experiment_way way_of(const struct rank_reader *p, bool all) {
  if (p->archive)
    return (struct experiment_way){.fetch = fetch_stored, .leave = leave_stored, .source = p};
  return (struct experiment_way){.copy = all ? NULL : mapped_file_copy, .leave = leave_mapped, .source = p};
}

/* --- files of ranks --- */

static bool load_own(void *owner, uint32_t process, const struct pomp_header *rank, struct experiment *own) {
  struct rank_reader *p = owner;
  char path[4096];
  *own = (struct experiment){.program = ""};
  return rank_files_find_own(p->path, rank->rank, path, sizeof path) && reread_files_room(&p->own, process + 1) &&
         load_file_first(own, path, &p->own.at[process]);
}

static bool get_own(const struct rank_reader *p, uint32_t process, struct experiment *rank) {
  struct experiment own;
  *rank = (struct experiment){.program = ""};
  if (load_file_again(&own, &p->own.at[process], &p->whole->processes[process]))
    return experiment_of_rank_file(rank, p->whole, process, &own);
  experiment_free(&own);
  return false;
}

enum rank_files_opened rank_reader_open_files(struct rank_reader *p, const char *directory, struct experiment *frame,
                                              rank_files_prepare *prepare, void *context) {
  rank_reader_of(p, frame);
  const enum rank_files_opened opened = rank_files_open(&p->own, frame, directory, prepare, context);
  if (opened != RANK_FILES_OPENED) {
    experiment_free(frame);
    *frame = (struct experiment){.program = ""};
  }
  return opened;
}

/* --- all --- */

bool rank_reader_open(struct rank_reader *p, const char *path, struct experiment *frame) {
  *p = (struct rank_reader){.whole = frame, .fd = -1, .path = path};
  *frame = (struct experiment){.program = ""};
  bool good = open_stored(p, path) || (!p->archive && open_mapped(p, path));
  if (good) {
    struct experiment_way way = way_of(p, false);
    way.own = load_own;
    way.owner = p;
    good = experiment_parse_frame(frame, p->archive ? p->bytes : p->mapped.bytes, p->archive ? p->size : p->mapped.size,
                                  &way) &&
           (p->archive || !mapped_file_is_cut(&p->mapped));
  }
  if (good)
    return true;
  experiment_free(frame);
  *frame = (struct experiment){.program = ""};
  rank_reader_close(p);
  return false;
}

void rank_reader_of(struct rank_reader *p, const struct experiment *whole) {
  *p = (struct rank_reader){.whole = whole, .fd = -1};
}

static bool get(const struct rank_reader *p, uint32_t process, struct experiment *rank) {
  if (process < p->own.count && p->own.at[process].path)
    return get_own(p, process, rank);
  if (!p->bytes && !p->mapped.bytes)
    return experiment_of_rank(rank, p->whole, process);
  const struct experiment_way way = way_of(p, true);
  return experiment_parse_rank(rank, p->whole, process, p->archive ? p->bytes : p->mapped.bytes, &way) &&
         (p->archive || !mapped_file_is_cut(&p->mapped));
}

bool rank_reader_read(const struct rank_reader *p, uint32_t process, struct experiment *rank) {
  return get(p, process, rank) && (!p->chooses || phase_choose_rank(rank));
}

void rank_reader_close(struct rank_reader *p) {
  if (p->bytes)
    munmap(p->bytes, p->size);
  if (p->mapped.bytes)
    mapped_file_close(&p->mapped);
  if (p->fd >= 0)
    close(p->fd);
  reread_files_forget(&p->own);
  *p = (struct rank_reader){.whole = p->whole, .fd = -1};
}
