# SPDX-License-Identifier: MIT
# Turns resources/lua/*.lua into one C++ source file, so that penstock_limiter needs no Qt resources.

function(penstock_embed_scripts target output)
    set(generator "${PROJECT_SOURCE_DIR}/cmake/EmbedScripts.cmake")
    add_custom_command(OUTPUT "${output}"
        COMMAND "${CMAKE_COMMAND}" "-DOUTPUT=${output}" "-DSCRIPTS=${ARGN}" -P "${generator}"
        DEPENDS ${ARGN} "${generator}"
        COMMENT "Embedding Lua scripts" VERBATIM)
    target_sources(${target} PRIVATE "${output}")
endfunction()
