// Exhaustive visiting of closed variants.
#pragma once

#include <type_traits>
#include <utility>
#include <variant>

namespace warrant {

namespace detail {
template <class... Handlers>
struct Overloaded : Handlers... {
  using Handlers::operator()...;
};
template <class Handler, class Alternative>
concept HandlesExactly = requires { static_cast<void>(&std::remove_cvref_t<Handler>::operator()); };
}  // namespace detail

/// Calls the handler for the alternative that `variant` holds and gives its result back. There must
/// be exactly one handler an alternative and none may be generic (`auto`), so that a new
/// alternative does not compile wherever it is not handled and none is handled by accident.
template <class Variant, class... Handlers>
constexpr decltype(auto) match(Variant&& variant, Handlers&&... handlers) {
  static_assert(sizeof...(Handlers) == std::variant_size_v<std::remove_cvref_t<Variant>>,
                "match() needs exactly one handler for each alternative of the variant");
  static_assert((detail::HandlesExactly<Handlers, void> && ...),
                "match() does not take generic (auto) handlers: name the alternative");
  return std::visit(detail::Overloaded<std::remove_cvref_t<Handlers>...>{std::forward<Handlers>(handlers)...},
                    std::forward<Variant>(variant));
}

}  // namespace warrant
