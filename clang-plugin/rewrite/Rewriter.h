// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rewriter.h - turns edits into the text of the rewritten files.
//
// What lives here: where an edit lands in a file, what becomes of macro expansions. What doesn't: what to write
// (rules/), how a file's text looks then (FileWriter), and handing the text to the compiler (Plugin).
#ifndef POMPINST_REWRITER_H
#define POMPINST_REWRITER_H

#include "rewrite/Edits.h"
#include "rewrite/FileWriter.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace pompinst {

struct RewriteResult {
  std::vector<RewrittenFile> Files;
  // Regions whose edits can't be made, and why. If there are any, Files is empty: drop them and try again.
  std::map<size_t, std::string> Refused;
};

// Prologue is laid in front of the main file, if there is any edit. It is a whole number of lines.
RewriteResult rewrite(const EditList &Edits, const TokenTable &Tokens, const std::string &Prologue);

} // namespace pompinst
#endif
