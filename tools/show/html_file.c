/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* html_file.c - writes a page into a new file, which goes if half of it is there, or has stdout go to one. */
#include "show/html_file.h"
#include "base/user_error.h"
#include "pomp_text.h"
#include "show/screen.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Says where the page is, and how large. */
static void tell(FILE *says, const char *name, long size) {
  char shown[4096];
  snprintf(shown, sizeof shown, "%s", name);
  pomp_text_clean(shown, 0);
  fprintf(says, "%s: %.0f kB, to be opened in a browser\n", shown, (double)size / 1000);
}

/* True if a file is the standard output under another name, such as /dev/stdout. */
static bool is_stdout(FILE *out) {
  struct stat a, b;
  return fstat(fileno(out), &a) == 0 && fstat(STDOUT_FILENO, &b) == 0 && a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

/* Half a page shows nothing. What is no file, such as a device, stays. */
static void remove_half(const char *name) {
  struct stat st;
  if (lstat(name, &st) == 0 && S_ISREG(st.st_mode))
    unlink(name);
}

/* Opens a new file, which has the mode that is due, and which nobody else has. What is no file, such as a device,
 * stays; a link or a pipe of another user's leads where that one wants. */
static FILE *open_new(const char *name) {
  struct stat st;
  const bool is_there = lstat(name, &st) == 0, is_new = !is_there || S_ISREG(st.st_mode);
  if (is_there && (S_ISLNK(st.st_mode) || S_ISFIFO(st.st_mode)) && st.st_uid && st.st_uid != geteuid()) {
    errno = EPERM;
    return NULL;
  }
  if (is_there && is_new && unlink(name) != 0)
    return NULL;
  return fopen(name, is_new ? "wxe" : "we");
}

bool html_file(const char *name, FILE *says, bool (*write)(FILE *out, const void *what), const void *what) {
  const bool to_stdout = strcmp(name, "-") == 0;
  FILE *out = to_stdout ? stdout : open_new(name);
  if (!out)
    return user_error(name, "can't write: %s", strerror(errno));
  errno = 0;
  bool enough = write(out, what), written = fflush(out) == 0 && !ferror(out);
  long size = ftell(out);
  int why = errno;
  if (to_stdout) /* the command finds out whether it took all */
    return enough || user_error(NULL, "not enough memory");
  const bool quiet = is_stdout(out); /* what is said would be in the page */
  if (fclose(out) != 0 && written) {
    written = false;
    why = errno;
  }
  if (enough && written && !quiet)
    tell(says, name, size);
  else if (enough && !written)
    user_error_print(name, "can't write: %s", strerror(why));
  else if (!enough)
    user_error_print(name, "not enough memory");
  if (!enough || !written)
    remove_half(name);
  return enough && written;
}

bool stdout_into_file(const char *name) {
  if (!name || strcmp(name, "-") == 0)
    return true;
  FILE *out = open_new(name);
  const bool good = out && fflush(stdout) == 0 && dup2(fileno(out), STDOUT_FILENO) >= 0;
  if (!good)
    user_error_print(name, "can't write: %s", strerror(errno));
  if (out)
    fclose(out);
  screen_is_none();
  return good;
}
