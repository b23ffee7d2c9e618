/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cube_tar.c - members of a CUBE4 archive: headers as Score-P writes them.
 * Not here: what is in a member.
 *
 * CubeLib takes it that at least one byte of padding follows a member, so that it and tar disagree about what follows
 * one whose size is a multiple of 512. No member has such a size. */
#include "commands/convert/cube.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { BLOCK = 512, CHECKSUM = 148 };

uint64_t cube_position(struct cube *c) {
  off_t flushed = lseek(c->out.fd, 0, SEEK_CUR);
  if (flushed < 0 && !c->out.error)
    c->out.error = errno;
  return (uint64_t)flushed + c->out.length;
}

void cube_seek(struct cube *c, uint64_t position) {
  output_flush(&c->out);
  if (lseek(c->out.fd, (off_t)position, SEEK_SET) < 0 && !c->out.error)
    c->out.error = errno;
}

/* The archive has no time of its own, so that the same experiment always makes the same file. */
void cube_member_begin(struct cube *c, const char *name, uint64_t size) {
  char header[BLOCK] = {0};
  unsigned sum = 0;
  snprintf(header, 100, "%s", name);
  memcpy(header + 100, "0000600", 8);
  memcpy(header + 108, "0000000", 8);
  memcpy(header + 116, "0000000", 8);
  snprintf(header + 124, 12, "%011llo", (unsigned long long)size);
  memcpy(header + 136, "00000000000", 12);
  header[156] = '0';
  memcpy(header + 257, "ustar", sizeof "ustar"); /* with the 0 byte at its end */
  header[263] = header[264] = '0';               /* the version, which has none */
  memcpy(header + 265, "nouser", 7);
  memcpy(header + 297, "users", 6);
  memset(header + CHECKSUM, ' ', 8);
  for (int i = 0; i < BLOCK; i++)
    sum += (unsigned char)header[i];
  snprintf(header + CHECKSUM, 8, "%06o", sum & 0777777);
  header[CHECKSUM + 7] = ' ';
  output_bytes(&c->out, header, sizeof header);
}

void cube_member_end(struct cube *c, uint64_t size) {
  static const char zeros[BLOCK];
  assert(size % BLOCK);
  output_bytes(&c->out, zeros, BLOCK - size % BLOCK);
}
