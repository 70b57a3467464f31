// SPDX-License-Identifier: MIT
#pragma once

#include "core/util/error.h"

#include <memory>
#include <span>
#include <string>

namespace penstock {

/// A folder of this process's own for a unix socket: mode 0700, removed with the object. A lock on
/// the folder itself, which the kernel drops when its process dies however it dies, tells the
/// living ones from leftovers. Any thread.
class PrivateFolder
{
public:
    /// Room that is left for a file's name in it.
    static constexpr std::size_t kMaxPath = 80;

    /// In the first of @p bases that can be written and whose path is short enough. Removes what
    /// dead processes left behind in all of them.
    static Result<std::unique_ptr<PrivateFolder>> make(std::span<const std::string> bases);
    ~PrivateFolder();
    PrivateFolder(const PrivateFolder&) = delete;
    PrivateFolder& operator=(const PrivateFolder&) = delete;

    const std::string& path() const { return m_path; }

private:
    PrivateFolder(std::string path, int lock) : m_path(std::move(path)), m_lock(lock) {}

    std::string m_path;
    int m_lock; ///< the open folder, locked while this object lives
};

} // namespace penstock
