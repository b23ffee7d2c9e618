// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// TextScan.cpp - looks for words in the bytes of a file. What does not live here: tokens.
#include "TextScan.h"

#include "llvm/ADT/StringExtras.h"

namespace pompinst {

static bool continuesWord(char C) { return llvm::isAlnum(C) || C == '_'; }

// Returns the words of the directive on this line, behind its `#`; or nothing if it holds none.
static llvm::StringRef directiveOn(llvm::StringRef Line) {
  Line = Line.ltrim(" \t\f\v");
  if (!Line.consume_front("#") && !Line.consume_front("%:") && !Line.consume_front("?\?="))
    return "";
  return Line.ltrim(" \t\f\v");
}

static bool includes(llvm::StringRef Directive) {
  return Directive.starts_with("include") || Directive.starts_with("import");
}

// Returns the line around a place, with the lines before it that are continued by a backslash.
static llvm::StringRef lineAround(llvm::StringRef Text, size_t At) {
  size_t Begin = Text.rfind('\n', At) + 1;
  while (Begin >= 2 && (Text[Begin - 2] == '\\' || (Text[Begin - 2] == '\r' && Begin >= 3 && Text[Begin - 3] == '\\')))
    Begin = Text.rfind('\n', Begin - 2) + 1;
  return Text.slice(Begin, Text.find('\n', At));
}

static bool beginsWord(llvm::StringRef Text, size_t At) {
  if (At > 0 && Text[At - 1] == 'p')
    --At;
  return At == 0 || !continuesWord(Text[At - 1]);
}

// Is the word one of OpenMP's functions that need no look, as only those of locks do? It may go on behind a backslash.
static bool isOtherFunction(llvm::StringRef Text) {
  llvm::StringRef Word = Text.take_while(continuesWord);
  return Word.starts_with("omp_") && !Word.contains("lock") && !Text.drop_front(Word.size()).starts_with("\\");
}

// Is all of the line a comment? It may be the end of another one, behind which there is code.
static bool isComment(llvm::StringRef Line) { return Line.ltrim(" \t").starts_with("//") && !Line.contains("*/"); }

OpenMPText scanForOpenMP(llvm::StringRef Text) {
  OpenMPText Found;
  for (size_t At = Text.find("omp"); At != llvm::StringRef::npos; At = Text.find("omp", At + 3)) {
    if (!beginsWord(Text, At))
      continue;
    llvm::StringRef Line = lineAround(Text, At), Directive = directiveOn(Line);
    const bool InMacro = Directive.starts_with("define"); // there, the word may be a part of a longer one
    if (includes(Directive) || isComment(Line) || (!InMacro && isOtherFunction(Text.drop_front(At))))
      continue;
    Found.InMacro |= InMacro;
    Found.Words.push_back(unsigned(At));
  }
  if (!Found.any())
    return Found;
  for (size_t Begin = 0; Begin < Found.Words.front();) {
    size_t End = Text.find('\n', Begin);
    End = End == llvm::StringRef::npos ? Text.size() : End + 1;
    if (End <= Found.Words.front() && includes(directiveOn(Text.slice(Begin, End))))
      Found.Directives = unsigned(End);
    Begin = End;
  }
  return Found;
}

bool mayUseModules(llvm::StringRef Text) {
  for (llvm::StringRef Word : {"import", "module", "export"})
    for (size_t At = Text.find(Word); At != llvm::StringRef::npos; At = Text.find(Word, At + 1))
      if (Text.slice(Text.rfind('\n', At) + 1, At).trim(" \t").empty() &&
          !continuesWord(Text.substr(At + Word.size()).empty() ? '\0' : Text[At + Word.size()]))
        return true;
  return false;
}

bool hasLineMarkers(llvm::StringRef Text) {
  for (size_t At = 0; At != llvm::StringRef::npos; At = Text.find("\n#", At + 1)) {
    llvm::StringRef Rest = directiveOn(Text.substr(At).ltrim("\n").take_front(64));
    if (!Rest.empty() && llvm::isDigit(Rest.front()))
      return true;
  }
  return false;
}

} // namespace pompinst
