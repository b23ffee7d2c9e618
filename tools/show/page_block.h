/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* page_block.h - a block of data in a page: a JSON value and arrays of numbers, deflated and in base64, which the
 * page's script reads (tools/page/src/block.ts). Not here: the contents of a block, which its writer knows; the
 * document around the blocks (html_page.h).
 *
 * A block, once it is inflated, is the length of its directory (four bytes, the least first), the directory, which is
 * JSON:
 * {"json": …, "arrays": {NAME: [TYPE, OFFSET, COUNT], …}}, and the arrays, the least byte first, each at an offset that
 * 8 divides; offsets count from the first multiple of 8 behind the directory. */
#ifndef SHOW_PAGE_BLOCK_H
#define SHOW_PAGE_BLOCK_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

typedef struct html_block html_block_t;

enum html_type { HTML_U8, HTML_U16, HTML_U32, HTML_I32, HTML_F32, HTML_F64 };

/* Begins a block; NULL if there is not enough memory, which the other functions take, too. The name is one word. */
html_block_t *html_block(const char *name);
/* Gives the block its JSON, which belongs to it from then on. NULL is taken as a lack of memory. */
void html_block_json(html_block_t *b, json_t *value);
/* Adds a copy of an array. */
void html_block_array(html_block_t *b, const char *name, enum html_type type, const void *data, size_t count);
/* Writes the block as an element of the page, and frees it. False if there was not enough memory; a file that does not
 * take all says so by itself (ferror). */
bool html_block_write(html_block_t *b, FILE *out);

#endif
