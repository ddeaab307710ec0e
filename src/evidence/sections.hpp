// The parts of one command line that announce themselves: `echo "== lint =="; ruff check; echo "== tests =="; pytest`.
#pragma once

#include <warrant/base/span.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace warrant::evidence {

/// A stretch of steps, from one announcement to the next, and what it printed.
struct Section {
  std::string command;
  Span output;      ///< begins with the announcement
  bool ended_well;  ///< the next announcement stands behind "&&", and was printed
};

/// The sections of a command whose announcements its output shows, each as a line of its own and in their order;
/// empty where there are fewer than two. From the first loop, condition or subshell on, the rest is one part. Linear in
/// both texts; at most 64. Pure; thread-safe.
std::vector<Section> sections_of(std::string_view command, std::string_view output);

}  // namespace warrant::evidence
