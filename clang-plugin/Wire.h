// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Wire.h - takes the result of an analysis from one process to another: as bytes. What does not live here: the
// processes (ParseOnce).
#ifndef POMPINST_WIRE_H
#define POMPINST_WIRE_H

#include "Pipeline.h"

#include <optional>
#include <string>

namespace clang {
class FileManager;
}

namespace pompinst {

std::string toBytes(const AnalysisResult &Result);

// Returns nothing if the bytes end too early, or name a file that is not there any more.
std::optional<AnalysisResult> fromBytes(llvm::StringRef Bytes, clang::FileManager &Files);

} // namespace pompinst
#endif
