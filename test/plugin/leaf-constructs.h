// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// leaf-constructs.h - which directives a directive consists of, and which of them runs code: what LLVM says, or, where
// it is too old to say it, what the directives' names say. What does not live here: the comparison
// (openmp-directives.cpp).
#ifndef LEAF_CONSTRUCTS_H
#define LEAF_CONSTRUCTS_H

#include "LlvmCompatibility.h"

#include "llvm/ADT/ArrayRef.h"

#include <string>
#include <vector>

#if __has_include("llvm/Frontend/OpenMP/ConstructDecompositionT.h")
#include "llvm/Frontend/OpenMP/OMP.h"

inline llvm::ArrayRef<llvm::omp::Directive> leafsOf(llvm::omp::Directive D) {
  return llvm::omp::getLeafConstructsOrSelf(D);
}

inline llvm::omp::Directive compoundOf(llvm::ArrayRef<llvm::omp::Directive> Parts) {
  return llvm::omp::getCompoundConstruct(Parts);
}

// LLVM says which directives run code.
inline bool agreesOnExecutable(llvm::omp::Directive D, bool Executable) {
  return Executable == (llvm::omp::getDirectiveCategory(D) == llvm::omp::Category::Executable);
}
#else

// A directive consists of others if its name consists of theirs, and begins with one that others can be combined with.
inline std::vector<llvm::omp::Directive> leafsOf(llvm::omp::Directive D) {
  using namespace llvm::omp;
  const Directive Leafs[] = {OMPD_target,   OMPD_teams, OMPD_distribute, OMPD_parallel, OMPD_for,
                             OMPD_do,       OMPD_simd,  OMPD_master,     OMPD_masked,   OMPD_taskloop,
                             OMPD_sections, OMPD_loop,  OMPD_workshare};
  std::vector<Directive> Parts;
  std::string Rest = pompinst::compat::directiveName(D) + " ";
  while (!Rest.empty()) {
    size_t Before = Rest.size();
    for (Directive Leaf : Leafs) {
      std::string Name = pompinst::compat::directiveName(Leaf) + " ";
      if (Rest.compare(0, Name.size(), Name) == 0) {
        Rest.erase(0, Name.size());
        Parts.push_back(Leaf);
        break;
      }
    }
    if (Rest.size() == Before)
      return {D};
  }
  return Parts;
}

inline llvm::omp::Directive compoundOf(llvm::ArrayRef<llvm::omp::Directive> Parts) {
  std::string Name;
  for (llvm::omp::Directive Part : Parts)
    Name += (Name.empty() ? "" : " ") + pompinst::compat::directiveName(Part);
  return llvm::omp::getOpenMPDirectiveKind(Name);
}

// The names do not say it.
inline bool agreesOnExecutable(llvm::omp::Directive, bool) { return true; }
#endif
#endif
