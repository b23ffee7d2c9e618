// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pass.h - what one parse of a translation unit gathers, and the steps from there to the new text.
//
// The order of the steps is decided here. The parse itself lives in Pipeline and ParseOnce, and the steps live in their
// folders (analysis/, rules/, rewrite/).
#ifndef POMPINST_PASS_H
#define POMPINST_PASS_H

#include "Pipeline.h"
#include "analysis/Control.h"
#include "analysis/TokenTable.h"
#include "rewrite/HeaderTexts.h"
#include "rewrite/Inclusions.h"

#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace clang {
class ASTContext;
}

namespace pompinst {

struct Pass {
  const Options &Opts;
  TokenTable Tokens;
  HeaderTexts Included; // is recorded for emit= alone
  std::vector<ControlPragma> Controls;
  std::vector<Complaint> Complaints;
  AnalysisResult Result;
  // These files are parsed in place of the user's: directives in attribute spelling have become pragmas in them.
  std::vector<FileText> Converted;
  bool MayConvert;

  std::optional<TextPlace> From; // the compiler has read the text before this place; nothing: none

  // This closes the namespaces that are open there, and opens them again: what the text declares first is at file
  // scope.
  std::string Closing, Reopening;

  Pass(const Options &Opts, bool MayConvert) : Opts(Opts), MayConvert(MayConvert) {}
  // Does all that comes after the parse; the result is in Result.
  void finish(clang::ASTContext &Context);

private:
  bool convertAttributes(const std::vector<Region> &Regions);
  void rewriteRegions(std::vector<Region> &Regions);
  FileOfCompile fileOf(clang::FileID File) const;
  mutable std::optional<InclusionTable> Inclusions; // made when all is parsed
  bool firstTime(const FileSpan &Span, const std::string &Text);
  void report(const std::vector<Region> &Regions, const std::vector<Complaint> &Elsewhere);
  std::map<std::tuple<const clang::FileEntry *, unsigned, std::string>, clang::FileID>
      Said; // the remarks, and of which inclusion
};

} // namespace pompinst
#endif
