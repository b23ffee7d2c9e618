// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// TextScan.h - tells from a file's bytes alone where it can speak of OpenMP. It is asked before the file is lexed, so
// it may see more than there is (in comments, say), and never less. What does not live here: what is done there
// (ParseOnce).
#ifndef POMPINST_TEXTSCAN_H
#define POMPINST_TEXTSCAN_H

#include "llvm/ADT/StringRef.h"

#include <vector>

namespace pompinst {

struct OpenMPText {
  // A word that begins with `omp` or `pomp` is at each of these offsets, ascending; those in an #include or on a line
  // that is a comment do not count, nor names of OpenMP's functions but those of locks.
  std::vector<unsigned> Words;
  bool InMacro = false;    // a word is in a #define, so that it can take effect anywhere behind it
  unsigned Directives = 0; // the last #include before the first word ends here; 0: there is none

  bool any() const { return !Words.empty(); }
};

OpenMPText scanForOpenMP(llvm::StringRef Text);

// Is a word of a module's at the begin of a line, as a text in C++20 has it: `import`, `module` or `export`?
bool mayUseModules(llvm::StringRef Text);

// Is a line marker in it, as preprocessed text has them: `# 1 "file"`?
bool hasLineMarkers(llvm::StringRef Text);

} // namespace pompinst
#endif
