/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* slowdown.c - finds the constructs whose time on all threads together grows with their number, and says what else was
 * seen of them.
 * Not here: what may be the cause (slowdown_causes.c). */
#include "commands/scale/slowdown.h"
#include "commands/scale/noted.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LEAST_PART 0.01   /* of the wall time */
#define LEAST_GROWTH 0.05 /* of the time that it would take */
#define ALL_OF_IT 0.9     /* of the work of each thread: then it seems to do all */
#define SAME_PART 0.01    /* of iterations */
#define MOST_PART 0.5     /* of what it takes longer */

const struct slowdown_row slowdown_rows[SLOWDOWN_COUNT] = {
#define SLOWDOWN_ROW(name, id, text) {id, text},
    SLOWDOWNS(SLOWDOWN_ROW)
#undef SLOWDOWN_ROW
};

/* Returns how often the region was executed: one thread executes a task or a section, and each thread executes the
 * other constructs. */
static double visits_of(const struct slowdown *d, const struct work *w, unsigned threads) {
  bool once = d->part->role == POMP_ROLE_TASK || d->part->role == POMP_ROLE_SECTION;
  return w->visits / (once ? 1 : threads);
}

/* Tells what it is. Where iterations are counted, these say how much there was to do; elsewhere visits do, and that a
 * block without a worksharing construct takes each thread as long as one takes alone. */
static enum slowdown_property property_of(const struct slowdown *d) {
  const double more = (double)d->many / d->few;
  if (d->before->iterations > 0 && d->after->iterations > 0)
    return d->after->iterations > d->times * d->before->iterations * (1 + SAME_PART) ? SLOWDOWN_MORE_WORK
                                                                                     : SLOWDOWN_THREADS_SLOW_DOWN;
  if (visits_of(d, d->after, d->many) > d->times * visits_of(d, d->before, d->few) * (1 + SAME_PART))
    return SLOWDOWN_MORE_WORK;
  if (noted_has(d->part->notes, "replicated_loop"))
    return SLOWDOWN_REPLICATED_WORK;
  if (d->part->role == POMP_ROLE_TEAM && d->after->seconds > ALL_OF_IT * more * d->before->seconds)
    return SLOWDOWN_REPLICATED_WORK;
  return SLOWDOWN_THREADS_SLOW_DOWN;
}

/* Finds the line in which samples have found more than half of what it takes longer, beyond what may be chance. */
static void find_line(struct slowdown *d, const struct series *s) {
  const size_t first = s->index[0], last = s->index[s->count - 1];
  struct sampled_count all = {0, 0};
  for (uint32_t i = 0; i < d->part->line_count; i++)
    all.count += d->part->lines[i].at[last].count;
  for (uint32_t i = 0; i < d->part->line_count; i++) {
    const struct work_line *l = &d->part->lines[i];
    const double more = (double)l->at[last].time * 1e-9 - d->times * (double)l->at[first].time * 1e-9;
    if (more > d->line_more && more > MOST_PART * (d->after->seconds - d->perfect) &&
        !sampled_is_noise(l->at[last], all)) {
      d->line = l;
      d->line_more = more;
    }
  }
}

static int by_saving(const void *x, const void *y) {
  const struct slowdown *a = x, *b = y;
  if (a->judged != b->judged)
    return a->judged ? -1 : 1;
  return (a->saving < b->saving) - (a->saving > b->saving);
}

size_t slowdown_find(const struct series *s, const struct figures *f, struct slowdown *found, size_t room) {
  size_t count = 0;
  if (s->count < 2)
    return 0;
  const struct configuration *first = s->at[0], *last = s->at[s->count - 1];
  for (uint32_t p = 0; p < f->works.count && count < room; p++) {
    const struct work_part *part = &f->works.parts[p];
    struct slowdown d = {.part = part,
                         .before = &part->at[s->index[0]],
                         .after = &part->at[s->index[s->count - 1]],
                         .wall = last->wall,
                         .few = first->efficiency.threads,
                         .many = last->efficiency.threads,
                         .times = s->weak ? (double)last->number / first->number : 1};
    d.perfect = d.times * d.before->seconds;
    double more = d.after->seconds - d.perfect;
    d.saving = d.many ? more / d.many : 0;
    if (!(d.before->seconds > 0) || d.many <= d.few || more <= LEAST_GROWTH * d.perfect ||
        d.saving <= LEAST_PART * d.wall)
      continue;
    d.judged = !last->efficiency.crowded && !(last->ready > 0.5 * more);
    d.property = property_of(&d);
    find_line(&d, s);
    found[count++] = d;
  }
  if (count)
    qsort(found, count, sizeof *found, by_saving);
  return count;
}

/* --- in words --- */

static void add(char *text, size_t size, const char *format, ...) __attribute__((format(printf, 3, 4)));
static void add(char *text, size_t size, const char *format, ...) {
  size_t used = strlen(text);
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text + used, size - used, format, arguments);
  va_end(arguments);
}

/* Says of how much work it is. */
static void add_work(char *text, size_t size, const struct slowdown *d) {
  bool counted = d->before->iterations > 0 && d->after->iterations > 0;
  if (d->property == SLOWDOWN_MORE_WORK)
    add(text, size, counted ? " (%.0f iterations, then %.0f)" : " (%.0f visits, then %.0f)",
        counted ? d->before->iterations : visits_of(d, d->before, d->few),
        counted ? d->after->iterations : visits_of(d, d->after, d->many));
  else if (counted)
    add(text, size, " for %s %.0f iterations", d->times > 1 ? "what was" : "the same", d->before->iterations);
}

/* Says how what was counted has grown, which tells causes apart: instructions, cache misses, page faults. */
static void add_metrics(char *text, size_t size, const struct slowdown *d, const struct figures *f) {
  bool some = false;
  for (uint32_t m = 0; m < WORK_METRICS && f->works.metrics[m]; m++) {
    double before = d->times * d->before->metrics[m], after = d->after->metrics[m];
    if (!(before > 0) || !(after > 0))
      continue;
    add(text, size, "%s%s × %.2f", some ? ", " : "; ", f->works.metrics[m], after / before);
    some = true;
  }
}

void slowdown_seen(const struct slowdown *d, const struct figures *f, const char *unit, char *text, size_t size) {
  const struct work_part *p = d->part;
  *text = 0;
  add(text, size, "%s%s: %s%s%s%s%s: all threads take %.3f s with %u %s, %.3f s with %u (× %.2f)",
      d->judged ? "" : "not judged, as threads had no processor: ", slowdown_rows[d->property].text, p->name,
      *p->function ? ", " : "", p->function, *p->where ? ", " : "", p->where, d->before->seconds, d->few, unit,
      d->after->seconds, d->many, d->after->seconds / d->perfect);
  add_work(text, size, d);
  add_metrics(text, size, d, f);
  add(text, size, "; with perfect scaling the program would be done %.3f s earlier with %u (%.1f %%)", d->saving,
      d->many, 100 * d->saving / d->wall);
}
