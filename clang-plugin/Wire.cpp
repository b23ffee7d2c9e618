// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Wire.cpp - writes and reads the parts of an AnalysisResult; one function per type does both, so that the two agree.
#include "Wire.h"

#include "clang/Basic/FileManager.h"

#include <cstdint>
#include <cstring>

using namespace clang;

namespace pompinst {
namespace {

class Writer {
public:
  template <typename T> void value(T &N) { Bytes.append(reinterpret_cast<const char *>(&N), sizeof N); }
  void number(unsigned &N) { value(N); }
  void text(std::string &Text) {
    unsigned Size = unsigned(Text.size());
    number(Size);
    Bytes += Text;
  }
  template <typename T, typename Function> void list(std::vector<T> &List, Function One) {
    unsigned Size = unsigned(List.size());
    number(Size);
    for (T &Item : List)
      One(*this, Item);
  }
  void file(FileOfCompile &File) {
    unsigned Main = File.Main;
    std::string Name = File.Entry && !File.Main ? File.Entry->getName().str() : "";
    number(Main);
    text(Name);
    number(File.Inclusion);
  }

  std::string Bytes;
};

class Reader {
public:
  Reader(llvm::StringRef Bytes, FileManager &Files) : Bytes(Bytes), Files(Files) {}

  template <typename T> void value(T &N) {
    N = T();
    Failed |= Bytes.size() < sizeof N;
    if (Failed)
      return;
    std::memcpy(&N, Bytes.begin(), sizeof N);
    Bytes = Bytes.drop_front(sizeof N);
  }
  void number(unsigned &N) { value(N); }
  void text(std::string &Text) {
    unsigned Size = 0;
    number(Size);
    Failed |= Bytes.size() < Size;
    Text = Bytes.take_front(Size).str();
    Bytes = Bytes.drop_front(Text.size());
  }
  template <typename T, typename Function> void list(std::vector<T> &List, Function One) {
    unsigned Size = 0;
    number(Size);
    for (unsigned I = 0; I < Size && !Failed; ++I)
      One(*this, List.emplace_back());
  }
  void file(FileOfCompile &File) {
    unsigned Main = 0;
    std::string Name;
    number(Main);
    text(Name);
    number(File.Inclusion);
    File.Main = Main != 0;
    if (!Name.empty()) {
      File.Entry = Files.getOptionalFileRef(Name);
      Failed |= !File.Entry;
    }
  }

  bool Failed = false;
  llvm::StringRef Bytes;

private:
  FileManager &Files;
};

template <typename Wire> void pass(Wire &W, Message &M) {
  W.file(M.File);
  W.number(M.Offset);
  W.text(M.Text);
}

template <typename Wire> void pass(Wire &W, InstrumentedRegion &R) {
  pass(W, R.Directive);
  W.text(R.File);
  W.number(R.FirstLine);
  W.number(R.LastLine);
}

template <typename Wire> void pass(Wire &W, std::vector<OffsetPair> &Moves) {
  W.list(Moves, [](Wire &W, OffsetPair &Pair) {
    W.number(Pair.From);
    W.number(Pair.To);
  });
}

template <typename Wire> void pass(Wire &W, FileText &File) {
  W.file(File.File);
  W.text(File.Text);
  pass(W, File.Moves);
  W.list(File.ByInclusion, [](Wire &W, std::vector<OffsetPair> &Moves) { pass(W, Moves); });
}

template <typename Wire> void pass(Wire &W, Descriptor &D) {
  W.list(D, [](Wire &W, FieldValue &Field) {
    W.value(Field.Is);
    W.value(Field.Value);
    if (Field.Is == FieldValue::Text)
      W.text(Field.Word);
  });
}

template <typename Wire> void pass(Wire &W, AnalysisResult &Result) {
  auto One = [](Wire &W, auto &Item) { pass(W, Item); };
  unsigned Parsed = Result.Parsed;
  W.number(Parsed);
  Result.Parsed = Parsed != 0;
  W.list(Result.Errors, One);
  W.list(Result.Remarks, One);
  W.list(Result.Instrumented, One);
  W.list(Result.Files, One);
  W.list(Result.Table, One);
}

} // namespace

std::string toBytes(const AnalysisResult &Result) {
  Writer W;
  AnalysisResult Copy = Result;
  pass(W, Copy);
  return std::move(W.Bytes);
}

std::optional<AnalysisResult> fromBytes(llvm::StringRef Bytes, FileManager &Files) {
  Reader R(Bytes, Files);
  AnalysisResult Result;
  pass(R, Result);
  if (R.Failed || !R.Bytes.empty())
    return std::nullopt;
  return Result;
}

} // namespace pompinst
