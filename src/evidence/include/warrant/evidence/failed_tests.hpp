// Which tests an output says have failed.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace warrant::evidence {

/// The names of the failed tests as their runners print them, in the order of the output, each once, at most `most`.
/// Read from the lines that pytest, unittest, go, cargo, nextest, jest, vitest, node, TAP and bats, RSpec, PHPUnit,
/// ctest, GoogleTest, Maven, Gradle, dotnet and swift print for one failed test. A runner that names none gives none.
/// Names are outside text: not made visible. Linear in the output. Thread-safe.
std::vector<std::string> failed_tests(std::string_view output, std::size_t most);

}  // namespace warrant::evidence
