// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rules.cpp - calls the rule of each region, and says what of an implicit barrier is measured. What does not live here:
// the rules, and how they write edits (RuleContext.cpp).
#include "rules/Rule.h"

namespace pompinst {
namespace {

// In the order of RegionKind.
const Rule RuleTable[] = {
#define POMP_CONSTRUCT(Kind, Event, Before, Begin, End, After, In, Barrier, Rule, Switch) Rule,
#define POMP_REGION(Kind, Event, Before, After, Rule, Switch) Rule,
#include "Directives.def"
};

} // namespace

bool disabled(const Region &R, const Options &Opts) {
  return !factsOf(R.Kind).enabled(Opts) && (R.Inner == RegionKind::Other || !factsOf(R.Inner).enabled(Opts));
}

// A loop that is switched off is not to be measured, nor what is around it alone.
bool measuresWhole(const Region &R, const Options &Opts) {
  return !R.Whole.empty() && Opts.enabled(Construct::Parallel) && factsOf(R.Inner).enabled(Opts);
}

MeasuredBarrier measuredBarrier(const Region &R, const Options &Opts) {
  if (R.MeasuredWhole && Opts.enabled(Construct::Barrier))
    return R.Inscan ? MeasuredBarrier::Both : MeasuredBarrier::Join;
  if (!R.HasImplicitBarrier || R.HasNowait || !R.Whole.empty() || !Opts.enabled(Construct::Barrier) ||
      replacesImplicitBarrier(R, Opts))
    return MeasuredBarrier::None;
  if (R.Kind == RegionKind::Parallel)
    return MeasuredBarrier::Join;
  if (R.Kind != RegionKind::Combined)
    return MeasuredBarrier::Construct;
  return keepsInnerBarrier(R, Opts) ? MeasuredBarrier::Construct : MeasuredBarrier::Join;
}

bool measuresSections(const Region &R, const Options &Opts) {
  return R.Whole.empty() && Opts.enabled(Construct::Sections);
}

// Clang warns of an empty statement that code comes before (-Wextra-semi-stmt). Such a statement is written anew, in a
// line that counts as system code.
static void ownEmptyStatements(const Region &R, RuleContext &Context, std::set<TokenIndex> &Known) {
  std::vector<TokenRange> Statements = {R.Block};
  for (const Region &Section : R.Sections)
    Statements.push_back(Section.Block);
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
