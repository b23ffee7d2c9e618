// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RuleContext.cpp - how rules write calls and edits. What does not live here: the rules.
#include "rules/Rule.h"

#include "rewrite/MacroShield.h"

#include <cassert>

namespace pompinst {

std::string RuleContext::descriptor(int Number) const {
  const char *Reach = Current->MayNameVariables ? "__pomp_rd(" : "__pomp_rd_of(";
  return Reach + std::to_string(Number) + ")";
}

std::string RuleContext::call(RegionKind Kind, CallAt Place, int Descriptor) const {
  const ConstructFacts &Facts = factsOf(Kind);
  assert(Facts.suffix(Place) && "the construct has no call at this place");
  std::string Name = std::string(Facts.Event) + Facts.suffix(Place);
  std::string Call = reserved(Name) + "(" + descriptor(Descriptor) + ");";
  if (Facts.In == Libraries::Paper)
    return Call;
  Extensions.insert(Name);
  return "if (" + reserved(Name) + ") " + Call;
}

std::string RuleContext::hideMacro(const std::string &Word) const {
  return Tokens.everMacro(Word) ? hiding(Word) + "\n" : "";
}

std::string RuleContext::showMacro(const std::string &Word) const {
  return Tokens.everMacro(Word) ? showing(Word) + "\n" : "";
}

std::string RuleContext::implicitBarrier() const {
  std::string Enter = call(RegionKind::Barrier, CallAt::Before), Exit = call(RegionKind::Barrier, CallAt::After);
  if (std::string Hide = hideMacro("barrier"); !Hide.empty())
    return Enter + Hide + "#pragma omp barrier" + showMacro("barrier") + Exit;
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
