extern "C" void print_descriptors(void);
namespace ns {
struct S {
  int n = 0;
  void run() {
#pragma omp parallel \
    num_threads(1) if("\"?!ä\\\377"[n])
    {
#pragma omp critical(lock_name)
      if (n)
        n = 0;
      else
        n = 1; }
  }
};
} // namespace ns
template <typename T> void function(T n) {
#pragma omp parallel sections \
    firstprivate(n)           \
    num_threads(1)
  {
    n++;
#pragma omp section
    {}
#pragma omp section
    for (int i = 0; i < 2; i++)
      n++;
  }
}
struct Op {
  int operator()(int n) const {
#pragma omp for schedule(dynamic, 3) nowait
    for (int i = 0; i < 2; i++)
      { (void)i; }
    return n;
  }
};
int main() {
  ns::S().run(); function(1L); Op()(1);
#pragma pomp inst begin(work)
  ;
#pragma omp barrier
#pragma pomp inst end(work)
#line 500 "generated from.y"
#pragma omp parallel for \
    schedule(static)
  for (int i = 0; i < 2; i++)
    { (void)i; }
  int n = 0;
#pragma omp single
  n++;
#pragma omp atomic
  n++;
  print_descriptors();
  return n - 2;
}
