#include "warrant/base/clock.hpp"

#include <fmt/format.h>
#include <sys/random.h>

#include <array>
#include <ctime>

namespace warrant {

namespace {

class SystemClock final : public Clock {
 public:
  [[nodiscard]] std::int64_t now_ms() const override {
    return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::system_clock::now().time_since_epoch())
        .count();
  }
  [[nodiscard]] std::chrono::nanoseconds monotonic() const override {
    return std::chrono::steady_clock::now().time_since_epoch();
  }
};

}  // namespace

const Clock& system_clock() {
  static const SystemClock clock;
  return clock;
}

std::string to_rfc3339(std::int64_t unix_ms) {
  const std::time_t seconds = unix_ms / 1000;
  std::tm utc{};
  gmtime_r(&seconds, &utc);
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:03}Z", utc.tm_year + 1900, utc.tm_mon + 1, utc.tm_mday,
                     utc.tm_hour, utc.tm_min, utc.tm_sec, unix_ms % 1000);
}

std::string new_ulid(const Clock& clock) {
  constexpr std::string_view kDigits = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
  std::array<unsigned char, 16> random{};
  std::size_t filled = 0;
  while (filled < random.size()) {
    const ssize_t got = ::getrandom(random.data() + filled, random.size() - filled, 0);
    if (got > 0) filled += static_cast<std::size_t>(got);
  }
  std::string out(26, '0');
  auto time = static_cast<std::uint64_t>(clock.now_ms());
  for (std::size_t i = 10; i-- > 0; time >>= 5U) out[i] = kDigits[time & 31U];
  for (std::size_t i = 0; i < 16; ++i) out[10 + i] = kDigits[random[i] & 31U];
  return out;
}

}  // namespace warrant
