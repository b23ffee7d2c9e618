// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Edits.h - the changes that rules produce, each anchored to a token, as plain data. What does not live here: turning
// them into text (Rewriter).
#ifndef POMPINST_EDITS_H
#define POMPINST_EDITS_H

#include "analysis/Region.h"

#include <string>
#include <vector>

namespace pompinst {

// A half is a directive made of parts of another: the first or the second half of a combined construct.
struct DirectiveHalf {
  std::vector<TokenRange> Keep;                             // the tokens it takes over, in order
  std::vector<std::pair<TokenRange, std::string>> Replaced; // stretches of those that are written differently
  std::string Suffix;                                       // clauses added at the end, each with a space before it

  // Returns the text that is instead of the token: nullptr if it stays, "" behind the first one of a stretch.
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
    Code,      // Text, a line of code of its own, before or after a token
    Suffix,    // Text at the end of the directive that begins at Token
    Replace,   // Text instead of the tokens Token … Last
    Directive, // Outer instead of the directive Token … Last (its annotations)
    Split,     // Outer, Text (a line of code), Inner instead of the directive Token … Last (its annotations)
    Pragmas,   // a pragma for each of Directives instead of the tokens Token … Last
  };
  Kind What = Kind::Code;
  TokenIndex Token = NoToken;
  TokenIndex Last = NoToken;
  bool After = false; // Code: behind the token
  // At one place, the lower order comes first. Openings are in the order outer, inner; closings in the order inner,
  // outer.
  int Order = 0;
  std::string Text;
  DirectiveHalf Outer, Inner;
  std::vector<TokenRange> Directives; // their words, without `omp`
  size_t Region = 0;                  // the region that the edit is for
};

using EditList = std::vector<Edit>;

} // namespace pompinst
#endif
