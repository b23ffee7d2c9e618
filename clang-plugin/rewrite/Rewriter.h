// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rewriter.h - turns edits into the text of the rewritten files.
//
// What lives here: where an edit lands in a file, and how macro expansions are written out. What doesn't: what to write
// (rules/), how a file's text looks then (FileWriter), and handing the text to the compiler (Plugin).
#ifndef POMPINST_REWRITER_H
#define POMPINST_REWRITER_H

#include "rewrite/Edits.h"
#include "rewrite/FileWriter.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace pompinst {

struct RewriteResult {
  std::vector<RewrittenFile> Files;
  // The edits of these regions can't be made, for these reasons. If there are any, Files is empty: drop the regions and
  // try again.
  std::map<size_t, std::string> Refused;
};

// Says where the text of a file goes on that the compiler has begun to read.
struct TextPlace {
  clang::FileID File;
  unsigned Offset = 0;
};

// Returns the text of all files that edits change. Prologue, a whole number of lines, is laid in front of the main file
// if there is any edit; or at From, if the compiler has read the text before. Lineless: inserted code is to belong to
// no line of the user's.
RewriteResult rewrite(const EditList &Edits, const TokenTable &Tokens, const std::string &Prologue,
                      bool Lineless = false, std::optional<TextPlace> From = std::nullopt);

} // namespace pompinst
#endif
