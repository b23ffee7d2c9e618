// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RuleContext.cpp - how rules write calls and edits. What does not live here: the rules.
#include "rules/Rule.h"

#include "rewrite/Descriptors.h"
#include "rewrite/MacroShield.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

namespace pompinst {

std::string RuleContext::descriptor(int Number) const {
  size_t Table = Opts.Api == Interface::Pomp ? size_t(Number) / TableSize : 0;
  std::string Index = std::to_string(size_t(Number) - Table * TableSize);
  if (Table == 0)
    return (Current->MayNameVariables ? "__pomp_rd(" : "__pomp_rd_of(") + Index + ")";
  return Current->MayNameVariables ? tableName(Table) + " + " + Index
                                   : "__pomp_rd_of" + tableSuffix(Table) + "(" + Index + ")";
}

std::string RuleContext::variable(const char *Name) const {
  return std::string("__pomp_") + Name + "_" + std::to_string(Current->Descriptor);
}

bool RuleContext::tells(const char *Name) const {
  return llvm::any_of(Current->Passed, [Name](const Hoisted &H) { return llvm::StringRef(H.Name) == Name; });
}

// Clang evaluates num_threads before all other clauses, and the `if` of a parallel region after them.
std::vector<Hoisted> RuleContext::hoists() const {
  std::vector<Hoisted> All = Current->Hoists;
  if (Opts.Api != Interface::Pomp2)
    return All;
  for (const Hoisted &Passed : Current->Passed)
    if (llvm::none_of(All, [&](const Hoisted &H) { return H.Tokens.First == Passed.Tokens.First; }))
      All.insert(Passed.Condition ? All.end() : All.begin(), Passed);
  return All;
}

// Writes the constants that are evaluated once, before the fork.
std::string RuleContext::hoistCode() const {
  std::string Code;
  for (const Hoisted &H : hoists()) {
    std::string Text = "(" + Tokens.spelling(H.Tokens.First, H.Tokens.Last) + ")";
    std::string Type = H.Condition ? "int" : H.Type.empty() ? "__typeof__(" + Text + " + 0)" : H.Type;
    Code += "const " + Type + " " + variable(H.Name) + " = " + Text + (H.Condition ? " ? 1 : 0; " : "; ");
  }
  return Code;
}

void RuleContext::replaceHoisted(DirectiveHalf &Half) const {
  for (const Hoisted &H : hoists())
    Half.Replaced.emplace_back(H.Tokens, variable(H.Name));
}

std::string RuleContext::argument(const std::string &Word, int Descriptor) const {
  if (Word == "region")
    return descriptor(Descriptor);
  if (Word == "text")
    return (Current->MayNameVariables ? "__pomp_text(" : "__pomp_text_of(") + std::to_string(Descriptor) + ")";
  if (Word == "if")
    return tells("if") ? variable("if") : "1";
  if (Word == "threads")
    return tells("threads") ? variable("threads") : "__pomp_max_threads()";
  bool Address = Word[0] == '&';
  return (Address ? "&" : "") + variable(Word.c_str() + Address);
}

// A call that stores a task's id comes with the variable for it. A task that is not deferred has no calls.
std::string RuleContext::call(RegionKind Kind, CallVariant Variant, CallAt Place, int Descriptor) const {
  EventCall Event = eventCall(Opts.Api, Kind, Variant, Place);
  std::string Variables, List;
  llvm::SmallVector<llvm::StringRef, 5> Words;
  llvm::StringRef(Event.Arguments).split(Words, ' ');
  for (llvm::StringRef Word : Words) {
    std::string Text = argument(Word.str(), Descriptor);
    List += (List.empty() ? "" : ", ") + Text;
    if (Text[0] == '&')
      Variables += "__pomp_task_id " + Text.substr(1) + " = 0; ";
  }
  std::string Call = Variables;
  if (Event.Perhaps) {
    Extensions.insert(Event.Name);
    Call += "if (" + reserved(Event.Name) + ") ";
  }
  if (Opts.Api == Interface::Pomp2 && Kind == RegionKind::Task && tells("if"))
    Call += "if (" + variable("if") + ") ";
  return Call + reserved(Event.Name) + "(" + List + ");";
}

std::string RuleContext::call(RegionKind Kind, CallAt Place, int Descriptor) const {
  bool Untied = Opts.Api == Interface::Pomp2 && Kind == RegionKind::Task &&
                llvm::any_of(Current->Clauses, [](const Clause &C) { return C.Name == "untied"; });
  return call(Kind, Untied ? CallVariant::Untied : CallVariant::Usual, Place, Descriptor);
}

std::string RuleContext::hideMacro(const std::string &Word) const {
  return Tokens.everMacro(Word) ? hiding(Word) + "\n" : "";
}

std::string RuleContext::showMacro(const std::string &Word) const {
  return Tokens.everMacro(Word) ? showing(Word) + "\n" : "";
}

std::string RuleContext::implicitBarrier(bool AtEnd) const {
  auto Call = [&](CallAt Place) {
    return call(RegionKind::Barrier, CallVariant::Implicit, Place, Current->Descriptor);
  };
  std::string Enter = Call(CallAt::Before), Exit = Call(CallAt::After);
  if (Opts.Api == Interface::Pomp2) { // it has a variable of its own
    Enter.insert(0, "{ ");
    Exit += " }";
  }
  if (AtEnd) {
    Enter += " if (__POMP_num_threads() > 1) {";
    Exit.insert(0, "} ");
  }
  if (std::string Hide = hideMacro("barrier"); !Hide.empty())
    return Enter + Hide + "#pragma omp barrier" + showMacro("barrier") + Exit;
  if (Opts.NoMacros) // nor does such a compiler know _Pragma
    return Enter + "\n#pragma omp barrier\n" + Exit;
  return Enter + " _Pragma(\"omp barrier\") " + Exit;
}

Edit &RuleContext::add(Edit::Kind What, TokenIndex Token) {
  Edit E;
  E.What = What;
  E.Token = Token;
  E.Region = CurrentIndex;
  E.Order = int(CurrentIndex);
  Edits.push_back(std::move(E));
  return Edits.back();
}

void RuleContext::before(TokenIndex I, const std::string &Code, int Order) {
  Edit &E = add(Edit::Kind::Code, I);
  E.Text = shielded(Code, Tokens);
  E.Order = Order;
}

void RuleContext::after(TokenIndex I, const std::string &Code, int Order) {
  Edit &E = add(Edit::Kind::Code, I);
  E.Text = shielded(Code, Tokens);
  E.After = true;
  E.Order = Order;
}

void RuleContext::suffix(const std::string &Text) { add(Edit::Kind::Suffix, Current->Pragma.First).Text = Text; }

void RuleContext::directive(DirectiveHalf Half) {
  Half.Keep = {{Current->Pragma.First + 1, Current->Pragma.Last - 1}};
  Edit &E = add(Edit::Kind::Directive, Current->Pragma.First);
  E.Last = Current->Pragma.Last;
  E.Outer = std::move(Half);
}

void RuleContext::replace(TokenRange Range, const std::string &Text) {
  Edit &E = add(Edit::Kind::Replace, Range.First);
  E.Last = Range.Last;
  E.Text = Text;
}

void RuleContext::split(DirectiveHalf Outer, const std::string &Between, DirectiveHalf Inner) {
  Edit &E = add(Edit::Kind::Split, Current->Pragma.First);
  E.Last = Current->Pragma.Last;
  E.Text = shielded(Between, Tokens);
  E.Outer = std::move(Outer);
  E.Inner = std::move(Inner);
}

} // namespace pompinst
