// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Attributes.cpp - finds directives in attribute spelling among the tokens.
#include "rules/Attributes.h"

#include "analysis/DirectiveFacts.h"

#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace pompinst {
namespace {

// Reads `[[ attribute, … ]]` with `omp::directive(…)` and `omp::sequence(…)`, or the same behind `using omp:`.
class AttributeReader {
public:
  explicit AttributeReader(const TokenTable &Tokens) : Tokens(Tokens) {}

  // Reads the attributes that begin at I; false if they are not OpenMP's, or not only.
  bool read(TokenIndex I);

  std::vector<TokenRange> Directives;
  TokenIndex Last = NoToken;

private:
  bool is(TokenIndex I, tok::TokenKind Kind) const { return I < Tokens.size() && Tokens[I].is(Kind); }
  bool isWord(TokenIndex I, StringRef Word) const {
    return is(I, tok::identifier) && Tokens[I].getIdentifierInfo()->getName() == Word;
  }
  bool readList(TokenIndex &I, TokenIndex End, bool NeedsScope);
  bool readItem(TokenIndex &I, bool NeedsScope);
  bool executable(TokenRange Words) const;

  const TokenTable &Tokens;
};

bool AttributeReader::read(TokenIndex I) {
  if (!is(I, tok::l_square) || !is(I + 1, tok::l_square))
    return false;
  if (I > 1 && is(I - 1, tok::r_square) && is(I - 2, tok::r_square))
    return false; // other attributes come before it, and no pragma may follow them
  TokenIndex End = Tokens.matching(I);
  if (End == NoToken || Tokens.matching(I + 1) + 1 != End)
    return false;
  Last = End;
  I += 2;
  bool Using = is(I, tok::kw_using) && isWord(I + 1, "omp") && is(I + 2, tok::colon);
  if (Using)
    I += 3;
  return readList(I, End - 1, !Using) && !Directives.empty();
}

bool AttributeReader::readList(TokenIndex &I, TokenIndex End, bool NeedsScope) {
  while (I < End) {
    if (!readItem(I, NeedsScope))
      return false;
    if (I >= End)
      break;
    bool Comma = is(I, tok::comma);
    ++I;
    if (!Comma)
      return false;
  }
  return true;
}

// Reads `[omp::]directive(…)` or `[omp::]sequence(item, …)`; in a sequence the scope may be left out.
bool AttributeReader::readItem(TokenIndex &I, bool NeedsScope) {
  bool Scoped = isWord(I, "omp") && is(I + 1, tok::coloncolon);
  if (Scoped)
    I += 2;
  else if (NeedsScope)
    return false;
  bool Sequence = isWord(I, "sequence");
  if ((!Sequence && !isWord(I, "directive")) || !is(I + 1, tok::l_paren))
    return false;
  TokenIndex Open = I + 1;
  TokenIndex Close = Tokens.matching(Open);
  if (Close == NoToken || Close == Open + 1)
    return false;
  I = Open + 1;
  if (Sequence) {
    if (!readList(I, Close, false))
      return false;
  } else {
    Directives.push_back({Open + 1, Close - 1});
    if (!executable(Directives.back()))
      return false;
  }
  I = Close + 1;
  return true;
}

// A declarative directive may be where no pragma can.
bool AttributeReader::executable(TokenRange Words) const {
  static const char *const Declarative[] = {"allocate", "assumes",  "begin",        "declare",
                                            "end",      "requires", "threadprivate"};
  return !llvm::is_contained(Declarative, Tokens.spelling(Words.First));
}

} // namespace

EditList pragmasForAttributes(const std::vector<Region> &Regions, const TokenTable &Tokens) {
  EditList Edits;
  bool Any = llvm::any_of(Regions, [&](const Region &R) { return inAttribute(R.Pragma.First, Tokens); });
  for (TokenIndex I = 0; Any && I + 1 < Tokens.size(); ++I) {
    AttributeReader Reader(Tokens);
    if (!Reader.read(I))
      continue;
    Edit E;
    E.What = Edit::Kind::Pragmas;
    E.Token = I;
    E.Last = Reader.Last;
    E.Directives = std::move(Reader.Directives);
    E.Region = Edits.size();
    Edits.push_back(std::move(E));
    I = Reader.Last;
  }
  return Edits;
}

} // namespace pompinst
