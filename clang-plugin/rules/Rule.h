// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rule.h - a rewriting rule: turns one region into edits and touches nothing else.
//
// Directives.def says which kind of region has which rule; docs/rules.md has a row on each construct, test/lit/rules a
// test. What doesn't live here: why a region is left alone (analysis/), and where an edit lands in a file (rewrite/).
#ifndef POMPINST_RULE_H
#define POMPINST_RULE_H

#include "Options.h"
#include "analysis/Interface.h"
#include "rewrite/Edits.h"

#include <set>

namespace pompinst {

// Holds what the rules need beyond the region, and takes their edits.
class RuleContext {
public:
  RuleContext(const Options &Opts, const TokenTable &Tokens) : Opts(Opts), Tokens(Tokens) {}

  void start(const Region &Region, size_t Index) {
    Current = &Region;
    CurrentIndex = Index;
  }

  // Returns the address of a descriptor, as it may be written in the current region's place.
  std::string descriptor(int Number) const;
  // Returns the call that a construct of this kind has at this place, with the current region's descriptor:
  // `__POMP_For_enter(__pomp_rd(3));`, behind a test if the paper's libraries don't have it.
  std::string call(RegionKind Kind, CallAt Place) const { return call(Kind, Place, Current->Descriptor); }
  std::string call(RegionKind Kind, CallAt Place, int Descriptor) const;
  std::string call(CallAt Place) const { return call(Current->Kind, Place); }
  // Returns the type of what descriptor() returns, as a declaration begins with it.
  const char *descriptorType() const { return Opts.Api == Interface::Pomp ? "struct __ompregdescr *" : "void **"; }
  // Returns what is evaluated once, before the region, and the code that does it.
  std::vector<Hoisted> hoists() const;
  std::string hoistCode() const;
  void replaceHoisted(DirectiveHalf &Half) const;
  // Returns the name of the variable that it is evaluated into.
  std::string variable(const char *Name) const;
  // Returns the barrier that stands for the implicit one, with its events. AtEnd: that one is the region's own, which
  // stays. Then a team of one thread has the events alone: libomp 19, as Debian builds it, asserts in such a team's
  // barrier what is not so after `target nowait`, and not in the one at its end.
  std::string implicitBarrier(bool AtEnd) const;

  // These put code on lines of its own. Openings are nested by the order of the regions, closings the other way round.
  void before(TokenIndex I, const std::string &Code, int Order);
  void after(TokenIndex I, const std::string &Code, int Order);
  void open(TokenIndex I, const std::string &Code) { before(I, Code, int(CurrentIndex)); }
  void close(TokenIndex I, const std::string &Code) { after(I, Code, -int(CurrentIndex)); }
  void suffix(const std::string &Text);
  // Writes the whole directive, but for what is replaced, with the half's suffix.
  void directive(DirectiveHalf Half);
  // A directive's words are subject to macros. These hide the user's macro Word, if there is one, from the code that
  // follows, and show it again.
  std::string hideMacro(const std::string &Word) const;
  std::string showMacro(const std::string &Word) const;
  void replace(TokenRange Range, const std::string &Text);
  void split(DirectiveHalf Outer, const std::string &Between, DirectiveHalf Inner);

  const Options &Opts;
  const TokenTable &Tokens;
  EditList Edits;
  // The prologue declares these functions weakly: they were called, and are not the paper's.
  mutable std::set<std::string> Extensions;

private:
  std::string call(RegionKind Kind, CallVariant Variant, CallAt Place, int Descriptor) const;
  std::string argument(const std::string &Word, int Descriptor) const;
  bool tells(const char *Name) const;
  Edit &add(Edit::Kind What, TokenIndex Token);

  const Region *Current = nullptr;
  size_t CurrentIndex = 0;
};

using Rule = void (*)(const Region &R, RuleContext &Context);

// Each rule is declared as often as a row names it.
#define POMP_CONSTRUCT(Kind, Event, Before, Begin, End, After, In, Barrier, Rule, Switch)                              \
  void Rule(const Region &R, RuleContext &Context);
#define POMP_REGION(Kind, Event, Before, After, Rule, Switch) void Rule(const Region &R, RuleContext &Context);
#include "Directives.def"

// Writes the calls inside of each section of a sections construct.
void sectionCalls(const Region &R, RuleContext &Context);

// Has each section of a sections construct its calls?
bool measuresSections(const Region &R, const Options &Opts);
// Returns the chunk of a loop that the library is told, as it is no constant; nullptr if there is none.
const VariableChunk *toldChunk(const Region &R, const Options &Opts);
// Does an explicit barrier, with events, take the place of the implicit one?
bool replacesImplicitBarrier(const Region &R, const Options &Opts);
// Does the construct that parallel is combined with keep its own implicit barrier, beside the region's, to be measured?
// It does where it may have no nowait, and where nothing else of the region is measured.
bool keepsInnerBarrier(const Region &R, const Options &Opts);
// Does an implicit barrier stay, without events, and is to be measured? In a combined construct it is the one that the
// threads meet first.
bool measuresWhole(const Region &R, const Options &Opts);
MeasuredBarrier measuredBarrier(const Region &R, const Options &Opts);

// Returns the edits of all instrumented regions. Extensions gets the functions beyond the paper's that they call.
EditList applyRules(const std::vector<Region> &Regions, const Options &Opts, const TokenTable &Tokens,
                    std::set<std::string> &Extensions);

// Is the construct switched off by disable=? Then it needs no rule.
bool disabled(const Region &R, const Options &Opts);

} // namespace pompinst
#endif
