// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pipeline.h - the way of a translation unit through the plugin: it is parsed once, in silence; regions are found in
// it, rules make edits for them, and the edits become text.
//
// What lives here: the nested compiler instance, and the order of the steps. What doesn't: the steps (analysis/,
// rules/, rewrite/), and laying the text over the real compile (Plugin).
#ifndef POMPINST_PIPELINE_H
#define POMPINST_PIPELINE_H

#include "Options.h"
#include "rewrite/Descriptors.h"
#include "rewrite/Rewriter.h"

#include "clang/Basic/FileEntry.h"

#include <optional>
#include <string>
#include <vector>

namespace clang {
class CompilerInstance;
class CompilerInvocation;
} // namespace clang

namespace pompinst {

// Names a file of the compile: Entry, or the main file.
struct FileOfCompile {
  bool Main = false;
  clang::OptionalFileEntryRef Entry;
  unsigned Inclusion = 0; // how many times it had been included before
};

// A message is about a place of the original text.
struct Message {
  FileOfCompile File;
  unsigned Offset = 0;
  std::string Text;
};

// Describes a construct that was instrumented: its place, with the directive as text, and its lines as the user knows
// them.
struct InstrumentedRegion {
  Message Directive;
  std::string File;
  unsigned FirstLine, LastLine;
};

struct FileText {
  FileOfCompile File;
  std::string Text;
  std::vector<OffsetPair> Moves;
  std::vector<std::vector<OffsetPair>> ByInclusion =
      {}; // one list for each inclusion, if they differ, the main file's first
};

struct AnalysisResult {
  bool Parsed = false;          // false: the user's text has errors, or there is nothing to look at
  std::vector<Message> Errors;  // the user's mistakes in our pragmas; if any, Files is empty
  std::vector<Message> Remarks; // what was done with each region
  std::vector<InstrumentedRegion> Instrumented;
  std::vector<FileText> Files;        // the files whose text changes
  std::vector<Descriptor> Table;      // what the table of descriptors is filled with; none: the text has it
  std::optional<std::string> Emitted; // for emit=: the main file's text, with that of rewritten headers; if parsed
};

AnalysisResult analyze(clang::CompilerInstance &Outer, const Options &Opts);

// The compiler has read the main file up to an offset, or all that is before a header.
struct AnalysisStart {
  std::optional<unsigned> Offset;
  clang::OptionalFileEntryRef Entering;
  std::vector<clang::FileEntryRef> Open; // have been read in part: the main file, and headers in which it may be
};

// Does the same where the compiler is in the midst of its own parse: the text before that place stays. Nothing: what
// was read there would have to be rewritten, too.
std::optional<AnalysisResult> analyzeFrom(clang::CompilerInstance &Outer, const Options &Opts,
                                          const AnalysisStart &Start);

// Can this compile read modules, or make some on its way? -std=c++20 alone, which brings the words for them, gives it
// none.
bool readsModules(const clang::CompilerInvocation &Invocation);

// Returns the main file's text if it comes from a pipe, which can be read but once; otherwise nothing.
std::vector<FileText> textOfPipe(clang::CompilerInstance &Outer);

// Does the user's own text compile, warnings as errors and all? That is asked if the rewritten text doesn't. PipeText
// is what textOfPipe() gave before the rewritten text took its place.
bool originalCompiles(clang::CompilerInstance &Outer, const std::vector<FileText> &PipeText);

} // namespace pompinst
#endif
