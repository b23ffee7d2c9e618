// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Inclusions.cpp - counts the inclusions of a file, and makes one list of changes, or one text, for all of them.
#include "rewrite/Inclusions.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

#include <algorithm>
#include <tuple>

using namespace clang;

namespace pompinst {

bool Item::operator<(const Item &O) const {
  return std::tie(Begin, At, Order, Sequence) < std::tie(O.Begin, O.At, O.Order, O.Sequence);
}

bool Item::same(const Item &O) const { return Begin == O.Begin && End == O.End && At == O.At && Text == O.Text; }

// --- which there are -------------------------------------------------------------------------------------------

InclusionTable::InclusionTable(const SourceManager &SM) : SM(SM) {
  for (unsigned I = 1; I < SM.local_sloc_entry_size(); ++I) {
    const SrcMgr::SLocEntry &Entry = SM.getLocalSLocEntry(I);
    OptionalFileEntryRef File;
    if (Entry.isFile())
      File = Entry.getFile().getContentCache().OrigEntry;
    if (!File)
      continue;
    std::vector<FileID> &Inclusions = Files[&File->getFileEntry()];
    FileID ID = SM.getFileID(SourceLocation::getFromRawEncoding(Entry.getOffset()));
    // The main file is not included; it comes first.
    Ordinals[ID] = Inclusions.size() - (!Inclusions.empty() && SM.getIncludeLoc(Inclusions[0]).isInvalid());
    Inclusions.push_back(ID);
  }
}

const std::vector<FileID> &InclusionTable::of(const FileEntry *File) const {
  static const std::vector<FileID> None;
  auto It = Files.find(File);
  return It == Files.end() ? None : It->second;
}

unsigned InclusionTable::ordinal(FileID Inclusion) const {
  auto It = Ordinals.find(Inclusion);
  return It == Ordinals.end() ? 0 : It->second;
}

FileID InclusionTable::included(const FileEntry *File, unsigned Ordinal) const {
  for (FileID ID : of(File))
    if (SM.getIncludeLoc(ID).isValid() && Ordinal-- == 0)
      return ID;
  return FileID();
}

// --- one list --------------------------------------------------------------------------------------------------

// Returns the offsets at which the parser's tokens begin in each inclusion.
static llvm::DenseMap<FileID, llvm::DenseSet<unsigned>> tokenOffsets(const std::vector<FileID> &Inclusions,
                                                                     const TokenTable &Tokens) {
  llvm::DenseMap<FileID, llvm::DenseSet<unsigned>> Offsets;
  for (FileID File : Inclusions)
    Offsets[File];
  for (TokenIndex I = 0; I < Tokens.size(); ++I) {
    FileSpan Span = Tokens.span(I);
    if (auto It = Offsets.find(Span.File); It != Offsets.end())
      It->second.insert(Span.Begin);
  }
  return Offsets;
}

bool mergeInclusions(std::vector<Item> &List, const std::vector<FileID> &Inclusions, const TokenTable &Tokens) {
  if (Inclusions.size() < 2)
    return true;
  std::vector<Item> Merged;
  std::vector<llvm::DenseSet<FileID>> Having; // for each in Merged, the inclusions that have this change
  for (const Item &I : List) {
    size_t Index = Merged.size();
    for (size_t M = Merged.size(); M > 0 && Merged[M - 1].Begin == I.Begin; --M)
      if (Merged[M - 1].same(I) && !Having[M - 1].contains(I.File))
        Index = M - 1;
    if (Index == Merged.size()) {
      Merged.push_back(I);
      Having.emplace_back();
    }
    Having[Index].insert(I.File);
  }
  auto Offsets = tokenOffsets(Inclusions, Tokens);
  for (size_t M = 0; M < Merged.size(); ++M)
    if (Having[M].size() < Inclusions.size())
      for (FileID File : Inclusions)
        if (!Having[M].contains(File) && Offsets[File].contains(Merged[M].Anchor))
          return false;
  List = std::move(Merged);
  return true;
}

// --- several texts in one --------------------------------------------------------------------------------------

RewrittenFile oneOfSeveral(std::vector<RewrittenFile> Texts, const std::string &Name, const std::string &Marker) {
  std::vector<size_t> Version(Texts.size()); // for each inclusion, the first one with the same text
  for (size_t I = 0; I < Texts.size(); ++I)
    for (Version[I] = 0; Texts[Version[I]].Text != Texts[I].Text;)
      ++Version[I];
  const std::string Entered = "__pomp_entered_" + Name + "_", Chosen = "__pomp_version_" + Name;

  RewrittenFile Whole;
  Whole.Each = Texts;
  Whole.File = Texts[0].File;
  if (llvm::StringRef(Texts[0].Text).starts_with(ByteOrderMark))
    Whole.Text = ByteOrderMark.str() + "\n";
  Whole.Text += Marker;
  for (size_t I = 0; I < Texts.size(); ++I) {
    std::string Count = Entered + std::to_string(I);
    Whole.Text += (I ? "#elif !defined " : "#if !defined ") + Count + "\n#define " + Count + "\n#undef " + Chosen +
                  "\n#define " + Chosen + " " + std::to_string(Version[I]) + "\n";
  }
  Whole.Text += "#endif\n";
  Whole.ByInclusion.resize(Texts.size());
  const char *If = "#if ";
  for (size_t V = 0; V < Texts.size(); ++V) {
    if (Version[V] != V)
      continue;
    llvm::StringRef Text = Texts[V].Text;
    unsigned Marked = Text.consume_front(ByteOrderMark) ? ByteOrderMark.size() : 0;
    Whole.Text += If + Chosen + " == " + std::to_string(V) + "\n";
    for (OffsetPair &Pair : Texts[V].Moves)
      Pair.To += Whole.Text.size() - std::min(Marked, Pair.To);
    Whole.Text += Text.str() + "\n";
    If = "#elif ";
  }
  Whole.Text += "#endif\n";
  for (size_t I = 0; I < Texts.size(); ++I)
    Whole.ByInclusion[I] = Texts[Version[I]].Moves;
  return Whole;
}

} // namespace pompinst
