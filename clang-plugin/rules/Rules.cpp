// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rules.cpp - calls the rule of each region, and holds what rules share.
#include "rules/Rule.h"

#include "rewrite/MacroShield.h"

#include <cassert>

namespace pompinst {
namespace {

// In the order of RegionKind.
const Rule RuleTable[] = {
#define POMP_CONSTRUCT(Kind, Event, Before, Begin, End, After, In, Barrier, Rule, Switch) Rule,
#define POMP_REGION(Kind, Event, Before, After, Rule, Switch) Rule,
#include "Directives.def"
};

bool switchedOff(RegionKind Kind, const Options &Opts) {
  const ConstructFacts &Facts = factsOf(Kind);
  return Facts.Switch && !Opts.enabled(*Facts.Switch);
}

} // namespace

bool disabled(const Region &R, const Options &Opts) {
  return switchedOff(R.Kind, Opts) && (R.Inner == RegionKind::Other || switchedOff(R.Inner, Opts));
}

MeasuredBarrier measuredBarrier(const Region &R, const Options &Opts) {
  if (!R.HasImplicitBarrier || R.HasNowait || !R.Whole.empty() || !Opts.enabled(Construct::Barrier) ||
      replacesImplicitBarrier(R, Opts))
    return MeasuredBarrier::None;
  if (R.Kind == RegionKind::Parallel)
    return MeasuredBarrier::Join;
  if (R.Kind != RegionKind::Combined)
    return MeasuredBarrier::Construct;
  // As in ruleCombined: nowait leaves the region's barrier alone.
  bool Inner = factsOf(R.Inner).Barrier != ImplicitBarrier::None && R.ForbidsNowait && !switchedOff(R.Inner, Opts);
  return Inner ? MeasuredBarrier::Construct : MeasuredBarrier::Join;
}

InnerCalls innerCalls(const Region &R, const RuleContext &Context) {
  const ConstructFacts &Facts = factsOf(R.Inner);
  InnerCalls Calls;
  Calls.HasBarrier = Facts.Barrier != ImplicitBarrier::None;
  if (switchedOff(R.Inner, Context.Opts))
    return Calls;
  auto Call = [&](CallAt Place) { return Facts.suffix(Place) ? Context.call(R.Inner, Place) : std::string(); };
  auto Spaced = [](const std::string &Text) { return Text.empty() ? Text : Text + " "; };
  Calls.Enter = Spaced(Call(CallAt::Before));
  Calls.Begin = Call(CallAt::Begin);
  Calls.End = Call(CallAt::End);
  Calls.Exit = Spaced(Call(CallAt::After));
  return Calls;
}

std::string RuleContext::descriptor() const {
  const char *Reach = Current->MayNameVariables ? "__pomp_rd(" : "__pomp_rd_of(";
  return Reach + std::to_string(Current->Descriptor) + ")";
}

std::string RuleContext::call(RegionKind Kind, CallAt Place) const {
  const ConstructFacts &Facts = factsOf(Kind);
  assert(Facts.suffix(Place) && "the construct has no call at this place");
  std::string Name = std::string(Facts.Event) + Facts.suffix(Place);
  std::string Call = Name + "(" + descriptor() + ");";
  if (Facts.In == Libraries::Paper)
    return Call;
  Extensions.insert(Name);
  return "if (" + Name + ") " + Call;
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

// An empty statement that code comes before would be one too many (-Wextra-semi-stmt): it is written as ours.
static void ownEmptyStatements(const Region &R, RuleContext &Context, std::set<TokenIndex> &Known) {
  std::vector<TokenRange> Statements = R.Sections;
  Statements.push_back(R.Block);
  for (TokenRange S : Statements) {
    bool Empty = S.First == S.Last && S.First < Context.Tokens.size() && Context.Tokens[S.First].is(clang::tok::semi);
    if (Empty && !Context.Tokens.inExpansion(S.First) && Known.insert(S.First).second)
      Context.replace(S, ";");
  }
}

EditList applyRules(const std::vector<Region> &Regions, const Options &Opts, const TokenTable &Tokens,
                    std::set<std::string> &Extensions) {
  RuleContext Context(Opts, Tokens);
  std::set<TokenIndex> EmptyStatements;
  for (size_t I = 0; I < Regions.size(); ++I) {
    const Region &R = Regions[I];
    if (!R.instrumented())
      continue;
    Context.start(R, I);
    RuleTable[unsigned(R.Kind)](R, Context);
    ownEmptyStatements(R, Context, EmptyStatements);
  }
  Extensions = std::move(Context.Extensions);
  return std::move(Context.Edits);
}

} // namespace pompinst
