/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* diff_markdown.c - a comparison as a comment of a pull request: what the whole run does, what fails, the three largest
 * changes, and the tables folded away. Not here: the tables' cells (diff_view.c, diff_values.c). */
#include "findings/busy_machine.h"
#include "show/diff.h"
#include "show/diff_values.h"
#include "show/markdown.h"
#include "show/print_listing.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST = 3 };

/* Writes a change as `-0.387 s (-20.5 %)`. */
static void print_change(char *text, size_t size, const struct change *c) {
  char percent[64] = "new";
  if (c->a > 0)
    snprintf(percent, sizeof percent, "%+.1f %%", 100 * c->difference / c->a);
  snprintf(text, size, "%+.3f s (%s)", c->difference * 1e-9, percent);
}

static void print_headline(FILE *out, const struct comparison *c, const struct failures *failures) {
  const struct change wall = comparison_total(c, RUN_WALL);
  char change[128];
  print_change(change, sizeof change, &wall);
  fputs("### ", out);
  markdown_name(out, c->runs[SIDE_B][0]->program);
  const bool busy = busy_explains_wall(c);
  fprintf(out, ": wall time %s%.3f s → %.3f s, %s", busy ? "not judged: " : "", wall.a * 1e-9, wall.b * 1e-9, change);
  if (busy)
    fputs(", and threads that had no processor may be why", out);
  else if (wall.known && !change_is_significant(&wall, 0.95))
    fputs(", no more than noise", out);
  const uint32_t failed = failures_with(failures, VERDICT_FAILED), doubtful = failures->count - failed;
  if (failed)
    fprintf(out, "; %u condition%s failed", failed, failed == 1 ? "" : "s");
  if (doubtful)
    fprintf(out, "; %u can't be judged", doubtful);
  fputs("\n\n", out);
}

/* Writes what the sides are, a line for each sentence. */
static bool print_sides(FILE *out, const struct comparison *c) {
  char *text = NULL;
  size_t size;
  FILE *sides = open_memstream(&text, &size);
  if (!sides)
    return false;
  diff_sides(sides, c);
  bool good = fclose(sides) == 0;
  for (char *line = good ? text : NULL, *end; line && *line; line = end) {
    end = strchrnul(line, '\n');
    end += *end ? (*end = 0, 1) : 0;
    markdown_words(out, line);
    fputs(*end ? "<br>\n" : "\n", out);
  }
  free(text);
  return good;
}

static void print_failures(FILE *out, const struct diff *d, const struct failures *failures) {
  static char text[2 * CELL_SIZE];
  for (uint32_t i = 0; i < failures->count && i < MARKDOWN_ROWS; i++) {
    diff_failure_text(d->comparison, &failures->at[i], text, sizeof text);
    fprintf(out, "%s* %s: ", i ? "" : "\n", diff_verdict(failures->at[i].verdict));
    markdown_words(out, text);
    fputc('\n', out);
  }
}

/* Writes the changes that are largest. Where several runs tell noise, what is no more than that is none. */
static void print_first(FILE *out, const struct row *rows, uint32_t count) {
  uint32_t found = 0;
  char change[128], name[1024];
  for (uint32_t i = 0; i < count && found < FIRST; i++) {
    const struct change c = comparison_change(rows[i].compared, RUN_SELF);
    const struct run_construct *at = compared_construct(rows[i].compared);
    if (fabs(c.difference) < 500e3 || (c.known && !change_is_significant(&c, 0.95)))
      continue;
    print_change(change, sizeof change, &c);
    run_region_name(at, rows[i].compared->role, name, sizeof name);
    fprintf(out, "%s%u. **%s** ", found ? "" : "\n", found + 1, change);
    found++;
    markdown_name(out, name);
    if (at && *at->function) {
      fputs(" in ", out);
      markdown_name(out, at->function);
    }
    if (at && *at->where) {
      fputs(", ", out);
      markdown_name(out, at->where);
    }
    fprintf(out, ": self time %.3f s → %.3f s\n", c.a * 1e-9, c.b * 1e-9);
  }
  if (!found)
    fputs("\nNo call path's own time has changed by more than noise, or by half a millisecond.\n", out);
}

bool diff_markdown(FILE *out, const struct diff *d, const struct failures *failures) {
  const struct comparison *c = d->comparison;
  uint32_t count;
  struct row *rows = diff_rows(c, NULL, &count);
  if (!rows)
    return false;
  print_headline(out, c, failures);
  bool good = print_sides(out, c);
  print_failures(out, d, failures);
  print_first(out, rows, count);
  markdown_fold(out, "The whole run, and all changes");
  diff_totals_print(out, c, true);
  fputc('\n', out);
  good = good && listing_show(out, d->listing, rows, count);
  markdown_unfold(out);
  free(rows);
  return good;
}
