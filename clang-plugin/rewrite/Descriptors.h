// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Descriptors.h - the values that a region's descriptor begins with, field by field, as plain data: the prologue writes
// them as text, and DescriptorTable gives them to the compiler without any; and which table each descriptor is in. What
// does not live here: those two.
#ifndef POMPINST_DESCRIPTORS_H
#define POMPINST_DESCRIPTORS_H

#include <cstddef>
#include <string>
#include <vector>

namespace pompinst {

struct FieldValue {
  enum Kind : unsigned { Zero, Number, Text };
  Kind Is = Zero;
  long Value = 0;   // of a number
  std::string Word; // the text, or how a zero or a number is written; empty: as it is
};

// The fields in their order in pomp.h.
using Descriptor = std::vector<FieldValue>;

// Descriptor N is the one at N % TableSize in table N / TableSize. They are not all in one: for each function the
// optimiser goes through all that is reached from a global variable that the function names, several times, which would
// take longer than all of a dense file's code.
constexpr size_t TableSize = 32;
inline std::string tableSuffix(size_t Table) { return Table == 0 ? "" : "_" + std::to_string(Table); }
inline std::string tableName(size_t Table) { return "__pomp_rds" + tableSuffix(Table); }
// Returns the function that tells the library a chunk of this type. It takes the number of its descriptor in the table.
inline std::string toldName(const std::string &Type, size_t Table) {
  return (Type == "long" ? "__POMP_told" : "__POMP_told_unsigned") + tableSuffix(Table);
}

} // namespace pompinst
#endif
