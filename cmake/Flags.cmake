# Warnings, safety errors and hardening, as one interface target that every room links.
add_library(warrant_flags INTERFACE)
add_library(warrant::flags ALIAS warrant_flags)

target_compile_options(warrant_flags INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wnon-virtual-dtor
  -Woverloaded-virtual -Wimplicit-fallthrough -Wformat=2 -Wcast-align
  # The guarantees of the design rest on these four; they are errors in every build.
  -Werror=switch -Werror=missing-field-initializers -Werror=unused-result -Werror=return-type
  -fstack-protector-strong)
if(WARRANT_WERROR)
  target_compile_options(warrant_flags INTERFACE -Werror)
endif()
target_compile_definitions(warrant_flags INTERFACE _GLIBCXX_ASSERTIONS)
if(NOT WARRANT_SANITIZE AND NOT CMAKE_BUILD_TYPE STREQUAL "Debug")
  target_compile_definitions(warrant_flags INTERFACE _FORTIFY_SOURCE=2)
endif()
target_link_options(warrant_flags INTERFACE -Wl,-z,relro,-z,now)
include(CheckLinkerFlag)
# Fewer pages are touched at the start (binutils 2.38, glibc 2.36).
check_linker_flag(CXX -Wl,-z,pack-relative-relocs WARRANT_PACKS_RELOCATIONS)
if(WARRANT_PACKS_RELOCATIONS)
  target_link_options(warrant_flags INTERFACE -Wl,-z,pack-relative-relocs)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  # Designated initialisers may leave out members that have defaults.
  target_compile_options(warrant_flags INTERFACE -Wno-missing-designated-field-initializers)
  # The std::stable_sort of libstdc++ 12 calls a function that the library itself marks as deprecated.
  target_compile_options(warrant_flags INTERFACE -Wno-deprecated-declarations)
endif()

set(CMAKE_CXX_FLAGS_RELWITHDEBINFO "-O2 -g1")
if(WARRANT_SANITIZE)
  add_compile_options(-fsanitize=${WARRANT_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${WARRANT_SANITIZE})
endif()
if(WARRANT_FUZZ)
  # Every room is instrumented for coverage, or libFuzzer sees only the target's own file.
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()
