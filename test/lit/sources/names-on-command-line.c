// The command line has macros, which are there before anything: for names and keywords in the text that is laid in front of
// the file and in the text that is inserted.
// RUN: %same --regions 7 %s -- -Dversion=2 -Dname=3 -Ddata=4 -Dnext=5 -Dsub_name=6 -Dfile_name= -Dfunction=7 -Dn=8 -Dd=9
// RUN: %same --regions 7 %s -- -Dstatic= -Dinline= -Dconst= -D'__attribute__(x)=' -D__inline__= -D__attribute= -DDYNAMIC
// RUN: %same --regions 7 %s -- -Dint=long -Dstruct=union -Dextern=static -Dvoid=char -D'sizeof(x)=1' -Dif=while -DDYNAMIC
// RUN: %same --regions 7 %s -- -Dbegin=end -Dopen=1 -Dlist= -Dcount=-1 -Dtable=2 -Denter=exit -D__section__=0 -Dunused=1
#ifdef DYNAMIC
#define SCHEDULE schedule(dynamic, chunk)
#else
#define SCHEDULE schedule(static, chunk)
#endif
#pragma push_macro("int")
#pragma push_macro("extern")
#undef int
#undef extern
extern int printf(const char *, ...);
#pragma pop_macro("extern")
#pragma pop_macro("int")

static int work(int chunk) {
  int s = 0;
#pragma omp parallel for reduction(+ : s) SCHEDULE
  for (int i = 0; i < 10; i++)
    s += i;
#pragma omp parallel num_threads(2)
  {
#pragma omp single
    s++;
#pragma omp barrier
  }
  return s;
}

signed main() {
  int s = work(2);
#pragma pomp inst begin(r)
  for (int i = 0; i < 3; i++) {
#pragma omp task
    s++;
#pragma omp taskwait
  }
#pragma pomp inst end(r)
  printf("%d line %d\n", (signed)s, __LINE__);
  return 0;
}
