// Shared libraries that are loaded when they are first needed, so that a command which does not need them does not pay.
#pragma once

namespace warrant {

/// A library of the system, kept until the process ends. Copies stand for the same one. Thread-safe.
class Library {
 public:
  /// By the name the loader knows, "libcurl.so.4"; its symbols stay out of everybody else's. See is_open().
  explicit Library(const char* name) noexcept;
  [[nodiscard]] bool is_open() const noexcept { return handle_ != nullptr; }

  /// The function under its C name; false when there is none, or no library. The caller answers for the type, which the
  /// header of the library gives: `decltype(&curl_easy_init)`.
  template <class Function>
  [[nodiscard]] bool find(const char* name, Function*& function) const noexcept {
    function = reinterpret_cast<Function*>(symbol(name));  // POSIX lets a symbol's address be a function's
    return function != nullptr;
  }

 private:
  [[nodiscard]] void* symbol(const char* name) const noexcept;
  void* handle_;
};

}  // namespace warrant
