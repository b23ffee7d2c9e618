// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// FileWriter.h - writes one rewritten file: the user's text, line by line and column by column, and lines of ours
// between. What does not live here: which changes there are (Rewriter, Inclusions).
//
// The user's text stays as it is. Inserted code is on lines of its own, between two line markers: the first
// gives them the line that they belong to and declares them a system header (the `3`), so that no warning arises in
// them; the second gives the user's line back, and blanks give the column back:
//
//     if (a) x++; else y++;          # 7 "f.c" 3
//            ^ insert                { POMP_…
//                                    # 7 "f.c"
//                                           x++; else y++;
#ifndef POMPINST_FILEWRITER_H
#define POMPINST_FILEWRITER_H

#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace pompinst {

// A file in UTF-8 may begin with it, and nothing may come before it.
constexpr llvm::StringLiteral ByteOrderMark = "\xEF\xBB\xBF";

// A stretch of the user's text was at the offset From, and is at To now.
struct OffsetPair {
  unsigned From, To;
};

struct RewrittenFile {
  clang::FileID File; // the first inclusion of it
  std::string Text;
  std::vector<OffsetPair> Moves; // ascending
  // Each inclusion has its own list, if they have texts of their own.
  std::vector<std::vector<OffsetPair>> ByInclusion;
  std::vector<RewrittenFile> Each; // those texts
};

// Returns where the text that was at From is now.
unsigned movedOffset(const std::vector<OffsetPair> &Moves, unsigned From);

// Writes places of the user's text, as line markers and blanks.
class LineMarkers {
public:
  explicit LineMarkers(const clang::SourceManager &SM, bool Lineless = false) : SM(SM), Lineless(Lineless) {}

  unsigned line(clang::FileID File, unsigned Offset) const;
  // Returns a line marker for the place; Line and System override what it says.
  std::string marker(clang::FileID File, unsigned Offset, unsigned Line = 0, bool System = false,
                     const char *Way = "") const;
  // Returns a line marker for inserted code that belongs to the place. Where lines are counted, the code is in line 0,
  // which is no line: the user's lines run as often as they do without it.
  std::string own(clang::FileID File, unsigned Offset, unsigned Line = 0) const;
  // Before the first line of an included file, and behind its last: Offset is in the line of its #include.
  std::string enter(clang::FileID File) const { return marker(File, 0, 0, false, " 1"); }
  std::string leave(clang::FileID Includer, unsigned Offset) const {
    return marker(Includer, Offset, line(Includer, Offset) + 1, false, " 2");
  }
  // Returns what must come before the user's text from Offset on, after lines of ours.
  std::string resume(clang::FileID File, unsigned Offset) const { return marker(File, Offset) + pad(File, Offset); }

private:
  std::string pad(clang::FileID File, unsigned Offset) const;

  const clang::SourceManager &SM;
  bool Lineless;
};

// Its user gives it the pieces in the order of the file.
class FileWriter {
public:
  FileWriter(const LineMarkers &Markers, const clang::SourceManager &SM, clang::FileID File);

  // Puts whole lines before everything, or at a place where a line or a token begins.
  void prologue(const std::string &Text, unsigned At = 0);
  // Puts Text in place of the user's text from Begin to End.
  void replace(unsigned Begin, unsigned End, llvm::StringRef Text);
  // Puts a line of code at a place; Line is the line that it belongs to.
  void code(unsigned At, llvm::StringRef Text, unsigned Line);
  RewrittenFile finish();

private:
  void copyTo(unsigned Offset);
  bool blank(unsigned From, unsigned To) const { return Source.slice(From, To).trim(" \t\r").empty(); }

  const LineMarkers &Markers;
  llvm::StringRef Source;
  RewrittenFile Out;
  unsigned Copied = 0;
  bool Displaced = false; // lines of ours were written: the user's text needs a marker before it goes on
};

} // namespace pompinst
#endif
