// A search for broken programs has found lock routines that a template's argument may overload.
// RUN: %same %s -- 
#include <cstdio>
#include <omp.h>
namespace my { struct L { int n=0; }; void omp_set_lock(L* l){ l->n++; } void omp_unset_lock(L*l){ l->n+=10; } }
template<class T> void lock(T& l){ omp_set_lock(&l); omp_unset_lock(&l); }
int main(){ my::L l; lock(l); omp_lock_t o; omp_init_lock(&o); lock(o); std::printf("%d\n",l.n); }
