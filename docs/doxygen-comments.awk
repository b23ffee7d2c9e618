# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Makes the comments of include/pomp.h those of Doxygen, which reads the result: a comment of the header comes before all
# declarations up to the next comment or empty line, so each of them gets it.
function print_comment() {
  if (comment != "" && used)
    printf "%s", comment
  used = 1
}
/^ *\/\*/ && !/SPDX/ {
  if (NR < 4) # what the file is
    sub(/\/\* pomp.h - /, "/** @file\n * ")
  sub(/\/\* */, "/** ")
  gsub(/`/, "\"")
  comment = $0 "\n"
  used = 0
  inside = !/\*\//
  print
  next
}
inside {
  gsub(/`/, "\"")
  gsub(/</, "\\<")
  comment = comment $0 "\n"
  inside = !/\*\//
  print
  next
}
/^ *$/ {
  comment = ""
  used = 0
}
match($0, /^ *int [A-Za-z0-9_]+, /) { # two members, one comment
  print substr($0, 1, RLENGTH - 2) ";"
  sub(/int [A-Za-z0-9_]+, /, "int ")
  used = 1
}
/^ *(extern [^"]|#define |struct .*\{|int |const char |void )/ {
  print_comment()
}
{ print }
