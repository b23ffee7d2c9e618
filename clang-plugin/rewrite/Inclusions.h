// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Inclusions.h - files that are included several times.
//
// What lives here: which inclusions of a file there are, one list of changes that serves them all, or else one text
// that holds a version for each. What doesn't: where changes come from (Rewriter).
#ifndef POMPINST_INCLUSIONS_H
#define POMPINST_INCLUSIONS_H

#include "analysis/TokenTable.h"
#include "rewrite/FileWriter.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace pompinst {

// An item is one change of one file's bytes. At one offset, lower ranks come first.
enum Rank { SuffixRank, AfterRank, BeforeRank, ReplaceRank };

struct Item {
  unsigned Begin = 0, End = 0;
  Rank At = BeforeRank;
  int Order = 0;
  size_t Sequence = 0; // counts the edits as they came
  bool Code = false;   // Text is a line of code that needs its markers
  std::string Text;
  unsigned CodeLine = 0;
  unsigned Anchor = 0; // the token that it is anchored to begins here
  size_t Region = 0;
  clang::FileID File;

  bool operator<(const Item &O) const;
  bool same(const Item &O) const;
};

// Knows the inclusions of each file, in the order in which they were entered; the main file's first one is itself.
class InclusionTable {
public:
  explicit InclusionTable(const clang::SourceManager &SM);

  const std::vector<clang::FileID> &of(const clang::FileEntry *File) const;
  // Returns how many times the file of this inclusion had been included before; the main file is not included.
  unsigned ordinal(clang::FileID Inclusion) const;
  // Returns the inclusion with this ordinal, or the invalid ID if there is none.
  clang::FileID included(const clang::FileEntry *File, unsigned Ordinal) const;

private:
  const clang::SourceManager &SM;
  std::map<const clang::FileEntry *, std::vector<clang::FileID>> Files;
  std::map<clang::FileID, unsigned> Ordinals;
};

// Makes one list of changes for all inclusions, in the order of the file: each change is the same in all inclusions, or
// lies in text that the other inclusions skip (#if). Returns false, and does not change the list, if no such list
// exists.
bool mergeInclusions(std::vector<Item> &List, const std::vector<clang::FileID> &Inclusions, const TokenTable &Tokens);

// Returns a text that gives each inclusion its own text, in order, by macros that count the inclusions. Name makes
// these macros unique; Marker makes system code of their lines. Further inclusions get the last text.
RewrittenFile oneOfSeveral(std::vector<RewrittenFile> Texts, const std::string &Name, const std::string &Marker);

} // namespace pompinst
#endif
