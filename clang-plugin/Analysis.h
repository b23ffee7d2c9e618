// Analysis.h - the analysis pass: parses the translation unit once, in silence, and says what its text should become.
//
// What lives here: the nested compiler instance. What doesn't: laying the result over the real compile (Plugin).
#ifndef POMPINST_ANALYSIS_H
#define POMPINST_ANALYSIS_H

#include "Options.h"
#include "Rewriter.h"

#include "clang/Basic/FileEntry.h"

#include <string>
#include <vector>

namespace clang {
class CompilerInstance;
}

namespace pompinst {

// A file of the compile: Entry, or the main file.
struct FileOfCompile {
  bool Main = false;
  clang::OptionalFileEntryRef Entry;
};

// Something to tell the user about a place of the original text.
struct Message {
  FileOfCompile File;
  unsigned Offset = 0;
  std::string Text;
};

struct FileText {
  FileOfCompile File;
  std::string Text;
  std::vector<OffsetPair> Moves;
};

struct AnalysisResult {
  bool Parsed = false;          // false: the user's text has errors, or there is nothing to look at
  std::vector<Message> Errors;  // the user's mistakes in our pragmas; if any, Files is empty
  std::vector<Message> Remarks; // what was done with each region
  std::vector<FileText> Files;  // the files whose text changes
};

AnalysisResult analyze(clang::CompilerInstance &Outer, const Options &Opts);

// Does the user's own text compile, warnings as errors and all? For the case that the rewritten text doesn't.
bool originalCompiles(clang::CompilerInstance &Outer);

// What `_POMP` is defined as: the year and month of the interface (paper: yyyymm), as in OPARI.
extern const char PompMacro[];

} // namespace pompinst
#endif
