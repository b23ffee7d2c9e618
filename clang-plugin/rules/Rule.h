// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rule.h - a rewriting rule: turns one region into edits and touches nothing else.
//
// Directives.def says which kind of region has which rule; docs/rules.md has a row on each construct, test/lit/rules a
// test. What doesn't live here: why a region is left alone (analysis/), and where an edit lands in a file (rewrite/).
#ifndef POMPINST_RULE_H
#define POMPINST_RULE_H

#include "Options.h"
#include "rewrite/Edits.h"

#include <set>

namespace pompinst {

// What the rules need beyond the region, and where their edits go.
class RuleContext {
public:
  RuleContext(const Options &Opts, const TokenTable &Tokens) : Opts(Opts), Tokens(Tokens) {}

  void start(const Region &Region, size_t Index) {
    Current = &Region;
    CurrentIndex = Index;
  }

  // The address of the current region's descriptor, as it may be written in its place.
  std::string descriptor() const;
  // Text of the call that a construct of this kind has at this place, with the current region's descriptor:
  // `POMP_For_enter(__pomp_rd(3));`, behind a test if the paper's libraries don't have it.
  std::string call(RegionKind Kind, CallAt Place) const;
  std::string call(CallAt Place) const { return call(Current->Kind, Place); }
  // The barrier that stands for the implicit one, with its events.
  std::string implicitBarrier() const;

  // Code on lines of its own. Openings are nested by the order of the regions, closings the other way round.
  void before(TokenIndex I, const std::string &Code, int Order);
  void after(TokenIndex I, const std::string &Code, int Order);
  void open(TokenIndex I, const std::string &Code) { before(I, Code, int(CurrentIndex)); }
  void close(TokenIndex I, const std::string &Code) { after(I, Code, -int(CurrentIndex)); }
  void suffix(const std::string &Text);
  // Directives are subject to macros: hides the user's macro Word, if there is one, from what follows, and shows it
  // again.
  std::string hideMacro(const std::string &Word) const;
  std::string showMacro(const std::string &Word) const;
  void replace(TokenRange Range, const std::string &Text);
  void split(DirectiveHalf Outer, const std::string &Between, DirectiveHalf Inner);

  const Options &Opts;
  const TokenTable &Tokens;
  EditList Edits;
  // Functions beyond the paper's that were called: the prologue declares them weakly.
  mutable std::set<std::string> Extensions;

private:
  Edit &add(Edit::Kind What, TokenIndex Token);

  const Region *Current = nullptr;
  size_t CurrentIndex = 0;
};

using Rule = void (*)(const Region &R, RuleContext &Context);

// The rules, each declared as often as a row names it.
#define POMP_CONSTRUCT(Kind, Event, Before, Begin, End, After, In, Barrier, Rule, Switch)                              \
  void Rule(const Region &R, RuleContext &Context);
#define POMP_REGION(Kind, Event, Before, After, Rule, Switch) void Rule(const Region &R, RuleContext &Context);
#include "Directives.def"

// The calls inside of each section of a sections construct.
void sectionCalls(const Region &R, RuleContext &Context);

// Does an explicit barrier, with events, take the place of the implicit one?
bool replacesImplicitBarrier(const Region &R, const Options &Opts);
// Or does it stay, without events, and is to be measured? Of a combined construct, the one that its threads meet first.
MeasuredBarrier measuredBarrier(const Region &R, const Options &Opts);

// The edits of all instrumented regions. Extensions gets the functions beyond the paper's that they call.
EditList applyRules(const std::vector<Region> &Regions, const Options &Opts, const TokenTable &Tokens,
                    std::set<std::string> &Extensions);

// Is the construct switched off by disable=? Then it needs no rule.
bool disabled(const Region &R, const Options &Opts);

} // namespace pompinst
#endif
