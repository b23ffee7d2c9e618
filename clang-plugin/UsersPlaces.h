// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// UsersPlaces.h - messages about rewritten text show the user's text: its lines, with their numbers, as plain Clang
// does.
//
// The places of the rewritten text are told by line and column as the line markers state them. What is shown below, the
// numbers beside it, and what a fix-it replaces are of the text in which the place is. So each message gets the same
// places in a copy of the user's text. What the optimiser says comes later, and knows no such places (LateMessages).
#ifndef POMPINST_USERS_PLACES_H
#define POMPINST_USERS_PLACES_H

#include "Pipeline.h"
#include "rewrite/FileWriter.h"

#include "clang/Basic/Diagnostic.h"
#include "llvm/ADT/DenseMap.h"

#include <memory>
#include <string>
#include <vector>

namespace clang {
class CompilerInstance;
}

namespace pompinst {

// Takes its place before the compiler's own consumer of diagnostics, for good.
class UsersPlaces : public clang::DiagnosticConsumer {
public:
  // nullptr if the compiler's consumer can't be replaced (-verify).
  static UsersPlaces *install(clang::CompilerInstance &CI);

  // To be called before the files are rewritten: their text is the user's still. False: the places in one of them can't
  // be told, as its inclusions have texts of their own.
  bool expect(clang::CompilerInstance &CI, const std::vector<FileText> &Rewritten);

  void BeginSourceFile(const clang::LangOptions &Lang, const clang::Preprocessor *PP) override;
  void EndSourceFile() override;
  void finish() override;
  bool IncludeInDiagnosticCounts() const override;
  void HandleDiagnostic(clang::DiagnosticsEngine::Level Level, const clang::Diagnostic &Info) override;

private:
  struct Users {
    const clang::FileEntry *File; // nullptr: the main file, which is a pipe
    std::string Name, Text;
    std::vector<OffsetPair> Moves;
  };
  struct Copy {
    const Users *Of = nullptr; // nullptr: the file is none of those
    clang::FileID Shown;
    bool HasMarkers = false;
  };

  UsersPlaces(clang::DiagnosticsEngine &Diags);
  const Users *usersOf(clang::SourceManager &SM, clang::FileID File) const;
  Copy &copyOf(clang::SourceManager &SM, clang::FileID File);
  clang::SourceLocation inFile(clang::SourceManager &SM, clang::SourceLocation Loc);
  clang::SourceLocation inMacro(clang::SourceManager &SM, clang::SourceLocation Loc);
  clang::SourceLocation place(clang::SourceManager &SM, clang::SourceLocation Loc);
  clang::CharSourceRange range(clang::SourceManager &SM, clang::CharSourceRange R);

  clang::DiagnosticConsumer *Inner;
  std::unique_ptr<clang::DiagnosticConsumer> Owned; // Inner, if it was the engine's own
  std::unique_ptr<clang::DiagnosticsEngine> Relay;  // says to Inner what has other places
  std::vector<std::unique_ptr<Users>> Files;
  llvm::DenseMap<clang::FileID, Copy> Copies;
  llvm::DenseMap<clang::FileID, clang::SourceLocation> Expansions; // where the same expansion begins
};

} // namespace pompinst
#endif
