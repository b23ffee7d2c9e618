// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// openmp-directives.cpp - prints the names of all directives that LLVM knows, one a line, in alphabetical order.
// docs/openmp-support.md must have a row for each: test/lit/support/table.test.
#include "llvm/ADT/StringRef.h"
#include "llvm/Frontend/OpenMP/OMP.h"

#include <cstdio>
#include <set>
#include <string>

int main() {
  std::set<std::string> Names;
  for (unsigned I = 0; I < llvm::omp::Directive_enumSize; ++I)
    if (auto D = llvm::omp::Directive(I); D != llvm::omp::OMPD_unknown)
      Names.insert(llvm::omp::getOpenMPDirectiveName(D).str());
  for (const std::string &Name : Names)
    std::puts(Name.c_str());
  return 0;
}
