// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// ForkPlace.h - says where in the main file the compiler is forked. What does not live here: the fork (ParseOnce).
#ifndef POMPINST_FORKPLACE_H
#define POMPINST_FORKPLACE_H

#include "clang/Basic/SourceLocation.h"
#include "llvm/ADT/StringRef.h"

namespace clang {
class CompilerInstance;
} // namespace clang

namespace pompinst {

// Returns the last place before the first word of OpenMP where a declaration seems to begin: what comes before it is
// parsed once. Begin is where one begins for certain, and the result if there is no later place. Word is where the
// first word of OpenMP is, or more than Begin.
unsigned forkPlace(clang::CompilerInstance &CI, clang::FileID Main, llvm::StringRef Text, unsigned Begin,
                   unsigned Word);

} // namespace pompinst
#endif
