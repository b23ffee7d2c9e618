# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Makes the man pages and the completion for shells, which the commands print from their tables (build/share). A build for
# another machine needs an emulator for that (CMAKE_CROSSCOMPILING_EMULATOR); without one it has neither.
if(CMAKE_CROSSCOMPILING AND NOT CMAKE_CROSSCOMPILING_EMULATOR)
  message(STATUS "man pages and completion: left out, as the tools that print them do not run here")
  return()
endif()

set(pomp_share ${PROJECT_BINARY_DIR}/share)
set(pomp_pages)
# pomp_page(FILE COMMAND...): the file below share/ is what the command prints, which may depend on documents.
function(pomp_page file)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "COMMAND;DEPENDS")
  get_filename_component(folder ${pomp_share}/${file} DIRECTORY)
  file(MAKE_DIRECTORY ${folder})
  add_custom_command(OUTPUT ${pomp_share}/${file} COMMAND ${arg_COMMAND} > ${pomp_share}/${file}
    DEPENDS ${arg_DEPENDS} VERBATIM COMMENT "Writing share/${file}")
  set(pomp_pages ${pomp_pages} ${pomp_share}/${file} PARENT_SCOPE)
endfunction()

foreach(command pomp-report pomp-convert pomp-archive pomp-scale pomp-runs pomp-top pomp-control pomp-config pomp-exec pomp-clang)
  set(prints $<TARGET_FILE:${command}>)
  set(by ${command})
  set(option --manual=)
  if(command STREQUAL pomp-clang) # all of whose options but a few are Clang's
    set(prints $<TARGET_FILE:pomp-manual> pomp-clang)
    set(by pomp-manual)
    set(option "")
  endif()
  pomp_page(man/man1/${command}.1 COMMAND ${prints} ${option}man DEPENDS ${by})
  pomp_page(bash-completion/completions/${command} COMMAND ${prints} ${option}bash DEPENDS ${by})
  pomp_page(zsh/site-functions/_${command} COMMAND ${prints} ${option}zsh DEPENDS ${by})
  pomp_page(fish/vendor_completions.d/${command}.fish COMMAND ${prints} ${option}fish DEPENDS ${by})
endforeach()

# bash and man find what a command has by the command's name.
foreach(command pomp-clang++ pomp-mpicc pomp-mpicxx)
  file(CREATE_LINK pomp-clang.1 ${pomp_share}/man/man1/${command}.1 SYMBOLIC)
  file(CREATE_LINK pomp-clang ${pomp_share}/bash-completion/completions/${command} SYMBOLIC)
  file(WRITE ${pomp_share}/fish/vendor_completions.d/${command}.fish "source (status dirname)/pomp-clang.fish\n")
endforeach()

foreach(page pomp-environment:7:environment pomp-filter:5:filter pomp-opari2-cc:1:keep-score-p pomp_read:3:read pomp:7:instrumenting)
  string(REPLACE ":" ";" page ${page})
  list(GET page 0 name)
  list(GET page 1 section)
  list(GET page 2 document)
  set(document ${PROJECT_SOURCE_DIR}/docs/${document}.md)
  pomp_page(man/man${section}/${name}.${section} COMMAND $<TARGET_FILE:pomp-manual> ${name} ${document}
    DEPENDS pomp-manual ${document})
endforeach()

add_custom_target(manual ALL DEPENDS ${pomp_pages})
# What belongs to pomp-clang is installed with it.
set(pomp_clang_pages "pomp-(clang|mpic|opari2)")
install(DIRECTORY ${pomp_share}/man/man1 DESTINATION ${CMAKE_INSTALL_MANDIR} COMPONENT Plugin
  FILES_MATCHING REGEX ${pomp_clang_pages})
install(DIRECTORY ${pomp_share}/bash-completion ${pomp_share}/zsh ${pomp_share}/fish
  DESTINATION ${CMAKE_INSTALL_DATADIR} COMPONENT Plugin FILES_MATCHING REGEX ${pomp_clang_pages})
# What belongs to pomp-config is installed with it, too, and what is about a library with its header.
install(DIRECTORY ${pomp_share}/man/man1 DESTINATION ${CMAKE_INSTALL_MANDIR} COMPONENT Dev
  FILES_MATCHING REGEX pomp-config)
install(DIRECTORY ${pomp_share}/man/man3 DESTINATION ${CMAKE_INSTALL_MANDIR} COMPONENT Dev)
install(DIRECTORY ${pomp_share}/bash-completion ${pomp_share}/zsh ${pomp_share}/fish
  DESTINATION ${CMAKE_INSTALL_DATADIR} COMPONENT Dev FILES_MATCHING REGEX pomp-config)
install(DIRECTORY ${pomp_share}/man/ DESTINATION ${CMAKE_INSTALL_MANDIR} COMPONENT Tools
  REGEX ${pomp_clang_pages} EXCLUDE REGEX pomp-config EXCLUDE REGEX man3 EXCLUDE)
install(DIRECTORY ${pomp_share}/bash-completion ${pomp_share}/zsh ${pomp_share}/fish
  DESTINATION ${CMAKE_INSTALL_DATADIR} COMPONENT Tools REGEX ${pomp_clang_pages} EXCLUDE REGEX pomp-config EXCLUDE)
