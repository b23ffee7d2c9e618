// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// OwnMacros.cpp - see OwnMacros.h. The macros are read off the prologue, so that each is defined in one place.
#include "rewrite/OwnMacros.h"

#include "clang/Basic/CharInfo.h"

#include <map>

using namespace clang;

namespace pompinst {

namespace {

struct Macro {
  std::string Parameter; // "": it has none
  std::string Value;
};
using Macros = std::map<std::string, Macro>;

// Returns the line that begins there, with the lines that continue it.
llvm::StringRef wholeLine(llvm::StringRef Text) {
  size_t End = Text.find('\n');
  while (End != llvm::StringRef::npos && End && Text[End - 1] == '\\')
    End = Text.find('\n', End + 1);
  return Text.substr(0, End == llvm::StringRef::npos ? End : End + 1);
}

std::string joined(llvm::StringRef Line) {
  std::string Out;
  for (size_t I = 0; I < Line.size(); ++I)
    if (Line[I] == '\\' && I + 1 < Line.size() && Line[I + 1] == '\n')
      ++I;
    else
      Out += Line[I];
  return llvm::StringRef(Out).trim().str();
}

// Returns the name or the number that begins there. In C++ there may be ' between digits.
llvm::StringRef word(llvm::StringRef Text) {
  const bool Number = !Text.empty() && isDigit(Text[0]);
  return Text.take_while([=](char C) { return isAsciiIdentifierContinue(C) || (Number && C == '\''); });
}

// Reads a definition. The first one of a name counts: it is the one for Clang.
void addDefinition(Macros &All, llvm::StringRef Line) {
  std::string Text = joined(Line);
  llvm::StringRef Rest = Text;
  if (!Rest.consume_front("#define "))
    return;
  llvm::StringRef Name = word(Rest);
  Rest = Rest.drop_front(Name.size());
  Macro M;
  if (Rest.consume_front("(")) {
    auto [Parameter, Value] = Rest.split(')');
    M.Parameter = Parameter.trim().str();
    Rest = Value;
  }
  M.Value = Rest.trim().str();
  All.try_emplace(Name.str(), M);
}

Macros macrosOf(llvm::StringRef Prologue) {
  Macros All;
  while (!Prologue.empty()) {
    llvm::StringRef Line = wholeLine(Prologue);
    addDefinition(All, Line);
    Prologue = Prologue.drop_front(Line.size());
  }
  return All;
}

std::string expandCode(llvm::StringRef Text, const Macros &All);

// Expands the macro whose name ends before Rest, and takes its argument off Rest. The name of a macro with a parameter
// stays where no argument follows.
std::string expandOne(llvm::StringRef Name, const Macro &M, llvm::StringRef &Rest, const Macros &All) {
  if (M.Parameter.empty())
    return expandCode(M.Value, All);
  if (!Rest.starts_with("("))
    return Name.str();
  size_t End = Rest.find(')'); // the arguments are numbers
  Macros Inner = All;
  Inner[M.Parameter] = {"", Rest.slice(1, End).str()};
  Rest = Rest.drop_front(End == llvm::StringRef::npos ? Rest.size() : End + 1);
  return expandCode(M.Value, Inner);
}

// Returns the string or the character that begins there.
llvm::StringRef literal(llvm::StringRef Text) {
  size_t I = 1;
  while (I < Text.size() && Text[I] != Text[0])
    I += Text[I] == '\\' ? 2 : 1;
  return Text.take_front(I + 1);
}

// Expands the macros of a text without lines of the preprocessor.
std::string expandCode(llvm::StringRef Text, const Macros &All) {
  std::string Out;
  while (!Text.empty()) {
    if (Text[0] == '"' || Text[0] == '\'') {
      llvm::StringRef Literal = literal(Text);
      Out += Literal;
      Text = Text.drop_front(Literal.size());
      continue;
    }
    llvm::StringRef Name = word(Text);
    if (Name.empty()) {
      Out += Text[0];
      Text = Text.drop_front();
      continue;
    }
    Text = Text.drop_front(Name.size());
    auto Known = All.find(Name.str());
    Out += Known == All.end() ? Name.str() : expandOne(Name, Known->second, Text, All);
  }
  return Out;
}

std::string expand(llvm::StringRef Text, const Macros &All) {
  std::string Out;
  while (!Text.empty()) {
    llvm::StringRef Line = wholeLine(Text);
    Out += Line.ltrim().starts_with("#") ? Line.str() : expandCode(Line, All);
    Text = Text.drop_front(Line.size());
  }
  return Out;
}

} // namespace

void expandOwnMacros(std::string &Prologue, EditList &Edits) {
  const Macros All = macrosOf(Prologue);
  Prologue = expand(Prologue, All);
  for (Edit &E : Edits)
    E.Text = expand(E.Text, All);
}

} // namespace pompinst
