// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// FileWriter.cpp - copies the user's text, puts lines of ours between, and writes the markers that lead back.
#include "rewrite/FileWriter.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/ConvertUTF.h"

#include <algorithm>

using namespace clang;

namespace pompinst {

namespace {

// Writes the name of a file as a string literal has it. Bytes that are no UTF-8 are escaped, as Clang warns of them in
// a literal; so are control characters, such as the end of a line.
std::string quotable(llvm::StringRef Name) {
  const auto *First = reinterpret_cast<const llvm::UTF8 *>(Name.begin());
  const bool Utf8 = llvm::isLegalUTF8String(&First, reinterpret_cast<const llvm::UTF8 *>(Name.end()));
  std::string Text;
  for (unsigned char C : Name) {
    if (C < 0x20 || C == 0x7F || (C >= 0x80 && !Utf8)) {
      (Text += '\\') += char('0' + (C >> 6));
      (Text += char('0' + (C >> 3 & 7))) += char('0' + (C & 7));
      continue;
    }
    if (C == '"' || C == '\\' || C == '?') // ? may begin a trigraph
      Text += '\\';
    Text += char(C);
  }
  return Text;
}

} // namespace

unsigned LineMarkers::line(FileID File, unsigned Offset) const {
  return SM.getPresumedLoc(SM.getLocForStartOfFile(File).getLocWithOffset(Offset)).getLine();
}

std::string LineMarkers::marker(FileID File, unsigned Offset, unsigned Line, bool System, const char *Way) const {
  SourceLocation Loc = SM.getLocForStartOfFile(File).getLocWithOffset(Offset);
  PresumedLoc Presumed = SM.getPresumedLoc(Loc);
  std::string Text = "# " + std::to_string(Line ? Line : Presumed.getLine()) + " \"";
  Text += quotable(Presumed.getFilename());
  Text += '"';
  Text += Way;
  SrcMgr::CharacteristicKind Kind = SM.getFileCharacteristic(Loc);
  if (System || SrcMgr::isSystem(Kind))
    Text += " 3";
  if (!System && Kind == SrcMgr::C_ExternCSystem)
    Text += " 4";
  return Text + "\n";
}

std::string LineMarkers::own(FileID File, unsigned Offset, unsigned Line) const {
  std::string Text = marker(File, Offset, Line, true);
  constexpr size_t Number = 2; // it follows "# "
  return Lineless ? Text.replace(Number, Text.find(' ', Number) - Number, "0") : Text;
}

// Returns blanks as wide as the user's line before Offset.
std::string LineMarkers::pad(FileID File, unsigned Offset) const {
  llvm::StringRef Before = SM.getBufferData(File).take_front(Offset);
  Before = Before.substr(Before.rfind('\n') + 1);
  constexpr size_t Widest = 1000; // a generated line of many constructs would grow by its own length with each
  if (Before.size() > Widest)
    return "";
  std::string Blanks(Before);
  for (char &C : Blanks)
    if (C != '\t')
      C = ' ';
  return Blanks;
}

FileWriter::FileWriter(const LineMarkers &Markers, const SourceManager &SM, FileID File)
    : Markers(Markers), Source(SM.getBufferData(File)) {
  Out.File = File;
}

void FileWriter::copyTo(unsigned Offset) {
  if (Offset <= Copied)
    return;
  if (Displaced)
    Out.Text += Markers.resume(Out.File, Copied);
  Displaced = false;
  Out.Moves.push_back({Copied, unsigned(Out.Text.size())});
  Out.Text += Source.slice(Copied, Offset);
  Copied = Offset;
}

void FileWriter::prologue(const std::string &Text, unsigned At) {
  copyTo(At);
  if (At > 0 && Source[At - 1] != '\n')
    Out.Text += "\n";
  if (At == 0 && Source.starts_with(ByteOrderMark)) {
    copyTo(ByteOrderMark.size());
    Out.Text += "\n";
  }
  Out.Text += Text;
  Displaced = true;
}

void FileWriter::replace(unsigned Begin, unsigned End, llvm::StringRef Text) {
  copyTo(Begin);
  if (Displaced)
    Out.Text += Markers.resume(Out.File, Begin);
  Displaced = false;
  Out.Moves.push_back({Begin, unsigned(Out.Text.size())});
  Out.Text += Text.str();
  Copied = std::max(Copied, End);
}

void FileWriter::code(unsigned At, llvm::StringRef Text, unsigned Line) {
  size_t LineStart = Source.take_front(At).rfind('\n') + 1;
  size_t LineEnd = std::min(Source.find('\n', At), Source.size());
  // Code before the first token of a line goes before its indentation, so that the line stays as it is.
  if (LineStart >= Copied && blank(LineStart, At))
    At = LineStart;
  copyTo(At);
  if (!Out.Text.empty() && Out.Text.back() != '\n')
    Out.Text += '\n';
  Out.Text += Markers.own(Out.File, At, Line) + Text.str() + "\n";
  Displaced = true;
  // After code behind the last token of a line, the user's text goes on with the next line.
  if (At != LineStart && blank(At, LineEnd) && LineEnd < Source.size())
    Copied = LineEnd + 1;
}

RewrittenFile FileWriter::finish() {
  copyTo(Source.size());
  return std::move(Out);
}

unsigned movedOffset(const std::vector<OffsetPair> &Moves, unsigned From) {
  auto It = std::upper_bound(Moves.begin(), Moves.end(), From,
                             [](unsigned Offset, const OffsetPair &Pair) { return Offset < Pair.From; });
  if (It == Moves.begin())
    return From;
  --It;
  return It->To + (From - It->From);
}

} // namespace pompinst
