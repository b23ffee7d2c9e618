/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* page_files.h - the script and the style of the page, and the SHA-256 of each in base64, by which browsers know them.
 * The definitions are made from tools/page when this is built. */
#ifndef SHOW_PAGE_FILES_H
#define SHOW_PAGE_FILES_H

#include <stddef.h>

extern const unsigned char page_script[], page_style[];
extern const size_t page_script_size, page_style_size;
extern const char page_script_hash[], page_style_hash[];

#endif
