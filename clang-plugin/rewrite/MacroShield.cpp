// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// MacroShield.cpp - finds the words of inserted code that are macros of the user's, and writes the lines that hide
// them.
#include "rewrite/MacroShield.h"

#include "clang/Basic/CharInfo.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"

#include <set>

using llvm::StringRef;

namespace pompinst {
namespace {

bool isOurs(StringRef Word) {
  return Word.starts_with("__pomp") || Word.starts_with("__POMP") || Word == "__cplusplus" || Word == "_Pragma";
}

// Directives and string literals are passed over.
std::set<std::string> macrosIn(StringRef Code, const TokenTable &Tokens) {
  std::set<std::string> Macros;
  bool LineStart = true;
  while (!Code.empty()) {
    char C = Code.front();
    size_t Length = 1;
    if (C == '#' && LineStart) {
      Length = std::min(Code.find('\n'), Code.size());
    } else if (C == '"') {
      while (Length < Code.size() && Code[Length] != '"')
        Length += Code[Length] == '\\' ? 2 : 1;
      ++Length;
    } else if (clang::isAsciiIdentifierContinue(C)) {
      Length = Code.take_while([](char In) { return clang::isAsciiIdentifierContinue(In); }).size();
      StringRef Word = Code.take_front(Length);
      if (!llvm::isDigit(C) && !isOurs(Word) && Tokens.everMacro(Word))
        Macros.insert(Word.str());
    }
    LineStart = C == '\n' || (LineStart && (C == ' ' || C == '\t'));
    Code = Code.drop_front(std::min(Length, Code.size()));
  }
  return Macros;
}

} // namespace

std::string shielded(const std::string &Code, const TokenTable &Tokens) {
  std::string Hide, Show;
  for (const std::string &Name : macrosIn(Code, Tokens)) {
    Hide += hiding(Name);
    Show += showing(Name);
  }
  return Hide.empty() ? Code : Hide + "\n" + Code + Show + "\n";
}

std::string hiding(const std::string &Macro) { return "\n#pragma push_macro(\"" + Macro + "\")\n#undef " + Macro; }

std::string showing(const std::string &Macro) { return "\n#pragma pop_macro(\"" + Macro + "\")"; }

} // namespace pompinst
