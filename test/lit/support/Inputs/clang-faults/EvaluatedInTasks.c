// A clause of a combined taskloop with a reduction is evaluated once.
static int calls;

static int count(int n) {
#pragma omp atomic
  calls++;
  return n;
}

int main(void) {
  int r = 0;
#pragma omp parallel master taskloop num_threads(1) num_tasks(count(2)) reduction(+ : r)
  for (int i = 0; i < 4; ++i)
    r += i;
  return calls != 1;
}
