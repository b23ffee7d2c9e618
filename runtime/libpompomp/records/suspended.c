/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* suspended.c - what the trace tells of tasks.
 * Not here: suspending and resuming (task.c). */
#include "records/suspended.h"

bool pomp_task_begins(const struct pomp_thread *t, uint64_t now, uint64_t *delay) {
  if (!t->task || !t->task->begins)
    return false;
  *delay = pomp_task_delay(t->task, now);
  return true;
}

uint64_t pomp_task_number(const struct pomp_task *task) { return task ? task->number : 0; }

uint32_t pomp_task_frames(const struct pomp_thread *t, struct pomp_frame *frames, uint32_t most) {
  uint32_t count = 0;
  for (uint32_t at = t->saved_count; at && count < most; count++) {
    const struct pomp_saved *head = &t->saved[at - POMP_SAVED_HEAD];
    frames[count] = (struct pomp_frame){head[0].path->number, head[1].path->number, pomp_task_number(head[1].task)};
    at -= pomp_depth_of(head[0].path, head[1].path) + POMP_SAVED_HEAD;
  }
  return count;
}
