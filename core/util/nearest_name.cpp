// SPDX-License-Identifier: MIT
#include "core/util/nearest_name.h"

#include <algorithm>
#include <vector>

namespace penstock {

namespace {

/// Of ASCII letters only: the names are ours.
constexpr char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

/// Longer texts are no slip of a name, and the distance costs the product of the lengths.
constexpr std::size_t kLongestText = 64;

} // namespace

std::size_t editDistance(std::string_view a, std::string_view b)
{
    // Three rows of the matrix are enough: a swap looks back two.
    std::vector<std::size_t> beforeLast(b.size() + 1);
    std::vector<std::size_t> last(b.size() + 1);
    std::vector<std::size_t> row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j)
        last[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const bool isEqual = lower(a[i - 1]) == lower(b[j - 1]);
            row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (isEqual ? 0 : 1)});
            const bool isSwap = i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) &&
                                lower(a[i - 2]) == lower(b[j - 1]);
            if (isSwap)
                row[j] = std::min(row[j], beforeLast[j - 2] + 1);
        }
        std::swap(beforeLast, last);
        std::swap(last, row);
    }
    return last[b.size()];
}

std::optional<std::string> nearestName(std::string_view text, std::span<const std::string> names)
{
    if (text.empty() || text.size() > kLongestText)
        return std::nullopt;
    const std::string* nearest = nullptr;
    std::size_t least = 0;
    for (const std::string& name : names) {
        const std::size_t distance = editDistance(text, name);
        const std::size_t longer = std::max(text.size(), name.size());
        const std::size_t cutOff = std::max<std::size_t>(1, longer / 3);
        const bool isLikely = distance <= cutOff && distance < longer;
        if (isLikely && (nearest == nullptr || distance < least)) {
            nearest = &name;
            least = distance;
        }
    }
    if (nearest == nullptr)
        return std::nullopt;
    return *nearest;
}

std::string didYouMean(std::string_view text, std::span<const std::string> names)
{
    const auto nearest = nearestName(text, names);
    return nearest ? ", did you mean \"" + *nearest + "\"?" : std::string();
}

} // namespace penstock
