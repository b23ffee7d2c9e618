// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// DescriptorNumbers.cpp - does what DescriptorNumbers.h says. What does not live here: the tokens that regions begin
// at.
#include "rewrite/DescriptorNumbers.h"

#include "analysis/DirectiveFacts.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <map>
#include <tuple>

using namespace clang;

namespace pompinst {
namespace {

// A token's own place. The tokens of a macro's expansion are all where that is, and counted.
using Spot = std::tuple<FileID, unsigned, unsigned>;

Spot spotOf(const Region &R, const TokenTable &Tokens) {
  if (R.At >= Tokens.size())
    return {};
  FileSpan Span = Tokens.span(R.At);
  return {Span.File, Span.Begin, R.At - Tokens.groupFirst(R.At)};
}

// These are regions that look alike, by the column and the inclusions that they begin in, from the innermost on.
using Places = std::map<std::pair<unsigned, std::vector<std::string>>, std::vector<Region *>>;

// Returns how many of the outermost inclusions all have in common.
size_t commonIncludes(const Places &Alike) {
  const std::vector<std::string> &First = Alike.begin()->first.second;
  size_t Common = First.size();
  for (const auto &[Where, Regions] : Alike) {
    auto Differ = std::mismatch(First.rbegin(), First.rend(), Where.second.rbegin(), Where.second.rend());
    Common = std::min(Common, size_t(Differ.first - First.rbegin()));
  }
  return Common;
}

// Tells them apart by the column, if they differ in it; by where the file is included, likewise; and by a number what
// a macro has put in one column.
void tellApart(const Places &Alike) {
  const unsigned First = Alike.begin()->first.first;
  const bool InColumns = llvm::any_of(Alike, [&](const auto &Here) { return Here.first.first != First; });
  const size_t Common = commonIncludes(Alike);
  for (const auto &[Where, Regions] : Alike)
    for (size_t I = 0; I < Regions.size(); ++I) {
      std::string &Place = Regions[I]->Place;
      if (InColumns)
        Place += ":" + std::to_string(Where.first);
      if (Regions.size() > 1)
        Place += "#" + std::to_string(I + 1);
      for (const std::string &Include : llvm::ArrayRef(Where.second).drop_back(Common))
        Place += " < " + Include;
    }
}

void findPlaces(const std::vector<Region *> &Table, const TokenTable &Tokens) {
  std::map<std::tuple<bool, std::string, std::string, std::string, std::string, unsigned>, std::vector<Region *>> Alike;
  for (Region *R : Table)
    if (R->At < Tokens.size())
      Alike[{R->Kind == RegionKind::Section, R->DescriptorName.empty() ? R->Directive : R->DescriptorName, R->SubName,
             R->Function, R->FileName, R->BeginLine1}]
          .push_back(R);
  for (const auto &[Name, Regions] : Alike) {
    if (Regions.size() < 2)
      continue;
    Places ByPlace;
    for (Region *R : Regions) {
      FileSpan Span = Tokens.span(R->At);
      std::vector<std::string> Includes;
      for (const SourceLine &Include : includesOf(R->At, Tokens))
        Includes.push_back(Include.File + ":" + std::to_string(Include.Line));
      ByPlace[{Tokens.sourceManager().getColumnNumber(Span.File, Span.Begin), std::move(Includes)}].push_back(R);
    }
    tellApart(ByPlace);
  }
}

} // namespace

std::vector<const Region *> numberDescriptors(std::vector<Region> &Regions, Interface Api, const TokenTable &Tokens) {
  std::vector<Region *> Table;
  // Pragmas of user regions are no tokens: several may be before one, and have lines of their own.
  std::map<std::tuple<Spot, int, std::string, std::string, unsigned, MeasuredBarrier, WrittenClauses>, int> Known;
  auto NumberOne = [&](Region &R) {
    auto [It, New] = Known.try_emplace(
        std::make_tuple(spotOf(R, Tokens), int(R.Kind), R.SubName, R.Function, R.BeginLine1, R.Measured, R.Written),
        int(Table.size()));
    R.Descriptor = It->second;
    R.Place.clear();
    if (New)
      Table.push_back(&R);
  };
  for (Region &R : Regions) {
    R.Descriptor = -1;
    if (!R.instrumented() || R.Kind == RegionKind::Control || R.Kind == RegionKind::LockCall)
      continue;
    NumberOne(R);
    for (Region &Section : R.Sections) {
      Section.Function = R.Function;
      if (Api == Interface::Pomp2) // its calls have the handle of the whole construct
        Section.Descriptor = R.Descriptor;
      else
        NumberOne(Section);
    }
  }
  findPlaces(Table, Tokens);
  return {Table.begin(), Table.end()};
}

} // namespace pompinst
