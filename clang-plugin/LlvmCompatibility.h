// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LlvmCompatibility.h - what differs between the versions 16, 19 and 22 in LLVM's tables of OpenMP. What does not live
// here: what differs in Clang's own interface (Compatibility.h). The two are apart because the programs that compare
// our tables with LLVM's (test/plugin) link no Clang.
#ifndef POMPINST_LLVMCOMPATIBILITY_H
#define POMPINST_LLVMCOMPATIBILITY_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Frontend/OpenMP/OMPConstants.h" // in all versions it brings the tables, whose own header has two names

#include <string>

// The plugin is tested with Clang 16, 19 and 22.
static_assert(LLVM_VERSION_MAJOR >= 16 && LLVM_VERSION_MAJOR <= 22);

// Text that names this Clang: POMP_THIS_CLANG " …".
#define POMP_TEXT_OF(NUMBER) #NUMBER
#define POMP_TEXT_OF_VALUE(NUMBER) POMP_TEXT_OF(NUMBER)
#define POMP_THIS_CLANG "Clang " POMP_TEXT_OF_VALUE(LLVM_VERSION_MAJOR)

// Rows of Directives.def and of ClauseSplit's table that name what LLVM knows from a version on.
#if LLVM_VERSION_MAJOR >= 19
#define POMP_FROM_19(...) __VA_ARGS__
#else
#define POMP_FROM_19(...)
#endif
#if LLVM_VERSION_MAJOR >= 22
#define POMP_FROM_22(...) __VA_ARGS__
#else
#define POMP_FROM_22(...)
#endif

namespace pompinst::compat {

// A directive's name in the source. From 21 on it depends on the version of OpenMP; that of 5.2 is meant.
inline std::string directiveName(llvm::omp::Directive Id) {
#if LLVM_VERSION_MAJOR >= 21
  return llvm::omp::getOpenMPDirectiveName(Id, 52).str();
#else
  return llvm::omp::getOpenMPDirectiveName(Id).str();
#endif
}

// The same of a clause.
inline std::string clauseName(llvm::omp::Clause Id) {
#if LLVM_VERSION_MAJOR >= 21
  return llvm::omp::getOpenMPClauseName(Id, 52).str();
#else
  return llvm::omp::getOpenMPClauseName(Id).str();
#endif
}

} // namespace pompinst::compat
#endif
