// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// UsersPlaces.cpp - finds the places of the rewritten text in the user's, and says messages with those.
#include "UsersPlaces.h"

#include "Compatibility.h"

#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/Lexer.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Regex.h"

#include <algorithm>

using namespace clang;

namespace pompinst {

UsersPlaces::UsersPlaces(DiagnosticsEngine &Diags)
    : Inner(Diags.getClient()), Owned(Diags.takeClient()), Relay(compat::engineFor(Diags, Inner)) {
  NumWarnings = Inner->getNumWarnings(); // Clang prints the sums that its consumer has at the end
  NumErrors = Inner->getNumErrors();
}

UsersPlaces *UsersPlaces::install(CompilerInstance &CI) {
  if (CI.getDiagnosticOpts().VerifyDiagnostics)
    return nullptr;
  DiagnosticsEngine &Diags = CI.getDiagnostics();
  auto *Self = new UsersPlaces(Diags);
  Diags.setClient(Self, /*ShouldOwnClient=*/true);
  return Self;
}

bool UsersPlaces::expect(CompilerInstance &CI, const std::vector<FileText> &Rewritten) {
  SourceManager &SM = CI.getSourceManager();
  bool All = true;
  for (const FileText &File : Rewritten) {
    OptionalFileEntryRef Entry = File.File.Main ? SM.getFileEntryRefForID(SM.getMainFileID()) : File.File.Entry;
    const bool HasOne = File.ByInclusion.empty() && (Entry || File.File.Main);
    auto Text = !HasOne ? std::nullopt
                : Entry ? compat::bufferOf(SM, *Entry)
                        : std::optional(SM.getBufferOrFake(SM.getMainFileID()));
    if (Text)
      Files.push_back(
          std::make_unique<Users>(Users{Entry ? &Entry->getFileEntry() : nullptr, Text->getBufferIdentifier().str(),
                                        Text->getBuffer().str(), File.Moves}));
    All &= Text.has_value();
  }
  return All;
}

const UsersPlaces::Users *UsersPlaces::usersOf(SourceManager &SM, FileID File) const {
  const FileEntry *Entry = SM.getFileEntryForID(File);
  if (!Entry && File != SM.getMainFileID())
    return nullptr;
  auto It = llvm::find_if(Files, [&](const auto &U) { return U->File == Entry; });
  const bool IsUsers = It == Files.end() || SM.getBufferData(File) == (*It)->Text; // LateMessages shows it
  return IsUsers ? nullptr : It->get();
}

// Nobody reads the copy, so its own line markers (`#line 7 "f.y"`, `# 7 "f.h" 1`) have to be followed here. Those that
// count for nothing, as behind `#if 0`, lead to wrong lines, which are found out (inFile). False: there are none.
static bool followMarkers(SourceManager &SM, FileID Shown) {
  static const llvm::Regex Marker("^[ \t]*#[ \t]*(line[ \t]+)?([0-9]+)([ \t]+\"([^\"]*)\"([ 1-4]*))?[ \t\r]*$");
  StringRef Text = SM.getBufferData(Shown);
  const SrcMgr::CharacteristicKind Kind = SM.getFileCharacteristic(SM.getLocForStartOfFile(Shown));
  SmallVector<StringRef, 6> Part;
  unsigned Depth = 0;
  bool Any = false;
  Lexer Raw(SM.getLocForStartOfFile(Shown), LangOptions(), Text.begin(), Text.begin(), Text.end());
  for (Token Tok; !Raw.LexFromRawLexer(Tok);) {
    unsigned Line;
    const unsigned At = SM.getFileOffset(Tok.getLocation());
    if (Tok.isNot(tok::hash) || !Tok.isAtStartOfLine() || !Marker.match(Text.slice(At, Text.find('\n', At)), &Part) ||
        Part[2].getAsInteger(10, Line))
      continue;
    const bool Enters = Part[5].contains('1'), Leaves = Part[5].contains('2') && Depth > 0;
    Depth = Depth + Enters - Leaves;
    SM.AddLineNote(SM.getLocForStartOfFile(Shown).getLocWithOffset(int(At)), Line,
                   Part[3].empty() ? -1 : int(SM.getLineTableFilenameID(Part[4])), Enters, Leaves, Kind);
    Any = true;
  }
  return Any;
}

UsersPlaces::Copy &UsersPlaces::copyOf(SourceManager &SM, FileID File) {
  auto [It, IsNew] = Copies.try_emplace(File);
  Copy &C = It->second;
  if (IsNew && (C.Of = usersOf(SM, File))) {
    C.Shown = SM.createFileID(llvm::MemoryBuffer::getMemBufferCopy(C.Of->Text, C.Of->Name),
                              SM.getSLocEntry(File).getFile().getFileCharacteristic(), 0, 0, SM.getIncludeLoc(File));
    C.HasMarkers = followMarkers(SM, C.Shown);
  }
  return C;
}

// A stretch that was copied is the same up to the place. In a directive that was written anew, tokens are in their
// lines and columns.
static unsigned usersOffset(SourceManager &SM, FileID File, unsigned Offset, StringRef Users,
                            const std::vector<OffsetPair> &Moves, FileID Shown) {
  auto Next = std::upper_bound(Moves.begin(), Moves.end(), Offset,
                               [](unsigned O, const OffsetPair &Pair) { return O < Pair.To; });
  const OffsetPair Begin = Next == Moves.begin() ? OffsetPair{0, 0} : *std::prev(Next);
  const unsigned Length = Offset - Begin.To;
  const unsigned Most = std::min<unsigned>(Next == Moves.end() ? Users.size() : Next->From, Users.size());
  StringRef Compiled = SM.getBufferData(File);
  if (Begin.From + Length >= Most || Users.substr(Begin.From, Length) == Compiled.substr(Begin.To, Length))
    return std::min(Begin.From + Length, Most);
  SourceLocation Start = SM.getLocForStartOfFile(File);
  const unsigned Lines = SM.getPresumedLineNumber(Start.getLocWithOffset(Offset)) -
                         SM.getPresumedLineNumber(Start.getLocWithOffset(Begin.To));
  SourceLocation Loc =
      SM.translateLineCol(Shown, SM.getLineNumber(Shown, Begin.From) + Lines, SM.getColumnNumber(File, Offset));
  return SM.getFileOffset(Loc);
}

SourceLocation UsersPlaces::inFile(SourceManager &SM, SourceLocation Loc) {
  auto [File, Offset] = SM.getDecomposedLoc(Loc);
  Copy &C = copyOf(SM, File);
  if (!C.Of)
    return Loc;
  const unsigned At = usersOffset(SM, File, Offset, C.Of->Text, C.Of->Moves, C.Shown);
  SourceLocation Place = SM.getLocForStartOfFile(C.Shown).getLocWithOffset(int(At));
  PresumedLoc Was = SM.getPresumedLoc(Loc), Is = SM.getPresumedLoc(Place);
  // Directives that were attributes are in lines of their own; the main file's text says which lines they stand for.
  if (!C.HasMarkers && File == SM.getMainFileID() && Was.isValid() && SM.getLineNumber(C.Shown, At) != Was.getLine())
    return SM.translateLineCol(C.Shown, Was.getLine(), Was.getColumn());
  if (!C.HasMarkers)
    return Place;
  const bool Fits = Was.isValid() && Is.isValid() && Was.getLine() == Is.getLine() &&
                    StringRef(Was.getFilename()) == Is.getFilename();
  return Fits ? Place : Loc;
}

// An expansion has the places of the macro and of where it is used. The same expansion is asked for token by token.
SourceLocation UsersPlaces::inMacro(SourceManager &SM, SourceLocation Loc) {
  auto [File, Offset] = SM.getDecomposedLoc(Loc);
  auto It = Expansions.find(File);
  if (It == Expansions.end()) {
    const SrcMgr::ExpansionInfo Old = SM.getSLocEntry(File).getExpansion();
    SourceLocation Spelling = place(SM, Old.getSpellingLoc());
    SourceLocation Start = place(SM, Old.getExpansionLocStart());
    SourceLocation New = SM.getLocForStartOfFile(File);
    if (Spelling != Old.getSpellingLoc() || Start != Old.getExpansionLocStart()) {
      const unsigned Length = SM.getFileIDSize(File);
      New = Old.isMacroArgExpansion() ? SM.createMacroArgExpansionLoc(Spelling, Start, Length)
                                      : SM.createExpansionLoc(Spelling, Start, place(SM, Old.getExpansionLocEnd()),
                                                              Length, Old.isExpansionTokenRange());
    }
    It = Expansions.try_emplace(File, New).first;
  }
  return It->second.getLocWithOffset(Offset);
}

SourceLocation UsersPlaces::place(SourceManager &SM, SourceLocation Loc) {
  return Loc.isInvalid() ? Loc : Loc.isFileID() ? inFile(SM, Loc) : inMacro(SM, Loc);
}

CharSourceRange UsersPlaces::range(SourceManager &SM, CharSourceRange R) {
  return CharSourceRange({place(SM, R.getBegin()), place(SM, R.getEnd())}, R.isTokenRange());
}

void UsersPlaces::BeginSourceFile(const LangOptions &Lang, const Preprocessor *PP) { Inner->BeginSourceFile(Lang, PP); }
void UsersPlaces::EndSourceFile() { Inner->EndSourceFile(); }
void UsersPlaces::finish() { Inner->finish(); }
bool UsersPlaces::IncludeInDiagnosticCounts() const { return Inner->IncludeInDiagnosticCounts(); }

void UsersPlaces::HandleDiagnostic(DiagnosticsEngine::Level Level, const Diagnostic &Info) {
  DiagnosticConsumer::HandleDiagnostic(Level, Info); // counts
  SourceLocation Loc = Info.getLocation();
  // A stored message has no room for the value of an option ([-Wpass-failed=transform-warning]).
  if (Files.empty() || Loc.isInvalid() || !Info.hasSourceManager() || compat::hasFlagValue(Info))
    return Inner->HandleDiagnostic(Level, Info);
  SourceManager &SM = Info.getSourceManager();
  SourceLocation Place = place(SM, Loc);
  std::vector<CharSourceRange> Ranges;
  for (const CharSourceRange &R : Info.getRanges())
    Ranges.push_back(range(SM, R));
  std::vector<FixItHint> Hints(Info.getFixItHints().begin(), Info.getFixItHints().end());
  for (FixItHint &Hint : Hints) {
    Hint.RemoveRange = range(SM, Hint.RemoveRange);
    Hint.InsertFromRange = range(SM, Hint.InsertFromRange);
  }
  const bool IsSame = Place == Loc && std::equal(Ranges.begin(), Ranges.end(), Info.getRanges().begin(),
                                                 [](const CharSourceRange &A, const CharSourceRange &B) {
                                                   return A.getAsRange() == B.getAsRange();
                                                 });
  if (IsSame)
    return Inner->HandleDiagnostic(Level, Info);
  SmallString<256> Text;
  Info.FormatDiagnostic(Text);
  Relay->setSourceManager(&SM);
  Relay->Report(StoredDiagnostic(Level, Info.getID(), Text, FullSourceLoc(Place, SM), Ranges, Hints));
}

} // namespace pompinst
