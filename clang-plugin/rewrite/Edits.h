// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Edits.h - what the rules produce: changes anchored to tokens. Pure data; Rewriter.cpp turns it into text.
#ifndef POMPINST_EDITS_H
#define POMPINST_EDITS_H

#include "analysis/Region.h"

#include <string>
#include <vector>

namespace pompinst {

// One directive made of parts of another: the first half or the second half of a combined construct.
struct DirectiveHalf {
  std::vector<TokenRange> Keep;                             // the tokens it takes over, in order
  std::vector<std::pair<TokenRange, std::string>> Replaced; // stretches of those that are written differently
  std::string Suffix;                                       // clauses added at the end, each with a space before it

  // What stands instead of the token: nullptr if it stays, "" but for a stretch's first one.
  const std::string *replacement(TokenIndex I) const {
    static const std::string Nothing;
    for (const auto &[Range, Text] : Replaced)
      if (Range.contains(I))
        return I == Range.First ? &Text : &Nothing;
    return nullptr;
  }
};

struct Edit {
  enum class Kind {
    Code,    // Text, a line of code of its own, before or after a token
    Suffix,  // Text at the end of the directive that begins at Token
    Replace, // Text instead of the tokens Token … Last
    Split,   // Outer, Text (a line of code), Inner instead of the directive Token … Last (its annotations)
    Pragmas, // a pragma for each of Directives instead of the tokens Token … Last
  };
  Kind What = Kind::Code;
  TokenIndex Token = NoToken;
  TokenIndex Last = NoToken;
  bool After = false; // Code: behind the token
  // Who comes first at one place. Openings: outer before inner, so ascending; closings: inner before outer.
  int Order = 0;
  std::string Text;
  DirectiveHalf Outer, Inner;
  std::vector<TokenRange> Directives; // their words, without `omp`
  size_t Region = 0;                  // whose edit it is
};

using EditList = std::vector<Edit>;

} // namespace pompinst
#endif
