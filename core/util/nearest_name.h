// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace penstock {

/// How many single-letter edits (a letter more, less, other, or two neighbours swapped) turn @p a
/// into @p b, upper and lower case being equal. Damerau-Levenshtein distance, restricted form.
std::size_t editDistance(std::string_view a, std::string_view b);

/// The name nearest to @p text, for "did you mean". None when even the nearest is no likely slip:
/// more than a third of the longer word's letters differ. Of equally near ones the first.
std::optional<std::string> nearestName(std::string_view text, std::span<const std::string> names);

/// ", did you mean \"capacity\"?" or nothing: the end of a message about an unknown @p text.
std::string didYouMean(std::string_view text, std::span<const std::string> names);

} // namespace penstock
