// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Notes.cpp - finds the functions to look at, and puts the notes in order. What does not live here: the notes
// (FunctionNotes), and their way into the descriptors (NoteTable).
#include "notes/Notes.h"

#include "notes/Calls.h"
#include "notes/FunctionNotes.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/TimeProfiler.h"

#include <tuple>

using namespace clang;

namespace pompinst {

const NoteRow &noteRow(NoteKind Kind) {
  static const NoteRow Rows[] = {
#define POMP_NOTE(Kind, Word, Before, After, Cure) {Word, Before, After, Cure},
#include "pomp_notes.def"
#undef POMP_NOTE
  };
  return Rows[unsigned(Kind)];
}

std::string noteText(const Note &N) {
  const NoteRow &Row = noteRow(N.Kind);
  return Row.Before + N.What + Row.After + "; " + Row.Cure;
}

namespace {

class NoteFinder {
public:
  explicit NoteFinder(ASTContext &Context) : Context(Context), SM(Context.getSourceManager()), Called(Context) {}

  void visitContext(const DeclContext &In) {
    for (const Decl *D : In.noload_decls())
      visit(D);
  }
  std::vector<Note> finish();

private:
  void visit(const Decl *D);

  ASTContext &Context;
  const SourceManager &SM;
  CalledFunctions Called;
  std::vector<Note> Notes;
  std::vector<SourceLocation> UnnamedCriticals;
};

// A template is looked at once, as its pattern: the notes hold for each instance.
void NoteFinder::visit(const Decl *D) {
  if (D->isFromASTFile() || D->isImplicit())
    return;
  const bool AtFileScope = D->getDeclContext()->isTranslationUnit();
  if (AtFileScope && D->getLocation().isValid() && SM.isInSystemHeader(SM.getExpansionLoc(D->getLocation())))
    return;
  if (const auto *Template = dyn_cast<RedeclarableTemplateDecl>(D))
    D = Template->getTemplatedDecl();
  if (const auto *Function = dyn_cast_or_null<FunctionDecl>(D)) {
    if (Function->doesThisDeclarationHaveABody() && Function->getBody())
      noteFunction(*Function, Context, Called, Notes, UnnamedCriticals);
  } else if (isa_and_nonnull<NamespaceDecl, LinkageSpecDecl, CXXRecordDecl>(D)) {
    visitContext(*cast<DeclContext>(D));
  }
}

std::vector<Note> NoteFinder::finish() {
  auto Before = [&](SourceLocation A, SourceLocation B) { return SM.isBeforeInTranslationUnit(A, B); };
  auto Line = [&](SourceLocation Loc) { return SM.getPresumedLoc(SM.getExpansionLoc(Loc)).getLine(); };
  llvm::sort(UnnamedCriticals, Before);
  // A macro with one may be used in several places; then it is one critical for who reads the line.
  auto Same = [&](SourceLocation A, SourceLocation B) { return Line(A) == Line(B); };
  UnnamedCriticals.erase(std::unique(UnnamedCriticals.begin(), UnnamedCriticals.end(), Same), UnnamedCriticals.end());
  if (UnnamedCriticals.size() > 1)
    for (SourceLocation Loc : UnnamedCriticals) {
      SourceLocation Other = UnnamedCriticals[Loc == UnnamedCriticals[0] ? 1 : 0];
      StringRef File = llvm::sys::path::filename(SM.getPresumedLoc(SM.getExpansionLoc(Other)).getFilename());
      Notes.push_back({NoteKind::UnnamedCritical, Loc, (File + ":" + llvm::Twine(Line(Other))).str()});
    }
  llvm::sort(Notes, [&](const Note &A, const Note &B) {
    return A.Where == B.Where ? std::tie(A.Kind, A.What) < std::tie(B.Kind, B.What) : Before(A.Where, B.Where);
  });
  // The same is said of a line once.
  auto Again = [&](const Note &A, const Note &B) {
    return A.Kind == B.Kind && A.What == B.What && Line(A.Where) == Line(B.Where);
  };
  Notes.erase(std::unique(Notes.begin(), Notes.end(), Again), Notes.end());
  return std::move(Notes);
}

} // namespace

std::vector<Note> findNotes(ASTContext &Context) {
  llvm::TimeTraceScope Timed("pompinst notes", StringRef(""));
  NoteFinder Finder(Context);
  Finder.visitContext(*Context.getTranslationUnitDecl());
  return Finder.finish();
}

} // namespace pompinst
