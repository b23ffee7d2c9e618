// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Emitter.cpp - writes rewritten headers out in place of their #include.
//
//     #include "loop.h"      /* #include "loop.h" */
//                            # 1 "loop.h" 1
//                            <its text, rewritten>
//                            # 2 "f.c" 2
//
// A header that is not rewritten stays an #include, unless it includes one that is. In a header that is written out,
// names of other files are changed if they would be searched for in another place now.
#include "rewrite/Emitter.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <algorithm>
#include <map>
#include <set>

using namespace clang;

namespace pompinst {
namespace {

class Emitter {
public:
  Emitter(const std::vector<RewrittenFile> &Rewritten, const HeaderTexts &Included, const SourceManager &SM);

  std::string text() const;

private:
  // Names a file so that it is found from the main file.
  struct Spelling {
    std::string Name;
    bool Angled;
  };

  const FileEntry *entry(FileID File) const {
    OptionalFileEntryRef Entry = SM.getFileEntryRefForID(File);
    return Entry ? &Entry->getFileEntry() : nullptr;
  }
  const RewrittenFile *rewritten(FileID File) const;
  bool writtenOut(const HeaderText &H) const { return H.File && WrittenOut.count(&H.File->getFileEntry()); }
  Spelling spelling(const HeaderText &H) const;
  bool names(const Spelling &S, const HeaderText &H) const;
  std::string textOf(FileID Inclusion) const;
  std::string header(FileID Inclusion) const;
  std::string instead(const HeaderText &H, llvm::StringRef Text) const;
  std::string renamed(const HeaderText &H, llvm::StringRef Text) const;

