// Which of several like places the words speak of.
#pragma once

#include "assignments.hpp"
#include "lines.hpp"

#include <warrant/base/span.hpp>

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace warrant::surface {

using WordSet = std::set<std::string, std::less<>>;

/// A file and what the request says, prepared once.
struct Scene {
  Scene(std::string_view text, std::string_view path, std::string_view request);

  /// Whether the line declares `name`: a function, a class, a rule, a target, an element.
  [[nodiscard]] bool defines(std::size_t line, std::string_view name) const;

  Lines lines;
  Syntax syntax;
  std::vector<Assignment> assignments;
  WordSet hints;  ///< words of the request that can tell places apart
};

struct Site {
  Span at;
  std::size_t line;
  int score;
};

/// The sites that fit the subject (empty for none) and the request's hints best; all of them when nothing tells
/// them apart.
std::vector<Site> best_for(std::vector<Site> sites, std::string_view subject, const Scene& scene);
/// Where the value of `subject` stands, best matches only. A value that spans lines counts only for a new one that
/// is a list or a mapping itself.
std::vector<Site> values_of(std::string_view subject, std::string_view new_value, const Scene& scene);
/// The lines that `anchor` speaks of: its text, or the line that declares it.
std::vector<Site> anchors_of(std::string_view anchor, const Scene& scene);

}  // namespace warrant::surface
