#include "warrant/base/library.hpp"

#include <dlfcn.h>

namespace warrant {

Library::Library(const char* name) noexcept : handle_(::dlopen(name, RTLD_LAZY | RTLD_LOCAL)) {}

void* Library::symbol(const char* name) const noexcept { return handle_ == nullptr ? nullptr : ::dlsym(handle_, name); }

}  // namespace warrant