  const std::vector<RewrittenFile> &Rewritten;
  const HeaderTexts &Included;
  const SourceManager &SM;
  LineMarkers Markers;
  std::set<const FileEntry *> WrittenOut;
  std::map<FileID, const HeaderText *> EnteredBy;
  std::map<FileID, std::vector<const HeaderText *>> ByFile;
};

Emitter::Emitter(const std::vector<RewrittenFile> &Rewritten, const HeaderTexts &Included, const SourceManager &SM)
    : Rewritten(Rewritten), Included(Included), SM(SM), Markers(SM) {
  for (const HeaderText &H : Included.all()) {
    ByFile[H.Where.File].push_back(&H);
    if (H.Entered.isValid())
      EnteredBy[H.Entered] = &H;
  }
  for (const RewrittenFile &File : Rewritten)
    if (const FileEntry *Entry = entry(File.File))
      WrittenOut.insert(Entry);
  for (size_t Before = 0; Before != WrittenOut.size();) {
    Before = WrittenOut.size();
    for (const HeaderText &H : Included.all())
      if (H.What == HeaderText::Kind::Include && writtenOut(H))
        if (const FileEntry *Includer = entry(H.Where.File))
          WrittenOut.insert(Includer);
  }
}

const RewrittenFile *Emitter::rewritten(FileID File) const {
  for (const RewrittenFile &R : Rewritten) {
    for (const RewrittenFile &Own : R.Each)
      if (Own.File == File)
        return &Own;
    if (R.Each.empty() && (R.File == File || (entry(File) && entry(R.File) == entry(File))))
      return &R;
  }
  return nullptr;
}

bool Emitter::names(const Spelling &S, const HeaderText &H) const {
  OptionalFileEntryRef Found = Included.lookup(S.Name, S.Angled);
  return Found ? H.File && &Found->getFileEntry() == &H.File->getFileEntry() : !H.File;
}

// Returns the name as it is written, if that finds the file from the main file, too; or a name beside the file that it
// is written in; or the whole path.
Emitter::Spelling Emitter::spelling(const HeaderText &H) const {
  Spelling S{H.Name, H.Angled};
  auto Includer = EnteredBy.find(H.Where.File);
  if (Includer == EnteredBy.end() || names(S, H))
    return S;
  if (!H.Angled && !H.Next && !llvm::sys::path::is_absolute(H.Name)) {
    Spelling Beside = spelling(*Includer->second);
    llvm::StringRef Folder = llvm::StringRef(Beside.Name).take_front(Beside.Name.rfind('/') + 1);
    Beside.Name = (Folder + H.Name).str();
    if (names(Beside, H))
      return Beside;
  }
  llvm::SmallString<256> Path(H.File ? H.File->getName() : "/nowhere/" + H.Name);
  if (llvm::sys::fs::make_absolute(Path)) // there is no current directory, so the user's name has to do
    return S;
  return {std::string(Path), false};
}

// Returns Text with another file name, and as many lines.
std::string Emitter::renamed(const HeaderText &H, llvm::StringRef Text) const {
  Spelling S = spelling(H);
  if (S.Name == H.Name && S.Angled == H.Angled && !H.Next)
    return Text.str();
  std::string Name = (S.Angled ? "<" : "\"") + S.Name + (S.Angled ? ">" : "\"");
  return H.What == HeaderText::Kind::HasInclude ? Name : "#include " + Name + std::string(Text.count('\n'), '\n');
}

// Returns what is in place of Text.
std::string Emitter::instead(const HeaderText &H, llvm::StringRef Text) const {
  bool Root = H.Where.File == SM.getMainFileID();
  bool Inline = H.What == HeaderText::Kind::Include && writtenOut(H);
  if (Root && !Inline)
    return Text.str();
  if (H.What != HeaderText::Kind::OnlyHeader && !Inline)
    return renamed(H, Text);
  bool Comment = !Text.contains('\n') && !Text.contains("/*") && !Text.contains("*/");
  std::string Note = Comment ? "/* " + Text.str() + " */" : std::string(Text.count('\n'), '\n');
  if (Inline ? H.Entered.isInvalid() : H.Name == "once")
    return Note;
  // After #pragma GCC system_header, what follows must be marked as such.
  std::string Out = Note + "\n";
  if (Inline) {
    Out += Markers.enter(H.Entered) + header(H.Entered) + Markers.leave(H.Where.File, H.Where.End);
  } else {
    Out += Markers.marker(H.Where.File, H.Where.End, Markers.line(H.Where.File, H.Where.End) + 1);
  }
  Out.pop_back(); // the newline that follows is there
  return Out;
}

// Returns the text of a header, as whole lines.
std::string Emitter::header(FileID Inclusion) const {
  std::string Text = textOf(Inclusion);
  if (llvm::StringRef(Text).starts_with(ByteOrderMark))
    Text.erase(0, ByteOrderMark.size());
  if (!Text.empty() && Text.back() != '\n')
    Text += '\n';
  return Text;
}

std::string Emitter::textOf(FileID Inclusion) const {
  static const std::vector<OffsetPair> Unmoved;
  const RewrittenFile *R = rewritten(Inclusion);
  llvm::StringRef Text = R ? llvm::StringRef(R->Text) : SM.getBufferData(Inclusion);
  auto Here = ByFile.find(Inclusion);
  if (Here == ByFile.end())
    return Text.str();
  std::string Out;
  size_t Copied = 0;
  for (const HeaderText *H : Here->second) {
    size_t Begin = movedOffset(R ? R->Moves : Unmoved, H->Where.Begin);
    size_t Length = H->Where.End - H->Where.Begin;
    if (Begin < Copied)
      continue; // a file name in an #include that is replaced as a whole
    Out += Text.slice(Copied, Begin);
    Out += instead(*H, Text.substr(Begin, Length));
    Copied = Begin + Length;
  }
  Out += Text.drop_front(Copied);
  return Out;
}

// Returns the text of the main file, after the files of -include that are rewritten.
std::string Emitter::text() const {
  FileID Main = SM.getMainFileID();
  std::string Before;
  for (const HeaderText &H : Included.all())
    if (H.What == HeaderText::Kind::Include && !entry(H.Where.File) && H.Where.File != Main && writtenOut(H) &&
        H.Entered.isValid())
      Before += Markers.enter(H.Entered) + header(H.Entered) + Markers.marker(Main, 0, 1, false, " 2");
  std::string Text = textOf(Main);
  // A rewritten text says which file it is; any other must, too.
  if (!Before.empty() || !rewritten(Main))
    Before.insert(0, Markers.marker(Main, 0));
  if (!Before.empty() && llvm::StringRef(Text).starts_with(ByteOrderMark))
    Text.erase(0, ByteOrderMark.size());
  return Before + Text;
}

} // namespace

std::string emittedText(const std::vector<RewrittenFile> &Rewritten, const HeaderTexts &Included,
                        const SourceManager &SM) {
  return Emitter(Rewritten, Included, SM).text();
}

} // namespace pompinst
