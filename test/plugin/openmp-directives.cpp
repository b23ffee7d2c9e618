// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// openmp-directives.cpp - compares the plugin's list of directives (clang-plugin/Directives.def) with LLVM's, and
// prints it for test/lit/support/Inputs/table.py, which compares it with the documentation, the sources and the tests.
//
// Each line of the output says one thing of the list, its fields separated by tabs:
//   directive  name, treatment, kind of region, inner directive, rule, why
//   construct  kind of region, rule, switch, functions
//   switch     name
// Faults of the list go to standard error, and the exit status is 1 then.
#include "analysis/Directives.h"
#include "leaf-constructs.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"

#include <cstdio>
#include <set>
#include <string>

namespace {

using namespace llvm::omp;
using namespace pompinst;

bool Fine = true;

void complain(const std::string &Text) {
  std::fprintf(stderr, "%s\n", Text.c_str());
  Fine = false;
}

std::string nameOf(Directive D) { return D == OMPD_unknown ? "" : compat::directiveName(D); }

const char *const Treatments[] = {"measured", "left alone", "no event", "fortran"};

const char *const SwitchNames[] = {
#define POMP_SWITCH(Switch, Name, Sync) Name,
#include "Directives.def"
};

// LLVM has each directive, and the list has each of LLVM's once.
void checkComplete() {
  std::set<Directive> Listed;
  for (const DirectiveRow &Row : allDirectives())
    if (!Listed.insert(Row.Id).second)
      complain(nameOf(Row.Id) + " has two rows in Directives.def");
  for (unsigned I = 0; I < Directive_enumSize; ++I)
    if (Directive(I) != OMPD_unknown && !Listed.count(Directive(I)))
      complain(nameOf(Directive(I)) + " has no row in Directives.def");
}

bool isFortranBlock(Directive D) {
  std::string Name = nameOf(D);
  return Name == "workshare" || Name == "workdistribute";
}

bool isFortran(llvm::ArrayRef<Directive> Leafs) {
  return llvm::any_of(Leafs, [](Directive D) { return D == OMPD_do || isFortranBlock(D); });
}

// LLVM's facts about a directive leave no choice.
void checkAgainstLLVM(const DirectiveRow &Row) {
  std::string Name = nameOf(Row.Id);
  const auto &Parts = leafsOf(Row.Id);
  llvm::ArrayRef<Directive> Leafs(Parts);
  if (isFortran(Leafs) && Row.What != Treatment::Fortran)
    complain(Name + " is Fortran's");
  if (Row.What == Treatment::Fortran)
    return;
  if (!agreesOnExecutable(Row.Id, Row.What == Treatment::Measured) && Row.What != Treatment::LeftAlone &&
      Row.Id != OMPD_section)
    complain(Name + ": LLVM does not agree that it is '" + Treatments[unsigned(Row.What)] + "'");
  bool Combined = Leafs.size() > 1 && Leafs[0] == OMPD_parallel;
  if (Combined != (Row.Kind == RegionKind::Combined))
    complain(Name + ": LLVM does not agree on whether it combines parallel with another construct");
  if (Combined && Row.Inner != compoundOf(Leafs.drop_front()))
    complain(Name + ": what parallel is combined with is " + nameOf(compoundOf(Leafs.drop_front())));
  if (Row.Kind == RegionKind::Combined && directiveRow(Row.Inner).What != Treatment::Measured)
    complain(Name + ": what parallel is combined with is not measured");
  const std::pair<Directive, RegionKind> Families[] = {
      {OMPD_target, RegionKind::Target}, {OMPD_teams, RegionKind::Teams}, {OMPD_distribute, RegionKind::Distribute}};
  for (auto [First, Kind] : Families)
    if (Leafs[0] == First && Row.Kind != Kind)
      complain(Name + ": it is a " + factsOf(Kind).Name + ", not a " + factsOf(Row.Kind).Name);
}

// A kind of region that no directive makes has no use; nor has a name of disable= that no kind of region has.
void checkUsed() {
  std::set<RegionKind> Made = {RegionKind::Doacross}; // ordered without a block, which only its clauses tell
  for (const DirectiveRow &Row : allDirectives())
    Made.insert(Row.Kind);
  if (getOpenMPDirectiveKind("scope") == OMPD_unknown) // an old LLVM does not know it
    Made.insert(RegionKind::Scope);
  std::set<std::string> Used;
  for (unsigned I = 0; I < unsigned(RegionKind::Other); ++I) {
    const ConstructFacts &Facts = factsOf(RegionKind(I));
    if (Facts.IsDirective && !Made.count(RegionKind(I)))
      complain(std::string("no directive makes a ") + Facts.Name);
    if (Facts.Switch)
      Used.insert(SwitchNames[unsigned(*Facts.Switch)]);
    // Calls come in pairs, but an event that control may not come back from has one.
    bool Opens = Facts.suffix(CallAt::Before), Closes = Facts.suffix(CallAt::After);
    bool Begins = Facts.suffix(CallAt::Begin), Ends = Facts.suffix(CallAt::End);
    bool OneCall = RegionKind(I) == RegionKind::Cancel || RegionKind(I) == RegionKind::CancellationPoint;
    if (Opens != Closes && !OneCall)
      complain(std::string(Facts.Name) + " has a call before it and none after it, or the other way round");
    if (Begins != Ends || (Facts.IsDirective && !Opens && !Begins))
      complain(std::string(Facts.Name) + " has a begin without an end, or no call at all");
  }
  for (const char *Name : SwitchNames)
    if (!Used.count(Name))
      complain(std::string("disable=") + Name + " leaves nothing alone");
}

void print() {
  for (const DirectiveRow &Row : allDirectives())
    std::printf("directive\t%s\t%s\t%s\t%s\t%s\t%s\n", nameOf(Row.Id).c_str(), Treatments[unsigned(Row.What)],
                factsOf(Row.Kind).Name, nameOf(Row.Inner).c_str(), factsOf(Row.Kind).Rule, Row.Why);
  for (unsigned I = 0; I < unsigned(RegionKind::Other); ++I) {
    const ConstructFacts &Facts = factsOf(RegionKind(I));
    std::string Functions;
    for (const char *Suffix : Facts.Suffixes)
      if (Suffix)
        Functions += (Functions.empty() ? "" : " ") + std::string(Facts.Event) + Suffix;
    std::printf("construct\t%s\t%s\t%s\t%s\n", Facts.Name, Facts.Rule,
                Facts.Switch ? SwitchNames[unsigned(*Facts.Switch)] : "", Functions.c_str());
  }
  for (const char *Name : SwitchNames)
    std::printf("switch\t%s\n", Name);
}

} // namespace

int main() {
  checkComplete();
  for (const DirectiveRow &Row : allDirectives())
    checkAgainstLLVM(Row);
  checkUsed();
  print();
  return Fine ? 0 : 1;
}
