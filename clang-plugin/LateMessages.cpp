// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LateMessages.cpp - gives files their users' texts again, and comes before the compiler's consumer of diagnostics.
#include "LateMessages.h"

#include "Compatibility.h"

#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendDiagnostic.h"
#include "llvm/Support/MemoryBuffer.h"

#include <memory>
#include <utility>

using namespace clang;

namespace pompinst {
namespace {

// Says that a profile is of other functions than those that are compiled. Instrumented ones have more calls.
bool saysProfileIsOther(const Diagnostic &Info) {
  if (Info.getID() == diag::warn_profile_data_out_of_date)
    return true;
  SmallString<256> Text;
  if (Info.getID() == diag::warn_fe_backend_plugin)
    Info.FormatDiagnostic(Text);
  return Text.str().contains("mismatch");
}

// Passes everything on but remarks about what is in no file of the user's, and the notes that say so. Where a profile
// does not fit, says how to make one that does.
class UsersRemarks : public DiagnosticConsumer {
public:
  explicit UsersRemarks(DiagnosticsEngine &Diags) : Diags(Diags), Inner(Diags.getClient()), Owned(Diags.takeClient()) {
    NumWarnings = Inner->getNumWarnings(); // Clang prints the sums that its consumer has at the end
    NumErrors = Inner->getNumErrors();
  }
  void BeginSourceFile(const LangOptions &Lang, const Preprocessor *PP) override { Inner->BeginSourceFile(Lang, PP); }
  void EndSourceFile() override {
    if (std::exchange(ProfileIsOther, false))
      Diags.Report(Diags.getCustomDiagID(DiagnosticsEngine::Note, "pompinst: %0"))
          << "instrumented functions have more calls in them than those of this profile; make it with the plugin as "
             "well, by pomp-clang -fprofile-generate";
    Inner->EndSourceFile();
  }
  void finish() override { Inner->finish(); }
  bool IncludeInDiagnosticCounts() const override { return Inner->IncludeInDiagnosticCounts(); }
  void HandleDiagnostic(DiagnosticsEngine::Level Level, const Diagnostic &Info) override {
    ProfileIsOther |= Level >= DiagnosticsEngine::Warning && saysProfileIsOther(Info);
    bool MayBeOurs = Level == DiagnosticsEngine::Remark || Info.getID() == diag::note_fe_backend_invalid_loc;
    if (MayBeOurs && Info.hasSourceManager() && isOurs(Info.getSourceManager().getPresumedLoc(Info.getLocation())))
      return;
    DiagnosticConsumer::HandleDiagnostic(Level, Info); // counts
    Inner->HandleDiagnostic(Level, Info);
  }

private:
  static bool isOurs(PresumedLoc At) { return At.isValid() && StringRef(At.getFilename()) == "<pompinst>"; }

  DiagnosticsEngine &Diags;
  bool ProfileIsOther = false;
  DiagnosticConsumer *Inner;
  std::unique_ptr<DiagnosticConsumer> Owned; // Inner, if it was the engine's own
};

// Returns the record of a file's text, in which Clang looks whose text it is.
SrcMgr::ContentCache &contentOf(SourceManager &SM, FileID File) {
  return const_cast<SrcMgr::ContentCache &>(SM.getSLocEntry(File).getFile().getContentCache());
}

// Makes the user's text the one that is found by the file: the main file's is asked first, and of a header's texts the
// one that says first that it is the file's. What was compiled keeps its places, which the markers name.
void show(SourceManager &SM, const UsersText &Users) {
  FileID Compiled = SM.translateFile(&Users.File.getFileEntry());
  if (Compiled.isInvalid())
    return;
  FileID Shown =
      SM.createFileID(llvm::MemoryBuffer::getMemBufferCopy(Users.Text, Users.File.getName()),
                      SM.getSLocEntry(Compiled).getFile().getFileCharacteristic(), 0, 0, SM.getIncludeLoc(Compiled));
  contentOf(SM, Shown).OrigEntry = contentOf(SM, Compiled).OrigEntry;
  if (Compiled == SM.getMainFileID())
    SM.setMainFileID(Shown);
  else
    contentOf(SM, Compiled).OrigEntry = std::nullopt;
}

} // namespace

std::vector<UsersText> usersTexts(CompilerInstance &CI, const std::vector<FileText> &Rewritten) {
  std::vector<UsersText> Texts;
  const CodeGenOptions &CodeGen = CI.getCodeGenOpts();
  if (int(CodeGen.getDebugInfo()) == 0 && !CodeGen.OptimizationRemark.hasValidPattern() &&
      !CodeGen.OptimizationRemarkMissed.hasValidPattern() && !CodeGen.OptimizationRemarkAnalysis.hasValidPattern() &&
      CodeGen.OptRecordFile.empty())
    return Texts;
  SourceManager &SM = CI.getSourceManager();
  for (const FileText &File : Rewritten) {
    OptionalFileEntryRef Entry = File.File.Main ? SM.getFileEntryRefForID(SM.getMainFileID()) : File.File.Entry;
    auto Text = Entry ? compat::bufferOf(SM, *Entry) : std::nullopt;
    if (Text)
      Texts.push_back({*Entry, Text->getBuffer().str()});
  }
  return Texts;
}

void showUsersTexts(CompilerInstance &CI, const std::vector<UsersText> &Texts) {
  DiagnosticsEngine &Diags = CI.getDiagnostics();
  // Coverage names the files of what was compiled, and -verify compares the places of messages in them.
  const CodeGenOptions &CodeGen = CI.getCodeGenOpts();
  if (CI.getDiagnosticOpts().VerifyDiagnostics || CodeGen.CoverageMapping || !CodeGen.CoverageNotesFile.empty())
    return;
  for (const UsersText &Users : Texts)
    show(CI.getSourceManager(), Users);
  Diags.setClient(new UsersRemarks(Diags), /*ShouldOwnClient=*/true);
}

} // namespace pompinst
