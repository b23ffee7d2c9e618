// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// ClangFaults.h - the faults of the Clang that this plugin is made for, as constants: FaultNAME is what remarks say of
// the fault, or "" if this version does not have it. What does not live here: their list (ClangFaults.def).
#ifndef POMPINST_CLANGFAULTS_H
#define POMPINST_CLANGFAULTS_H

#include "LlvmCompatibility.h"

namespace pompinst {

#define POMP_CLANG_FAULT(Name, First, Last, Text)                                                                      \
  constexpr const char *Fault##Name =                                                                                  \
      LLVM_VERSION_MAJOR >= First && LLVM_VERSION_MAJOR <= Last ? POMP_THIS_CLANG " " Text : "";
#include "ClangFaults.def"

} // namespace pompinst
#endif
