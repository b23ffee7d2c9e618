# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# installed-links.cmake - takes links out of installed pages that lead to files of the source which are not installed.
# What lives here: that rewriting; test/docs/links.py runs it, too, and looks whether all links of the installed pages lead somewhere. What
# does not: which files are installed (the top CMakeLists.txt).
#
#     cmake -DFOLDER=DIR -P installed-links.cmake      DIR has README.md, docs and examples
#
# `[a test](../test/a.c)` becomes `a test`.

cmake_minimum_required(VERSION 3.25)

# Puts the page's text into `into`, without the links to what is not there.
function(without_lost_links page into)
  cmake_path(GET page PARENT_PATH folder)
  file(READ "${page}" rest)
  set(text "")
  while(rest MATCHES "\\[([^][]*)\\]\\(([^]()#: \n]+)(#[^]() \n]*)?\\)")
    set(whole "${CMAKE_MATCH_0}")
    set(words "${CMAKE_MATCH_1}")
    set(target "${CMAKE_MATCH_2}")
    string(FIND "${rest}" "${whole}" begin)
    string(LENGTH "${whole}" length)
    string(SUBSTRING "${rest}" 0 ${begin} before)
    math(EXPR end "${begin} + ${length}")
    string(SUBSTRING "${rest}" ${end} -1 rest)
    if(EXISTS "${folder}/${target}")
      string(APPEND text "${before}${whole}")
    else()
      string(APPEND text "${before}${words}")
    endif()
  endwhile()
  set(${into} "${text}${rest}" PARENT_SCOPE)
endfunction()

file(GLOB_RECURSE pages "${FOLDER}/*.md")
foreach(page IN LISTS pages)
  without_lost_links("${page}" text)
  file(READ "${page}" old)
  if(NOT text STREQUAL old)
    file(WRITE "${page}" "${text}")
  endif()
endforeach()
