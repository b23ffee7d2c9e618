// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Collector.h - walks the AST once and makes a Region of each OpenMP directive and lock call that was written.
//
// What lives here: facts about what the user wrote. What doesn't: what becomes of it (rules/), and user regions
// (ControlResolver).
#ifndef POMPINST_COLLECTOR_H
#define POMPINST_COLLECTOR_H

#include "analysis/Control.h"
#include "analysis/Region.h"

namespace clang {
class ASTContext;
class FunctionDecl;
} // namespace clang

namespace pompinst {

// A function body in which control pragmas stand, for the ControlResolver.
struct FunctionWithControls {
  const clang::FunctionDecl *Function;
  std::string Name;
};

// A function that was written with its body; Lambda: a lambda's operator().
struct FunctionBody {
  const clang::FunctionDecl *Function;
  std::string Name;
  bool Lambda;
};

struct Collected {
  std::vector<Region> Regions;
  std::vector<FunctionWithControls> Functions;
  std::vector<FunctionBody> Bodies;
  std::vector<Complaint> Elsewhere; // verbose: what is said of directives in precompiled headers and modules
};

Collected collectRegions(clang::ASTContext &Context, const TokenTable &Tokens,
                         const std::vector<ControlPragma> &Controls, const Options &Opts);

} // namespace pompinst
#endif
