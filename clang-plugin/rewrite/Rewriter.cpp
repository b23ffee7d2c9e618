// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rewriter.cpp - turns edits into the text of the rewritten files.
//
// An edit inside a macro expansion has no place in the file: the whole outermost expansion is written out instead. What
// does not live here: how a file's text looks then (FileWriter).
#include "rewrite/Rewriter.h"

#include "rewrite/DirectiveText.h"
#include "rewrite/Inclusions.h"
#include "rewrite/MacroShield.h"

#include "llvm/ADT/StringRef.h"

#include <algorithm>
#include <tuple>

using namespace clang;

namespace pompinst {
namespace {

class FileRewriter {
public:
  FileRewriter(const EditList &Edits, const TokenTable &Tokens, const std::string &Prologue, bool Lineless,
               std::optional<TextPlace> From)
      : Edits(Edits), Tokens(Tokens), SM(Tokens.sourceManager()), Prologue(Prologue), From(From), Markers(SM, Lineless),
        Files(SM) {}

  RewriteResult run();

private:
  using FileKey = std::pair<const FileEntry *, FileID>; // the entry, or the main file's ID if it has none

  void findSpelledGroups();
  bool touchesInside(const Edit &E) const;
  // A macro expansion is to be written out. If WhyNot says why it can't be, its edits are refused.
  struct Group {
    TokenIndex Last;
    std::string WhyNot;
  };

  void checkGroup(TokenIndex First, TokenIndex Last, std::string &Why) const;
  const Group *spelledGroup(TokenIndex I) const;
  const std::vector<const Edit *> &editsAt(TokenIndex I) const;
  void placeEdits();
  void placeInFile(const Edit &E);
  void spellGroups();
  std::string spellGroup(TokenIndex First, TokenIndex Last) const;
  std::set<std::string> reexpanding(TokenIndex First, TokenIndex Last) const;
  std::string spellPragma(TokenIndex Begin, TokenIndex End) const;
  // Clang spares macros some warnings. Text that is written out is no macro any more, so it must be spared all
  // warnings. But without a prologue the text will be analysed again, and system headers are passed over then.
  std::string systemMarker(FileSpan Span) const { return Markers.marker(Span.File, Span.Begin, 0, !Prologue.empty()); }
  std::string spellReplacement(const Edit &E, const std::string &System) const;
  bool placeable(FileID File, std::string &Why);
  void assembleFile(FileKey Key, std::vector<Item> &List);
  RewrittenFile assemble(FileID File, const std::vector<Item> &List, bool OneOfSeveral = false) const;
  RewrittenFile assembleEach(const std::vector<FileID> &Inclusions, const std::vector<Item> &List) const;

  llvm::StringRef text(FileID File) const { return SM.getBufferData(File); }
  FileKey key(FileID File) const;
  void refuse(size_t Region, const std::string &Why) { Result.Refused.emplace(Region, Why); }
  void addItem(Item I, const Edit &E);

