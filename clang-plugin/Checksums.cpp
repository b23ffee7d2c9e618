// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Checksums.cpp - puts the users' checksums into LLVM's debug information. Clang takes them from the text that it has
// compiled, and knows none where line markers name the file; and LLVM writes none if one file has none.
#include "Checksums.h"

#include "CodeCompatibility.h"

#include "clang/Frontend/CompilerInstance.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MD5.h"
#include "llvm/Support/Path.h"

using namespace clang;

namespace pompinst {
namespace {

// This is what debug information says of the text of a file.
struct TextFacts {
  std::string MD5, Text;

  explicit TextFacts(StringRef Of) : Text(Of) {
    llvm::MD5 Hash;
    Hash.update(Of);
    llvm::MD5::MD5Result Result;
    Hash.final(Result);
    MD5 = std::string(Result.digest());
  }
};

// Knows the files whose facts are to be others.
class UsersFiles {
public:
  UsersFiles(CompilerInstance &CI, const std::vector<UsersText> &Texts) : CI(CI), Ours("") {
    for (const UsersText &Users : Texts)
      Files.emplace_back(Users.File, TextFacts(Users.Text));
  }

  // The facts of the file that has this name in debug information; nullptr: they are right.
  const TextFacts *of(const llvm::DIFile &File) const {
    if (File.getFilename() == "<pompinst>")
      return &Ours;
    StringRef Name = llvm::sys::path::filename(File.getFilename());
    for (const auto &[Entry, Facts] : Files)
      if (llvm::sys::path::filename(Entry.getName()) == Name && isNameOf(File, Entry))
        return &Facts;
    return nullptr;
  }

private:
  std::string mapped(StringRef Path) const {
    SmallString<256> Mapped(Path);
    const auto &Prefixes = CI.getCodeGenOpts().DebugPrefixMap;
    for (auto It = Prefixes.rbegin(); It != Prefixes.rend(); ++It)
      if (llvm::sys::path::replace_path_prefix(Mapped, It->first, It->second))
        break;
    return std::string(Mapped);
  }

  // Clang names a file as it is included, and its folder, if that is not part of the name; both as the user maps them.
  bool isNameOf(const llvm::DIFile &File, FileEntryRef Entry) const {
    SmallString<256> Path(File.getDirectory());
    if (llvm::sys::path::is_absolute(File.getFilename()))
      Path.clear();
    llvm::sys::path::append(Path, File.getFilename());
    std::string Folder = CI.getCodeGenOpts().DebugCompilationDir;
    if (Folder.empty())
      if (auto Current = CI.getVirtualFileSystem().getCurrentWorkingDirectory())
        Folder = *Current;
    SmallString<256> Expected(mapped(Entry.getName()));
    if (!llvm::sys::path::is_absolute(Expected)) {
      Expected = mapped(Folder);
      llvm::sys::path::append(Expected, mapped(Entry.getName()));
    }
    if (Path == Expected)
      return true;
    OptionalFileEntryRef Other = CI.getFileManager().getOptionalFileRef(Path);
    return Other && &Other->getFileEntry() == &Entry.getFileEntry();
  }

  CompilerInstance &CI;
  std::vector<std::pair<FileEntryRef, TextFacts>> Files;
  const TextFacts Ours; // inserted code is in no file: it gets a checksum because either all files have one, or none
};

// Goes through all debug information, and names other files in place of those whose facts are wrong.
class FileChanger {
public:
  FileChanger(const UsersFiles &Files, bool HasSums) : Files(Files), HasSums(HasSums) {}

  void change(llvm::Module &M) {
    for (llvm::NamedMDNode &Named : M.named_metadata())
      for (llvm::MDNode *Node : Named.operands())
        meet(Node);
    for (llvm::GlobalVariable &Variable : M.globals())
      attachments(Variable);
    for (llvm::Function &Function : M) {
      attachments(Function);
      for (llvm::Instruction &I : llvm::instructions(Function))
        instruction(I);
    }
    while (!ToDo.empty())
      operands(*ToDo.pop_back_val());
  }

private:
  void meet(llvm::Metadata *What) {
    auto *Node = llvm::dyn_cast_or_null<llvm::MDNode>(What);
    if (Node && Seen.insert(Node).second)
      ToDo.push_back(Node);
  }

  template <typename Holder> void attachments(const Holder &Of) {
    llvm::SmallVector<std::pair<unsigned, llvm::MDNode *>, 4> Nodes;
    Of.getAllMetadata(Nodes);
    for (auto [Kind, Node] : Nodes)
      meet(Node);
  }

  void instruction(llvm::Instruction &I) {
    attachments(I);
    for (llvm::Value *Operand : I.operands())
      if (auto *Wrapped = llvm::dyn_cast<llvm::MetadataAsValue>(Operand))
        meet(Wrapped->getMetadata());
    compat::forDebugRecords(I, [this](llvm::Metadata *Node) { meet(Node); });
  }

  void operands(llvm::MDNode &Node) {
    for (unsigned I = 0; I < Node.getNumOperands(); I++) {
      llvm::Metadata *Operand = Node.getOperand(I);
      if (auto *File = llvm::dyn_cast_or_null<llvm::DIFile>(Operand))
        Node.replaceOperandWith(I, right(File));
      else
        meet(Operand);
    }
  }

  llvm::DIFile *right(llvm::DIFile *File) {
    auto [It, New] = Right.try_emplace(File, File);
    const TextFacts *Facts = New ? Files.of(*File) : nullptr;
    if (!Facts)
      return It->second;
    std::optional<llvm::DIFile::ChecksumInfo<StringRef>> Sum;
    if (HasSums)
      Sum.emplace(llvm::DIFile::CSK_MD5, Facts->MD5);
    std::optional<StringRef> Source;
    if (File->getSource())
      Source = Facts->Text;
    return It->second = llvm::DIFile::get(File->getContext(), File->getFilename(), File->getDirectory(), Sum, Source);
  }

  const UsersFiles &Files;
  const bool HasSums;
  llvm::SmallPtrSet<llvm::MDNode *, 32> Seen;
  llvm::SmallVector<llvm::MDNode *, 32> ToDo;
  llvm::DenseMap<llvm::DIFile *, llvm::DIFile *> Right;
};

} // namespace

void keepChecksums(CompilerInstance &CI, const std::vector<UsersText> &Texts) {
  const CodeGenOptions &CodeGen = CI.getCodeGenOpts();
  const bool HasSums = CodeGen.EmitCodeView || CodeGen.DwarfVersion >= 5;
  if (int(CodeGen.getDebugInfo()) == 0 || Texts.empty() || !(HasSums || CodeGen.EmbedSource))
    return;
  auto Files = std::make_shared<UsersFiles>(CI, Texts);
  compat::beforeOptimisation(CI.getCodeGenOpts(),
                             [Files, HasSums](llvm::Module &M) { FileChanger(*Files, HasSums).change(M); });
}

} // namespace pompinst
