// FLAGS: -fsyntax-only
#define HEADER_OF(version) </usr/lib/llvm-version/include/llvm/Frontend/OpenMP/ConstructDecompositionT.h>
#define HEADER(version) HEADER_OF(version)
#if !__has_include(HEADER(__clang_major__))
#error
#endif
