// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// NoteTable.cpp - gives notes to the descriptors of the constructs that they are in, and each the sum of its file, when
// all of a file is parsed, and code is yet to be made of its tables. What does not live here: the descriptors' other
// values (Prologue).
#include "notes/Notes.h"

#include "Compatibility.h"
#include "rewrite/Descriptors.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SHA256.h"
#include "llvm/Support/VirtualFileSystem.h"

#include <map>

using namespace clang;

namespace pompinst {
namespace {

// These are as many as somebody reads.
constexpr size_t MostNotes = 8;

// A descriptor, as far as places are about it.
struct Described {
  VarDecl *Table;
  InitListExpr *Row;
  StringRef File;
  long First, Last;
  bool IsDirective; // its clauses are known
};

// Where fields are in a descriptor.
struct FieldNumbers {
  unsigned File = 0, First = 0, Last = 0, Clauses = 0, Notes = 0, Source = 0;

  explicit FieldNumbers(const RecordDecl &Record) {
    const std::pair<StringRef, unsigned *> Wanted[] = {{"file_name", &File}, {"begin_line1", &First},
                                                       {"end_lineN", &Last}, {"clauses", &Clauses},
                                                       {"notes", &Notes},    {"source", &Source}};
    for (const FieldDecl *Field : Record.fields())
      for (auto [Name, Number] : Wanted)
        if (Field->getName().ends_with(Name))
          *Number = Field->getFieldIndex();
  }
};

const StringLiteral *textIn(const InitListExpr &Row, unsigned Field) {
  return Field < Row.getNumInits() ? dyn_cast<StringLiteral>(Row.getInit(Field)->IgnoreParenImpCasts()) : nullptr;
}

long numberIn(const InitListExpr &Row, unsigned Field) {
  const auto *Number =
      Field < Row.getNumInits() ? dyn_cast<IntegerLiteral>(Row.getInit(Field)->IgnoreParenImpCasts()) : nullptr;
  return Number ? long(Number->getValue().getZExtValue()) : 0;
}

void addRows(VarDecl *Table, std::vector<Described> &To) {
  auto *List = dyn_cast_or_null<InitListExpr>(Table->getInit());
  if (List && List->isSyntacticForm() && List->getSemanticForm())
    List = List->getSemanticForm();
  const ArrayType *Type = Table->getASTContext().getAsArrayType(Table->getType());
  const RecordDecl *Record = Type ? Type->getElementType()->getAsRecordDecl() : nullptr;
  if (!List || !Record)
    return;
  const FieldNumbers At(*Record);
  for (Expr *Init : List->inits()) {
    auto *Row = dyn_cast<InitListExpr>(Init);
    const StringLiteral *File = Row ? textIn(*Row, At.File) : nullptr;
    if (File && At.Notes && At.Source)
      To.push_back({Table, Row, File->getString(), numberIn(*Row, At.First), numberIn(*Row, At.Last),
                    textIn(*Row, At.Clauses) != nullptr});
  }
}

const Described *innermost(const std::vector<Described> &All, StringRef File, long Line) {
  const Described *Best = nullptr;
  for (const Described &D : All)
    if (D.IsDirective && D.First <= Line && Line <= D.Last && D.File == File &&
        (!Best || D.Last - D.First < Best->Last - Best->First))
      Best = &D;
  return Best;
}

void setText(ASTContext &Context, const Described &D, unsigned FieldNumbers::*Where, StringRef Text) {
  const RecordDecl &Record = *D.Row->getType()->getAsRecordDecl();
  const unsigned At = FieldNumbers(Record).*Where;
  for (const FieldDecl *Field : Record.fields())
    if (Field->getFieldIndex() >= D.Row->getNumInits())
      D.Row->updateInit(Context, Field->getFieldIndex(), new (Context) ImplicitValueInitExpr(Field->getType()));
  QualType Array = Context.getStringLiteralArrayType(Context.CharTy, unsigned(Text.size()));
  Expr *Literal = StringLiteral::Create(Context, Text, compat::OrdinaryString, false, Array, D.Table->getLocation());
  QualType Type = std::next(Record.field_begin(), At)->getType();
  Expr *Pointer = ImplicitCastExpr::Create(Context, Context.getArrayDecayedType(Array), CK_ArrayToPointerDecay, Literal,
                                           nullptr, VK_PRValue, FPOptionsOverride());
  if (!Context.hasSameType(Pointer->getType(), Type))
    Pointer = ImplicitCastExpr::Create(Context, Type, CK_NoOp, Pointer, nullptr, VK_PRValue, FPOptionsOverride());
  D.Row->setInit(At, Pointer);
}

// Reads the file as it is on the disk, since what was parsed is our text. The name may be one that the user maps, or
// one of a #line; "" if there is no such file here.
std::string sumOf(const SourceManager &SM, const LangOptions &Language, StringRef Name) {
  llvm::vfs::FileSystem &Files = SM.getFileManager().getVirtualFileSystem();
  std::vector<std::string> Names = {Name.str()};
  for (const auto &[From, To] : Language.MacroPrefixMap)
    if (Name.starts_with(To))
      Names.push_back(From + Name.drop_front(To.size()).str());
  for (const std::string &At : Names) {
    auto Status = Files.status(At);
    if (!Status || !Status->isRegularFile())
      continue;
    if (auto Text = Files.getBufferForFile(At, -1, false))
      return llvm::toHex(llvm::SHA256::hash(llvm::arrayRefFromStringRef((*Text)->getBuffer())), true).substr(0, 16);
  }
  return "";
}

} // namespace

void describe(ASTContext &Context, const std::vector<Note> &Notes) {
  std::vector<Described> All;
  for (Decl *D : Context.getTranslationUnitDecl()->noload_decls())
    if (auto *Table = dyn_cast<VarDecl>(D);
        Table && Table->getIdentifier() && Table->getName().starts_with(tableName(0)))
      addRows(Table, All);
  std::map<const Described *, std::pair<std::string, size_t>> Texts;
  const SourceManager &SM = Context.getSourceManager();
  for (const Note &N : Notes) {
    // Waiting in critical constructs is measured, and other units may have unnamed critical constructs, too.
    if (N.Kind == NoteKind::UnnamedCritical)
      continue;
    PresumedLoc Place = SM.getPresumedLoc(SM.getExpansionLoc(N.Where));
    const Described *D = Place.isValid() ? innermost(All, Place.getFilename(), Place.getLine()) : nullptr;
    if (!D)
      continue;
    auto &[Text, Count] = Texts[D];
    if (++Count <= MostNotes)
      Text +=
          (Text.empty() ? "" : "; ") + (noteRow(N.Kind).Word + (" " + std::to_string(Place.getLine()) + " ")) + N.What;
  }
  for (const auto &[D, Text] : Texts)
    setText(Context, *D, &FieldNumbers::Notes, Text.first);
  std::map<StringRef, std::string> Sums;
  for (const Described &D : All) {
    auto [It, New] = Sums.try_emplace(D.File);
    if (New)
      It->second = sumOf(SM, Context.getLangOpts(), D.File);
    if (!It->second.empty())
      setText(Context, D, &FieldNumbers::Source, It->second);
  }
  // Clang forgets the results that it has computed from the old values.
  for (const Described &D : All)
    D.Table->setInit(D.Table->getInit());
}

} // namespace pompinst
