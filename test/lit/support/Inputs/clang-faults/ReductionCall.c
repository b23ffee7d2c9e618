// The variable that the initializer of a declared reduction gets has been constructed.
// FLAGS: -x c++ -w
struct number {
  int value;
  number() : value(5) {}
};
static int wrong;
static void begin(number &n) {
#pragma omp atomic
  wrong += n.value != 5;
  n.value = 0;
}
#pragma omp declare reduction(+ : number : omp_out.value += omp_in.value) initializer(begin(omp_priv))

int main() {
  number n;
  volatile int before[64]; // what lies on the stack
  for (int i = 0; i < 64; ++i)
    before[i] = -1;
#pragma omp parallel num_threads(2) reduction(+ : n)
  n.value++;
  return wrong;
}
