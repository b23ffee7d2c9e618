// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// DirectiveText.cpp - puts the tokens of a directive into the lines and columns where the user wrote them.
#include "rewrite/DirectiveText.h"

#include "clang/Basic/CharInfo.h"
#include "llvm/ADT/StringRef.h"

#include <algorithm>

using namespace clang;

namespace pompinst {
namespace {

bool kept(const DirectiveHalf &Half, TokenIndex I) {
  return std::any_of(Half.Keep.begin(), Half.Keep.end(), [I](TokenRange R) { return R.contains(I); });
}

// Would the end of one text and the begin of the other be one word?
bool needsBlank(llvm::StringRef Before, llvm::StringRef After) {
  return !Before.empty() && !After.empty() && clang::isAsciiIdentifierContinue(Before.back()) &&
         clang::isAsciiIdentifierContinue(After.front());
}

// Takes text that grows, and knows how many lines down and columns right it is.
class Canvas {
public:
  void put(llvm::StringRef Text) {
    Out += Text;
    Line += Text.count('\n');
    size_t Newline = Text.rfind('\n');
    Column = Newline == llvm::StringRef::npos ? Column + Text.size() : Text.size() - Newline - 1;
  }
  void moveTo(unsigned ToLine, unsigned ToColumn) {
    while (Line < ToLine)
      put(" \\\n");
    if (Column > ToColumn)
      put(" ");
    else
      put(std::string(ToColumn - Column, ' '));
  }

  std::string Out;
  unsigned Line = 0;
  unsigned Column = 0;
};

class HalfWriter {
public:
  HalfWriter(const DirectiveHalf &Half, TokenRange Pragma, const TokenTable &Tokens)
      : Half(Half), Pragma(Pragma), Tokens(Tokens), Start(Tokens.span(Pragma.First)),
        File(Tokens.sourceManager().getBufferData(Start.File)) {}

  std::string write(bool PadLines);
  std::string writePragma(TokenRange Words);

private:
  void putWords(TokenRange Words);
  void putGroup(TokenIndex First, TokenIndex Last);
  std::pair<unsigned, unsigned> lineAndColumn(unsigned Offset) const;

  const DirectiveHalf &Half;
  TokenRange Pragma;
  const TokenTable &Tokens;
  FileSpan Start;
  llvm::StringRef File;
  Canvas Text;
};

// Returns line and column relative to those of the `#`.
std::pair<unsigned, unsigned> HalfWriter::lineAndColumn(unsigned Offset) const {
  llvm::StringRef Before = File.slice(Start.Begin, Offset);
  size_t Newline = Before.rfind('\n');
  if (Newline == llvm::StringRef::npos)
    return {0, Offset - Start.Begin};
  return {Before.count('\n'), Before.size() - Newline - 1};
}

// Writes a token that is in the file, or all tokens of one macro expansion on the directive's line.
void HalfWriter::putGroup(TokenIndex First, TokenIndex Last) {
  std::string Spelled;
  bool Whole = true;
  for (TokenIndex I = First; I <= Last; ++I) {
    if (!kept(Half, I)) {
      Whole = false;
    } else if (const std::string *Instead = Half.replacement(I)) {
      Spelled += (needsBlank(Spelled, *Instead) ? " " : "") + *Instead;
      Whole = false;
    } else {
      Spelled += (Spelled.empty() ? "" : " ") + Tokens.spelling(I);
    }
  }
  if (!Whole && Spelled.empty())
    return;
  FileSpan Span = Tokens.span(First);
  auto [Line, Column] = lineAndColumn(Span.Begin);
  llvm::StringRef Written = Whole ? File.slice(Span.Begin, Span.End) : llvm::StringRef(Spelled);
  Text.moveTo(Line, Column);
  // The text between two words may be left out, and a word's text may be longer than the word in the user's file.
  if (needsBlank(Text.Out, Written))
    Text.put(" ");
  Text.put(Written);
}

void HalfWriter::putWords(TokenRange Words) {
  for (TokenIndex I = Words.First; I <= Words.Last; ++I) {
    TokenIndex Last = std::min(Tokens.groupLast(I), Words.Last);
    putGroup(I, Last);
    I = Last;
  }
}

std::string HalfWriter::writePragma(TokenRange Words) {
  Start.Begin = File.take_front(Start.Begin).rfind('\n') + 1; // of the line
  Text.put("#pragma omp");
  putWords(Words);
  return Text.Out;
}

std::string HalfWriter::write(bool PadLines) {
  // This is `#pragma omp`, without the blanks and line splices behind it.
  Text.put(File.slice(Start.Begin, Tokens.span(Pragma.First + 1).Begin).rtrim(" \t\r\n\f\v\\"));
  putWords({Pragma.First + 1, Pragma.Last - 1});
  Text.put(Half.Suffix);
  if (PadLines)
    for (unsigned Last = lineAndColumn(Tokens.span(Pragma.Last - 1).End).first; Text.Line < Last;)
      Text.put(" \\\n");
  return Text.Out;
}

} // namespace

std::string halfInPlace(const DirectiveHalf &Half, TokenRange Pragma, const TokenTable &Tokens, bool PadLines) {
  return HalfWriter(Half, Pragma, Tokens).write(PadLines);
}

std::string pragmaInPlace(TokenRange Words, const TokenTable &Tokens) {
  DirectiveHalf Whole;
  Whole.Keep = {Words};
  return HalfWriter(Whole, Words, Tokens).writePragma(Words);
}

std::string halfOnOneLine(const DirectiveHalf &Half, const TokenTable &Tokens) {
  std::string Text = "#pragma omp";
  for (TokenRange Range : Half.Keep)
    for (TokenIndex I = Range.First; I <= Range.Last; ++I) {
      const std::string *Instead = Half.replacement(I);
      if (!Instead || !Instead->empty())
        Text += " " + (Instead ? *Instead : Tokens.spelling(I));
    }
  return Text + Half.Suffix;
}

} // namespace pompinst
