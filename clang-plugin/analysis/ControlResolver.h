// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// ControlResolver.h - makes regions of control pragmas: it matches begin with end, and finds the ways out of a user
// region. What does not live here: reading the pragmas (Control), and the code that they become (rules/UserRegion.cpp).
//
// The rule is that begin(name) and end(name) are between statements of the same block; altend(name) marks an earlier
// end anywhere inside. Every other way out of the region either closes it (guard) or is an error.
#ifndef POMPINST_CONTROLRESOLVER_H
#define POMPINST_CONTROLRESOLVER_H

#include "analysis/Collector.h"

namespace pompinst {

struct ResolvedControls {
  std::vector<Region> Regions;
  std::vector<Complaint> Complaints;
};

ResolvedControls resolveControls(clang::ASTContext &Context, const TokenTable &Tokens,
                                 const std::vector<ControlPragma> &Controls,
                                 const std::vector<FunctionWithControls> &Functions);

// Knows the stretches between noinstrument and instrument, or the end of the file.
class NoInstrumentRanges {
public:
  NoInstrumentRanges(const TokenTable &Tokens, const std::vector<ControlPragma> &Controls);
  bool contains(const Region &R) const;

private:
  // The ends are points, not tokens, because several pragmas may come before the same token.
  struct Stretch {
    ControlPoint Begin, End;
    clang::FileID File;
  };
  const TokenTable &Tokens;
  std::vector<Stretch> Stretches;
};

} // namespace pompinst
#endif
