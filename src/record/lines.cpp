#include "lines.hpp"

#include "warrant/record/event.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>

namespace warrant::record {

namespace {

constexpr std::size_t kBlock = 256U << 10U;
constexpr std::string_view kStart = R"({"at":")";

/// Takes members off the end of a line.
class Tail {
 public:
  explicit Tail(std::string_view line) : rest_(line) {}

  bool drop(std::string_view end) {
    if (!rest_.ends_with(end)) return false;
    rest_.remove_suffix(end.size());
    return true;
  }
  /// What stands behind the last `open` that is followed by nothing of `stop`.
  std::optional<std::string_view> take(char stop) {
    const std::size_t at = rest_.rfind(stop);
    if (at == std::string_view::npos) return std::nullopt;
    const std::string_view taken = rest_.substr(at + 1);
    rest_ = rest_.substr(0, at + 1);
    return taken;
  }

 private:
  std::string_view rest_;
};

}  // namespace

Result<std::optional<Lines::Line>> Lines::next() {
  std::size_t searched = at_;
  while (true) {
    const std::size_t end = buffer_.find('\n', searched);
    if (end != std::string::npos) {
      const Line line{.text = std::string_view(buffer_).substr(at_, end - at_), .whole = true};
      offset_ += static_cast<std::int64_t>(end + 1 - at_);
      at_ = end + 1;
      return line;
    }
    buffer_.erase(0, std::exchange(at_, 0));
    const std::size_t kept = buffer_.size();
    const auto rest = [&](bool whole) {
      at_ = buffer_.size();
      offset_ += static_cast<std::int64_t>(at_);
      return Line{.text = buffer_, .whole = whole};
    };
    if (kept > kLongestLine) return rest(true);
    buffer_.resize(kept + kBlock);
    ssize_t got = -1;
    do {
      got = ::read(fd_.get(), buffer_.data() + kept, kBlock);
    } while (got < 0 && errno == EINTR);
    buffer_.resize(kept + static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
    if (got < 0) return fail_errno("cannot read");
    if (got == 0 && kept == 0) return std::nullopt;
    if (got == 0) return rest(false);
    searched = kept;
  }
}

Status Lines::seek(std::int64_t offset) {
  if (::lseek(fd_.get(), static_cast<off_t>(offset), SEEK_SET) < 0) return fail_errno("cannot seek");
  buffer_.clear();
  at_ = 0;
  offset_ = offset;
  return {};
}

Result<Fd> open_for_reading(const std::string& path) {
  Fd file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
  if (!file.is_open() && errno != ENOENT && errno != ENOTDIR) return fail_errno("the record cannot be read", path);
  return file;
}

std::optional<Envelope> read_envelope(std::string_view line) {
  if (!line.starts_with(kStart)) return std::nullopt;
  const std::size_t at_end = line.find('"', kStart.size());
  if (at_end == std::string_view::npos || !line.substr(at_end).starts_with(R"(","body":)")) return std::nullopt;
  Envelope out{.seq = 0,
               .turn = {},
               .at = line.substr(kStart.size(), at_end - kStart.size()),
               .kind = {},
               .mac = {},
               .prev = {}};
  Tail tail(line.substr(at_end));
  if (!tail.drop(R"(","v":1})")) return std::nullopt;
  const auto turn = tail.take('"');
  if (!turn || !tail.drop(R"(,"turn":")")) return std::nullopt;
  const auto seq = tail.take(':');
  if (!seq || !tail.drop(R"(","seq":)")) return std::nullopt;
  const auto prev = tail.take('"');
  if (!prev || !tail.drop(R"(","prev":")")) return std::nullopt;
  auto kind = tail.take('"');
  if (kind && tail.drop(R"(","mac":")")) {
    out.mac = *kind;
    kind = tail.take('"');
  }
  if (!kind || !tail.drop(R"(,"kind":")")) return std::nullopt;
  const auto number = std::from_chars(seq->data(), seq->data() + seq->size(), out.seq);
  const bool plain = number.ec == std::errc() && number.ptr == seq->data() + seq->size() && seq->front() != '0';
  if (!plain || prev->size() != 71 || !prev->starts_with("sha256:")) return std::nullopt;
  out.turn = *turn;
  out.prev = *prev;
  out.kind = *kind;
  return out;
}

bool begins_event(std::string_view torn) {
  while (torn.ends_with('\0')) torn.remove_suffix(1);
  constexpr std::string_view kTime = "9999-99-99T99:99:99.999Z\",\"body\":";
  const auto fits = [](char form, char found) { return form == '9' ? found >= '0' && found <= '9' : found == form; };
  const std::string_view start = torn.substr(0, kStart.size());
  if (start != kStart.substr(0, start.size())) return false;
  const std::string_view time = torn.substr(start.size()).substr(0, kTime.size());
  return std::ranges::equal(kTime.substr(0, time.size()), time, fits);
}

}  // namespace warrant::record
