/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* readme.c - writes, moves and removes README.txt.
 * Not here: when (experiment.c). */
#include "life/readme.h"
#include "base/directory.h"
#include "base/libc.h"
#include "base/message.h"
#include "pomp_format.h"
#include "pomp_system.h"
#include "pomp_text.h"

#define NAME "README.txt"

/* The file as it was written: who changes it afterwards has made it theirs. */
static bool made;
static struct pomp_identity is;
static struct stat written;

/* Adds a line with a text that is anybody's: an argument may hold what a terminal obeys, or a line of its own. */
static void add_line(struct pomp_text *text, const char *label, const char *value) {
  size_t from = text->length;
  pomp_text_add(text, "  %-9s %.2000s", label, value);
  pomp_text_clean(text->at + from, 0);
  text->length = from + pomp_text_show(text->at + from, text->size - from);
  pomp_text_add(text, "\n");
}

void pomp_readme_write(int at, mode_t mode, const char *program, const char *command, const char *host,
                       const char *settings) {
  char bytes[8192], date[64];
  struct pomp_text text = {bytes, sizeof bytes, 0};
  pomp_libc_date("%Y-%m-%d %H:%M:%S %z", date, sizeof date);
  pomp_text_add(&text, "A pompinst experiment: what was measured of one run of an OpenMP program.\n\n");
  add_line(&text, "program", program);
  add_line(&text, "command", command);
  add_line(&text, "host", host);
  add_line(&text, "started", date);
  pomp_text_add(&text,
                "  process   %ld\n\n"
                "Files\n  %s  everything measured; readable while the program runs and after it was killed\n"
                "  rank-N.pomp   the same of rank N alone, if it is one of several processes of an MPI job: while the\n"
                "                job runs, and if it did not end in MPI_Finalize\n"
                "  %s    this text\n\n"
                "To see it: pomp-report DIRECTORY (pomp-report --help shows the rest)\n\n"
                "Settings\n",
                (long)pomp_sys_getpid(), POMP_FORMAT_FILE, NAME);
  size_t from = text.length;
  pomp_text_add(&text, "%s", settings);
  pomp_text_clean(bytes + from, '\n');
  text.length = from + pomp_text_show(bytes + from, sizeof bytes - from);
  int fd = pomp_sys_openat(at, NAME, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode);
  if (fd < 0)
    return;
  pomp_write_all(fd, bytes, text.length);
  made = pomp_identity_at(at, NAME, &is) && pomp_sys_fstat(fd, &written) == 0;
  pomp_sys_close(fd);
}

/* It is open nowhere, so that after its end another file may have its number. */
static bool is_ours(int at) {
  struct pomp_identity found;
  struct stat now;
  return made && pomp_identity_at(at, NAME, &found) && pomp_identity_same(&found, &is) &&
         pomp_sys_fstatat(at, NAME, &now, AT_SYMLINK_NOFOLLOW) == 0 && now.st_size == written.st_size &&
         now.st_mtim.tv_sec == written.st_mtim.tv_sec && now.st_mtim.tv_nsec == written.st_mtim.tv_nsec;
}

void pomp_readme_move(int at, int to) {
  if (is_ours(at) && pomp_identity_move(&is, at, NAME, to, NAME) != 0)
    pomp_readme_remove(at);
}

void pomp_readme_remove(int at) {
  if (is_ours(at))
    pomp_identity_unlink(at, NAME, &is);
  made = false;
}
