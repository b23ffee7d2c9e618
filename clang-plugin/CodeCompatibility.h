// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// CodeCompatibility.h - every point of LLVM's code and passes that differs between the versions 16, 19 and 22. It has a
// file of its own because its headers are large and few need them. What does not live here: Clang's interface
// (Compatibility.h).
#ifndef POMPINST_CODE_COMPATIBILITY_H
#define POMPINST_CODE_COMPATIBILITY_H

#include "clang/Basic/CodeGenOptions.h"
#include "llvm/IR/Instruction.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Passes/PassBuilder.h"
#if LLVM_VERSION_MAJOR < 18
#include "llvm/Passes/PassPlugin.h"

#include <dlfcn.h>
#endif

#include <functional>
#include <utility>

namespace pompinst::compat {

// The metadata that hangs at an instruction beside its operands. Up to 18 calls alone name the variables.
template <typename Taker> void forDebugRecords([[maybe_unused]] llvm::Instruction &I, [[maybe_unused]] Taker Take) {
#if LLVM_VERSION_MAJOR >= 19
  for (llvm::DbgRecord &Record : I.getDbgRecordRange()) {
    Take(Record.getDebugLoc().getAsMDNode());
    if (auto *Variable = llvm::dyn_cast<llvm::DbgVariableRecord>(&Record))
      Take(Variable->getRawVariable());
    else if (auto *Label = llvm::dyn_cast<llvm::DbgLabelRecord>(&Record))
      Take(Label->getLabel());
  }
#endif
}

using ModuleChange = std::function<void(llvm::Module &)>;

struct ModulePass : llvm::PassInfoMixin<ModulePass> {
  explicit ModulePass(ModuleChange Change) : Change(std::move(Change)) {}
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &) {
    Change(M);
    return llvm::PreservedAnalyses::all();
  }
  static bool isRequired() { return true; }

private:
  ModuleChange Change;
};

inline void atPipelineStart(llvm::PassBuilder &Builder, ModuleChange Change) {
  Builder.registerPipelineStartEPCallback(
      [Change](llvm::ModulePassManager &Passes, llvm::OptimizationLevel) { Passes.addPass(ModulePass(Change)); });
}

// Has the code of this compile changed once it is made, before anything is optimised. Up to 17 Clang asks a library for
// passes; we are one.
#if LLVM_VERSION_MAJOR >= 18
inline void beforeOptimisation(clang::CodeGenOptions &CodeGen, ModuleChange Change) {
  CodeGen.PassBuilderCallbacks.push_back([Change](llvm::PassBuilder &Builder) { atPipelineStart(Builder, Change); });
}
#else
inline ModuleChange &pendingChange() {
  static ModuleChange Pending;
  return Pending;
}

inline void beforeOptimisation(clang::CodeGenOptions &CodeGen, ModuleChange Change) {
  Dl_info Self;
  if (!dladdr(reinterpret_cast<void *>(&pendingChange), &Self))
    return;
  pendingChange() = std::move(Change);
  CodeGen.PassPlugins.push_back(Self.dli_fname);
}
#endif

} // namespace pompinst::compat

#if LLVM_VERSION_MAJOR < 18
extern "C" LLVM_ATTRIBUTE_WEAK __attribute__((visibility("default"))) llvm::PassPluginLibraryInfo
llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "pompinst", LLVM_VERSION_STRING, [](llvm::PassBuilder &Builder) {
            pompinst::compat::atPipelineStart(Builder, pompinst::compat::pendingChange());
          }};
}
#endif
#endif
