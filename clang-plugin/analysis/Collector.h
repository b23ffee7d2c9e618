// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Collector.h - walks the AST once and makes a Region of each OpenMP directive and lock call that was written.
//
// What lives here: facts about what the user wrote. What doesn't: what becomes of it (rules/), and user regions
// (ControlResolver).
#ifndef POMPINST_COLLECTOR_H
#define POMPINST_COLLECTOR_H

#include "analysis/Control.h"
#include "analysis/Region.h"

#include "llvm/ADT/DenseSet.h"

namespace clang {
class ASTContext;
class FunctionDecl;
} // namespace clang

namespace pompinst {

// Control pragmas are in the body of this function; the ControlResolver reads them.
struct FunctionWithControls {
  const clang::FunctionDecl *Function;
  std::string Name;
};

// The function was written with its body. If Lambda is set, it is a lambda's operator(). A variable of ours may not be
// named where default(none) or the like holds.
struct FunctionBody {
  const clang::FunctionDecl *Function;
  std::string Name;
  bool Lambda;
  bool MayNameVariables;
};

struct Collected {
  std::vector<Region> Regions;
  std::vector<FunctionWithControls> Functions;
  std::vector<FunctionBody> Bodies;
  llvm::DenseSet<const clang::FunctionDecl *> Initializers; // those that declare reduction calls for a new value
  std::vector<Complaint> Elsewhere; // what verbose says of directives in precompiled headers and modules
};

Collected collectRegions(clang::ASTContext &Context, const TokenTable &Tokens,
                         const std::vector<ControlPragma> &Controls, const Options &Opts);

} // namespace pompinst
#endif
