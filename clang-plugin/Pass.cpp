// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pass.cpp - conducts the steps from a parse to the new text. What does not live here: any of these steps, nor the
// parse.
#include "Pass.h"

#include "analysis/Collector.h"
#include "analysis/ControlResolver.h"
#include "analysis/Functions.h"
#include "analysis/Interface.h"
#include "analysis/SymbolClash.h"
#include "rewrite/DescriptorNumbers.h"
#include "rewrite/Emitter.h"
#include "rewrite/OwnMacros.h"
#include "rewrite/Prologue.h"
#include "rules/Attributes.h"
#include "rules/Rule.h"

#include "clang/AST/ASTContext.h"

#include <algorithm>

using namespace clang;

namespace pompinst {

FileOfCompile Pass::fileOf(FileID File) const {
  const SourceManager &SM = Tokens.sourceManager();
  if (!Inclusions)
    Inclusions.emplace(SM);
  return {File == SM.getMainFileID(), SM.getFileEntryRefForID(File), Inclusions->ordinal(File)};
}

// A file that is included several times gives the same messages again; only the first counts.
bool Pass::firstTime(const FileSpan &Span, const std::string &Text) {
  const FileEntry *Entry = Tokens.sourceManager().getFileEntryForID(Span.File);
  return !Entry || Said.try_emplace({Entry, Span.Begin, Text}, Span.File).first->second == Span.File;
}

void Pass::report(const std::vector<Region> &Regions, const std::vector<Complaint> &Elsewhere) {
  std::vector<std::pair<FileSpan, std::string>> Remarks;
  for (const Complaint &C : Elsewhere)
    if (firstTime(C.Where, C.Text))
      Remarks.emplace_back(C.Where, C.Text);
  for (const Region &R : Regions) {
    bool IsControl = R.ControlText.End != 0;
    if (!IsControl && R.Pragma.First >= Tokens.size())
      continue;
    FileSpan Span = IsControl ? R.ControlText : Tokens.span(R.Pragma.First);
    std::string Text = "'" + R.Directive + (R.SubName.empty() ? "" : "(" + R.SubName + ")") + "' ";
    Text += !R.instrumented() ? "left alone: " + R.LeftAlone
            : R.Whole.empty() ? "instrumented"
                              : "instrumented from outside only, as it can't be split in two: " + R.Whole;
    if (firstTime(Span, Text))
      Remarks.emplace_back(Span, Text);
    if (R.instrumented())
      Result.Instrumented.push_back(
          {{fileOf(Span.File), Span.Begin, R.Directive}, R.FileName, R.BeginLine1, R.EndLineN});
  }
  std::sort(Remarks.begin(), Remarks.end(), [](const auto &A, const auto &B) {
    return std::tie(A.first.File, A.first.Begin, A.second) < std::tie(B.first.File, B.first.Begin, B.second);
  });
  for (auto &[Where, Text] : Remarks)
    Result.Remarks.push_back({fileOf(Where.File), Where.Begin, std::move(Text)});
}

void Pass::finish(ASTContext &Context) {
  Result.Parsed = true;
  Collected Found = collectRegions(Context, Tokens, Controls, Opts);
  ResolvedControls Resolved = resolveControls(Context, Tokens, Controls, Found.Functions);
  Complaints.insert(Complaints.end(), Resolved.Complaints.begin(), Resolved.Complaints.end());
  llvm::sort(Complaints, [](const Complaint &A, const Complaint &B) {
    return std::tie(A.Where.File, A.Where.Begin) < std::tie(B.Where.File, B.Where.Begin);
  });
  if (!Opts.LeaveAll.empty())
    Complaints.clear();
  for (const Complaint &C : Complaints)
    Result.Errors.push_back({fileOf(C.Where.File), C.Where.Begin, C.Text});
  if (!Result.Errors.empty() || (MayConvert && convertAttributes(Found.Regions)))
    return;

  std::vector<Region> Functions = functionRegions(Context, Tokens, Found, Opts);
  std::vector<Region> Regions = std::move(Found.Regions);
  Regions.insert(Regions.end(), Resolved.Regions.begin(), Resolved.Regions.end());
  leaveResolversAlone(Context, Tokens, Found, Regions);
  Regions.insert(Regions.end(), Functions.begin(), Functions.end());
  NoInstrumentRanges NoInstrument(Tokens, Controls);
  bool ModuleUnit = Tokens.size() > 1 && (Tokens.spelling(0) == "module" || Tokens.spelling(0, 1) == "export module");
  std::string Clash = Opts.Api == Interface::Pomp ? clashingSymbol(Context) : "";
  for (Region &R : Regions) {
    if (R.instrumented() && !Opts.LeaveAll.empty())
      R.LeftAlone = Opts.LeaveAll;
    if (R.instrumented() && !Clash.empty())
      R.LeftAlone = "the file has a " + Clash + " of its own, which an inserted call would call";
    if (R.instrumented() && ModuleUnit)
      R.LeftAlone = "it is in a module unit, before whose first line nothing may come";
    if (R.instrumented() && NoInstrument.contains(R))
      R.LeftAlone = "it comes after a noinstrument pragma";
    if (R.instrumented() && Opts.skips(R.FileName, R.BeginLine1))
      R.LeftAlone = "skip= names its place";
    if (R.instrumented() && disabled(R, Opts))
      R.LeftAlone = "its construct is switched off by disable=";
    if (R.instrumented())
      R.LeftAlone = whyNoEvents(Opts.Api, R);
    // POMP2 can't ask OMPT about a barrier that stays, and has events around one that is added.
    R.ForbidsNowait |= R.HasLastprivate && Opts.Api == Interface::Pomp;
    R.MeasuredWhole = measuresWhole(R, Opts);
    R.Measured = measuredBarrier(R, Opts);
    if (!measuresSections(R, Opts))
      R.Sections.clear();
  }
  rewriteRegions(Regions);
  report(Regions, Found.Elsewhere);
}

// Makes pragmas of directives in attribute spelling. Returns true if there was any.
bool Pass::convertAttributes(const std::vector<Region> &Regions) {
  EditList Edits = pragmasForAttributes(Regions, Tokens);
  while (!Edits.empty()) {
    RewriteResult Rewritten = rewrite(Edits, Tokens, "");
    for (RewrittenFile &File : Rewritten.Files)
      Converted.push_back(
          {fileOf(File.File), std::move(File.Text), std::move(File.Moves), std::move(File.ByInclusion)});
    if (Rewritten.Refused.empty())
      break;
    llvm::erase_if(Edits, [&](const Edit &E) { return Rewritten.Refused.count(E.Region) != 0; });
  }
  return !Converted.empty();
}

// Each round may find regions whose edits can't be made; without them, the others can.
void Pass::rewriteRegions(std::vector<Region> &Regions) {
  while (true) {
    settleFunctions(Regions);
    std::vector<const Region *> Table = numberDescriptors(Regions, Opts.Api, Tokens);
    std::set<std::string> Extensions;
    EditList Edits = applyRules(Regions, Opts, Tokens, Extensions);
    bool Apart = From && Opts.Api == Interface::Pomp;
    std::string Prologue = makePrologue(Table, Regions, Edits, Opts, Extensions, Tokens, Apart);
    if (Opts.NoMacros)
      expandOwnMacros(Prologue, Edits);
    RewriteResult Rewritten = rewrite(Edits, Tokens, Closing + Prologue + Reopening, Opts.CountsLines, From);
    for (const auto &[Index, Why] : Rewritten.Refused)
      Regions[Index].LeftAlone = Why;
    if (!Rewritten.Refused.empty())
      continue;
    if (Apart && !Rewritten.Files.empty())
      Result.Table = descriptors(Table);
    if (!Opts.EmitFile.empty())
      Result.Emitted = emittedText(Rewritten.Files, Included, Tokens.sourceManager());
    for (RewrittenFile &File : Rewritten.Files)
      Result.Files.push_back(
          {fileOf(File.File), std::move(File.Text), std::move(File.Moves), std::move(File.ByInclusion)});
    return;
  }
}

} // namespace pompinst
