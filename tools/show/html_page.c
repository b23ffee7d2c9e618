/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* html_page.c - writes the document: what a browser may do with it, the style, a place for the views, and the script.
 * Not here: the data (page_block.c). The script and the style are made at build time (tools/page). */
#include "show/html_page.h"
#include "show/page_block.h"
#include "show/page_files.h"

/* The licence of what the script has from others: it goes where the code goes. */
static const char licence[] =
    "<!--\nThe script has code of pompinst (Apache-2.0 WITH LLVM-exception) and of d3-array (ISC):\n"
    "Copyright 2010-2021 Mike Bostock\n"
    "Permission to use, copy, modify, and/or distribute this software for any purpose with or without fee is hereby\n"
    "granted, provided that the above copyright notice and this permission notice appear in all copies.\n"
    "THE SOFTWARE IS PROVIDED \"AS IS\" AND THE AUTHOR DISCLAIMS ALL WARRANTIES WITH REGARD TO THIS SOFTWARE\n"
    "INCLUDING ALL IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS. IN NO EVENT SHALL THE AUTHOR BE LIABLE FOR\n"
    "ANY SPECIAL, DIRECT, INDIRECT, OR CONSEQUENTIAL DAMAGES OR ANY DAMAGES WHATSOEVER RESULTING FROM LOSS OF USE,\n"
    "DATA OR PROFITS, WHETHER IN AN ACTION OF CONTRACT, NEGLIGENCE OR OTHER TORTIOUS ACTION, ARISING OUT OF OR IN\n"
    "CONNECTION WITH THE USE OR PERFORMANCE OF THIS SOFTWARE.\n"
    "-->\n";

/* Writes text from outside. */
static void put_text(FILE *out, const char *text) {
  for (; *text; text++)
    switch (*text) {
    case '&':
      fputs("&amp;", out);
      break;
    case '<':
      fputs("&lt;", out);
      break;
    case '>':
      fputs("&gt;", out);
      break;
    case '"':
      fputs("&quot;", out);
      break;
    default:
      fputc(*text, out);
    }
}

void html_page_begin(FILE *out, const char *title) {
  fprintf(out,
          "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
          "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src 'sha256-%s'; "
          "style-src 'sha256-%s'; img-src data: blob:; base-uri 'none'; form-action 'none'\">\n"
          "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
          "<meta name=\"color-scheme\" content=\"light dark\">\n<meta name=\"referrer\" content=\"no-referrer\">\n"
          "<link rel=\"icon\" href=\"data:,\">\n<title>",
          page_script_hash, page_style_hash);
  put_text(out, title);
  fprintf(out, "</title>\n%s<style>", licence);
  fwrite(page_style, 1, page_style_size, out);
  fputs("</style>\n</head>\n<body>\n<div id=\"page\"><noscript>This page draws what it holds with a script of its own, "
        "and your browser runs no scripts. pomp-report prints the same as text.</noscript></div>\n",
        out);
}

void html_page_end(FILE *out) {
  fputs("<script>", out);
  fwrite(page_script, 1, page_script_size, out);
  fputs("</script>\n</body>\n</html>\n", out);
}

bool html_page_of(FILE *out, const char *title, const char *block, json_t *json) {
  html_page_begin(out, title);
  html_block_t *b = html_block(block);
  html_block_json(b, json);
  const bool good = html_block_write(b, out);
  html_page_end(out);
  return good;
}