  const EditList &Edits;
  const TokenTable &Tokens;
  const SourceManager &SM;
  const std::string &Prologue;
  const std::optional<TextPlace> From;
  LineMarkers Markers;
  InclusionTable Files;
  std::map<TokenIndex, std::vector<const Edit *>> ByToken; // edits inside groups that are written out
  std::map<TokenIndex, Group> Spelled;                     // groups that are written out, by their first token
  std::map<FileKey, std::vector<Item>> Items;
  std::map<FileKey, FileID> FirstInclusion;
  std::set<FileKey> WithPrologue; // where the translation unit begins
  RewriteResult Result;
};

FileRewriter::FileKey FileRewriter::key(FileID File) const {
  if (OptionalFileEntryRef Entry = SM.getFileEntryRefForID(File))
    return {&Entry->getFileEntry(), FileID()};
  return {nullptr, File};
}

// Does the edit lie strictly inside of a macro expansion or a _Pragma?
bool FileRewriter::touchesInside(const Edit &E) const {
  if (!Tokens.inExpansion(E.Token))
    return (E.What == Edit::Kind::Replace || E.What == Edit::Kind::Pragmas) && Tokens.inExpansion(E.Last);
  if (E.What != Edit::Kind::Code)
    return true;
  return E.After ? Tokens.groupLast(E.Token) != E.Token : Tokens.groupFirst(E.Token) != E.Token;
}

void FileRewriter::checkGroup(TokenIndex First, TokenIndex Last, std::string &Why) const {
  for (TokenIndex I = First; I <= Last; ++I)
    if (Tokens[I].isAnnotation() && !Tokens[I].isOneOf(tok::annot_pragma_openmp, tok::annot_pragma_openmp_end))
      if (llvm::ArrayRef<OtherPragma> Others = Tokens.pragmasBefore(I); !Others.empty() && Others.back().Text.empty())
        Why = "it is part of a macro that can't be written out: it holds another pragma, in __pragma()";
}

const FileRewriter::Group *FileRewriter::spelledGroup(TokenIndex I) const {
  auto It = Spelled.upper_bound(I);
  if (It == Spelled.begin() || std::prev(It)->second.Last < I)
    return nullptr;
  return &std::prev(It)->second;
}

const std::vector<const Edit *> &FileRewriter::editsAt(TokenIndex I) const {
  static const std::vector<const Edit *> None;
  auto It = ByToken.find(I);
  return It == ByToken.end() ? None : It->second;
}

void FileRewriter::findSpelledGroups() {
  for (const Edit &E : Edits)
    if (touchesInside(E)) {
      TokenIndex At = Tokens.inExpansion(E.Token) ? E.Token : E.Last;
      TokenIndex First = Tokens.groupFirst(At), Last = Tokens.groupLast(At);
      if (auto [It, New] = Spelled.try_emplace(First, Group{Last, ""}); New)
        checkGroup(First, Last, It->second.WhyNot);
    }
  for (const Edit &E : Edits) {
    const Group *In = spelledGroup(E.Token);
    if (!In)
      continue;
    if (!In->WhyNot.empty())
      refuse(E.Region, In->WhyNot);
    else if (E.What != Edit::Kind::Code && E.Last != NoToken && E.Last > In->Last)
      refuse(E.Region, "it begins in a macro and ends outside of it");
    else
      ByToken[E.Token].push_back(&E);
  }
  for (auto &[Token, List] : ByToken)
    std::sort(List.begin(), List.end(),
              [](const Edit *A, const Edit *B) { return std::tie(A->Order, A) < std::tie(B->Order, B); });
}

bool FileRewriter::placeable(FileID File, std::string &Why) {
  if (!SM.getFileEntryRefForID(File) && File != SM.getMainFileID()) {
    Why = "it is not in a file";
    return false;
  }
  if (From)
    return true;
  // Find the outermost file around it: the main file, or one given with -include.
  FileID Top = File;
  while (true) {
    FileID Includer = SM.getDecomposedIncludedLoc(Top).first;
    if (Includer.isInvalid() || (Includer != SM.getMainFileID() && !SM.getFileEntryRefForID(Includer)))
      break;
    Top = Includer;
  }
  if (!Prologue.empty() && WithPrologue.insert(key(Top)).second) {
    Items[key(Top)];
    FirstInclusion.emplace(key(Top), Top);
  }
  return true;
}

void FileRewriter::addItem(Item I, const Edit &E) {
  std::string Why;
  if (!placeable(I.File, Why)) {
    refuse(E.Region, Why);
    return;
  }
  I.Region = E.Region;
  I.Order = E.Order;
  I.Sequence = Items[key(I.File)].size();
  FirstInclusion.emplace(key(I.File), I.File);
  Items[key(I.File)].push_back(std::move(I));
}

void FileRewriter::placeInFile(const Edit &E) {
  FileSpan Span = Tokens.span(E.Token);
  Item I;
  I.File = Span.File;
  I.Anchor = Span.Begin;
  switch (E.What) {
  case Edit::Kind::Code:
    I.Code = true;
    I.Text = E.Text;
    I.At = E.After ? AfterRank : BeforeRank;
    I.Begin = E.After ? Span.End : Span.Begin;
    I.CodeLine = Markers.line(Span.File, I.Begin);
    if (E.After && Tokens[E.Token].is(tok::annot_pragma_openmp_end) && !Tokens.inExpansion(E.Token)) {
      // A `#pragma` takes the rest of its line.
      size_t Newline = text(Span.File).find('\n', Span.End);
      I.Begin = Newline == llvm::StringRef::npos ? text(Span.File).size() : Newline + 1;
    }
    I.End = I.Begin;
    break;
  case Edit::Kind::Suffix: {
    TokenIndex Last = Tokens.pragmaEnd(E.Token) - 1;
    I.At = SuffixRank;
    I.Begin = I.End = Tokens.span(Last).End;
    I.Text = E.Text;
    break;
  }
  case Edit::Kind::Replace:
    I.At = ReplaceRank;
    I.Begin = Span.Begin;
    I.End = Tokens.span(E.Last).End;
    I.Text = "\n" + Markers.marker(I.File, I.Begin, 0, true) + E.Text + "\n" + Markers.resume(I.File, I.End);
    break;
  case Edit::Kind::Pragmas:
    I.At = ReplaceRank;
    I.Begin = Span.Begin;
    I.End = Tokens.span(E.Last).End;
    for (TokenRange Words : E.Directives) {
      FileSpan First = Tokens.span(Words.First);
      I.Text += "\n" + Markers.marker(First.File, First.Begin) + pragmaInPlace(Words, Tokens);
    }
    I.Text += "\n" + Markers.resume(I.File, I.End);
    break;
  case Edit::Kind::Directive:
    I.At = ReplaceRank;
    I.Begin = Span.Begin;
    I.End = Tokens.span(E.Last - 1).End;
    I.Text = halfInPlace(E.Outer, {E.Token, E.Last}, Tokens, true);
    break;
  case Edit::Kind::Split: {
    I.At = ReplaceRank;
    I.Begin = Span.Begin;
    I.End = Tokens.span(E.Last - 1).End;
    TokenRange Pragma{E.Token, E.Last};
    I.Text = halfInPlace(E.Outer, Pragma, Tokens, false) + "\n" + Markers.own(I.File, I.Begin) + E.Text + "\n" +
             Markers.resume(I.File, I.Begin) + halfInPlace(E.Inner, Pragma, Tokens, true);
    break;
  }
  }
  addItem(std::move(I), E);
}

std::string FileRewriter::spellPragma(TokenIndex Begin, TokenIndex End) const {
  DirectiveHalf Whole;
  Whole.Keep = {{Begin + 1, End - 1}};
  FileSpan Span = Tokens.span(Begin);
  const std::string System = systemMarker(Span);
  for (const Edit *E : editsAt(Begin)) {
    if (E->What == Edit::Kind::Suffix)
      Whole.Suffix += E->Text;
    if (E->What == Edit::Kind::Directive)
      Whole = E->Outer;
    if (E->What == Edit::Kind::Split)
      return "\n" + halfOnOneLine(E->Outer, Tokens) + "\n" + System + E->Text + "\n" + System +
             halfOnOneLine(E->Inner, Tokens) + "\n" + System;
  }
  return "\n" + System + halfOnOneLine(Whole, Tokens) + "\n" + System;
}

std::string FileRewriter::spellReplacement(const Edit &E, const std::string &System) const {
  std::string Text = E.Text + " ";
  for (TokenRange Words : E.Directives) {
    DirectiveHalf Whole;
    Whole.Keep = {Words};
    Text += "\n" + System + halfOnOneLine(Whole, Tokens) + "\n" + System;
  }
  return Text;
}

std::string FileRewriter::spellGroup(TokenIndex First, TokenIndex Last) const {
  FileSpan Span = Tokens.span(First);
  const std::string System = systemMarker(Span);
  std::string Text;
  auto PutCode = [&](TokenIndex I, bool After) {
    for (const Edit *E : editsAt(I))
      if (E->What == Edit::Kind::Code && E->After == After)
        Text += "\n" + Markers.own(Span.File, Span.Begin) + E->Text + "\n" + System;
  };
  auto PutPragmas = [&](TokenIndex I) {
    for (const OtherPragma &Pragma : Tokens.pragmasBefore(I))
      if (Pragma.Span == Span)
        Text += "\n#pragma " + Pragma.Text + "\n" + System;
  };
  for (TokenIndex I = First; I <= Last; ++I) {
    PutCode(I, false);
    PutPragmas(I);
    if (Tokens[I].is(tok::annot_pragma_openmp)) {
      TokenIndex End = Tokens.pragmaEnd(I);
      Text += spellPragma(I, End);
      I = End;
    } else {
      const Edit *Replace = nullptr;
      for (const Edit *E : editsAt(I))
        if (E->What == Edit::Kind::Replace || E->What == Edit::Kind::Pragmas)
          Replace = E;
      Text += Replace ? spellReplacement(*Replace, System) : Tokens.spelling(I) + " ";
      if (Replace)
        I = Replace->Last;
    }
    PutCode(I, true);
  }
  PutPragmas(Last + 1);
  std::string Hide, Show; // macros that the text must not be read as again
  for (const std::string &Name : reexpanding(First, Last)) {
    Hide += hiding(Name);
    Show += showing(Name);
  }
  return Hide + "\n" + System + Text + Show + "\n" + Markers.resume(Span.File, Span.End);
}

std::set<std::string> FileRewriter::reexpanding(TokenIndex First, TokenIndex Last) const {
  std::set<std::string> Names;
  for (TokenIndex I = First; I <= Last; ++I)
    if (Tokens.reexpands(I))
      Names.insert(Tokens[I].getIdentifierInfo()->getName().str());
  return Names;
}

void FileRewriter::spellGroups() {
  for (const auto &[First, In] : Spelled) {
    auto Cause = ByToken.lower_bound(First);
    if (Cause == ByToken.end() || Cause->first > In.Last)
      continue; // all its edits were refused
    FileSpan Span = Tokens.span(First);
    Item I;
    I.File = Span.File;
    I.At = ReplaceRank;
    I.Anchor = I.Begin = Span.Begin;
    I.End = Span.End;
    I.Text = spellGroup(First, In.Last);
    addItem(std::move(I), *Cause->second.front());
  }
}

void FileRewriter::placeEdits() {
  for (const Edit &E : Edits)
    if (!spelledGroup(E.Token))
      placeInFile(E);
  spellGroups();
}

RewrittenFile FileRewriter::assemble(FileID File, const std::vector<Item> &List, bool OneOfSeveral) const {
  FileWriter Writer(Markers, SM, File);
  if (WithPrologue.count(key(File)))
    Writer.prologue(Prologue, From ? From->Offset : 0);
  else if (OneOfSeveral)
    Writer.prologue(""); // the user's text needs a marker before its first line
  for (size_t I = 0; I < List.size(); ++I) {
    const Item &Here = List[I];
    if (!Here.Code) {
      Writer.replace(Here.Begin, Here.End, Here.Text);
      continue;
    }
    std::string Code = Here.Text;
    while (I + 1 < List.size() && List[I + 1].Code && List[I + 1].Begin == Here.Begin)
      (Code += Code.back() == '\n' ? "" : " ") += List[++I].Text;
    Writer.code(Here.Begin, Code, Here.CodeLine);
  }
  return Writer.finish();
}

// Each inclusion has its own text.
RewrittenFile FileRewriter::assembleEach(const std::vector<FileID> &Inclusions, const std::vector<Item> &List) const {
  std::map<FileID, std::vector<Item>> Own;
  for (const Item &I : List)
    Own[I.File].push_back(I);
  std::vector<RewrittenFile> Texts;
  for (FileID File : Inclusions)
    Texts.push_back(assemble(File, Own[File], true));
  OptionalFileEntryRef Entry = SM.getFileEntryRefForID(Inclusions[0]);
  return oneOfSeveral(std::move(Texts), std::to_string(Entry->getUID()), Markers.marker(Inclusions[0], 0, 1, true));
}

void FileRewriter::assembleFile(FileKey Key, std::vector<Item> &List) {
  const std::vector<FileID> &Inclusions = Files.of(Key.first);
  std::sort(List.begin(), List.end());
  if (mergeInclusions(List, Inclusions, Tokens)) {
    Result.Files.push_back(assemble(FirstInclusion[Key], List));
  } else if (Tokens.everSkipped(Key.first)) {
    for (const Item &I : List) // which inclusion is which can't be counted
      refuse(I.Region, "its file is included several times and would need different text each time");
  } else {
    Result.Files.push_back(assembleEach(Inclusions, List));
  }
}

RewriteResult FileRewriter::run() {
  findSpelledGroups();
  placeEdits();
  if (Items.empty())
    return std::move(Result);
  if (!Prologue.empty()) {
    FileID Begin = From ? From->File : SM.getMainFileID();
    Items[key(Begin)];
    FirstInclusion.emplace(key(Begin), Begin);
    WithPrologue.insert(key(Begin));
  }
  for (auto &[Key, List] : Items)
    assembleFile(Key, List);
  if (!Result.Refused.empty())
    Result.Files.clear();
  return std::move(Result);
}

} // namespace

RewriteResult rewrite(const EditList &Edits, const TokenTable &Tokens, const std::string &Prologue, bool Lineless,
                      std::optional<TextPlace> From) {
  return FileRewriter(Edits, Tokens, Prologue, Lineless, From).run();
}

} // namespace pompinst
