/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* nqueens.c - counts the solutions of the queens problem: a task for each safe square down to a depth, then recursion.
 * Usage: nqueens [SIZE [DEPTH]]. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIZE_MAX_ = 16 };
static int size = 11, depth = 3;

static bool safe(const char *board, int row, int column) {
  for (int i = 0; i < row; i++) {
    int distance = row - i;
    if (board[i] == column || board[i] == column - distance || board[i] == column + distance)
      return false;
  }
  return true;
}

static long count_alone(char *board, int row) {
  if (row == size)
    return 1;
  long found = 0;
  for (int column = 0; column < size; column++)
    if (safe(board, row, column)) {
      board[row] = (char)column;
      found += count_alone(board, row + 1);
    }
  return found;
}

static long count_in_tasks(const char *board, int row) {
  long found[SIZE_MAX_] = {0}, sum = 0;
  for (int column = 0; column < size; column++)
    if (safe(board, row, column)) {
#pragma omp task shared(found) firstprivate(column)
      {
        char mine[SIZE_MAX_];
        memcpy(mine, board, (size_t)row);
        mine[row] = (char)column;
        found[column] = row + 1 < depth ? count_in_tasks(mine, row + 1) : count_alone(mine, row + 1);
      }
    }
#pragma omp taskwait
  for (int column = 0; column < size; column++)
    sum += found[column];
  return sum;
}

int main(int argc, char **argv) {
  size = argc > 1 ? atoi(argv[1]) : size;
  depth = argc > 2 ? atoi(argv[2]) : depth;
  if (size < 1 || size > SIZE_MAX_ || depth > size) {
    fputs("nqueens: SIZE is 1 to 16, DEPTH at most SIZE\n", stderr);
    return 2;
  }
  long solutions = 0;
#pragma omp parallel
  {
#pragma omp single
    {
      char board[SIZE_MAX_] = {0};
      solutions = count_in_tasks(board, 0);
    }
  }
  printf("%ld\n", solutions);
  return 0;
}
