# SPDX-License-Identifier: MIT
# One interface target, penstock_options, that every target of the project links.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)

find_program(PENSTOCK_CCACHE ccache)
if(PENSTOCK_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
    # Paths are rewritten relative to the source folder, so that a clone elsewhere hits the cache.
    set(CMAKE_CXX_COMPILER_LAUNCHER "${CMAKE_COMMAND}" -E env "CCACHE_BASEDIR=${CMAKE_SOURCE_DIR}"
        CCACHE_NOHASHDIR=1 "${PENSTOCK_CCACHE}")
endif()

add_library(penstock_options INTERFACE)
target_compile_features(penstock_options INTERFACE cxx_std_20)
target_include_directories(penstock_options INTERFACE "$<BUILD_INTERFACE:${CMAKE_SOURCE_DIR}>")
target_compile_options(penstock_options INTERFACE
    -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion -Wnon-virtual-dtor
    -Woverloaded-virtual -Wno-missing-field-initializers -ffp-contract=off "-ffile-prefix-map=${CMAKE_SOURCE_DIR}=.")
if(PENSTOCK_WERROR)
    target_compile_options(penstock_options INTERFACE -Werror)
endif()
target_compile_definitions(penstock_options INTERFACE
    QT_NO_CAST_FROM_ASCII QT_NO_CAST_TO_ASCII QT_NO_FOREACH QT_USE_QSTRINGBUILDER)
if(PENSTOCK_SANITIZE)
    target_compile_options(penstock_options INTERFACE
        "-fsanitize=${PENSTOCK_SANITIZE}" -fno-omit-frame-pointer)
    if(PENSTOCK_SANITIZE MATCHES undefined)
        target_compile_options(penstock_options INTERFACE -fno-sanitize-recover=all)
    endif()
    target_link_options(penstock_options INTERFACE "-fsanitize=${PENSTOCK_SANITIZE}")
endif()
