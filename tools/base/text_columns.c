/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* text_columns.c - measures text. */
#include "base/text_columns.h"

size_t text_columns(const char *text) {
  size_t n = 0;
  for (; *text; text++)
    n += ((unsigned char)*text & 0xc0) != 0x80;
  return n;
}
