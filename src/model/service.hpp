// One exchange of JSON with a decision or extraction model: repeated where its documentation says so.
#pragma once

#include "http.hpp"

#include <warrant/base/json.hpp>
#include <warrant/model/decision.hpp>

#include <string>
#include <string_view>

namespace warrant::model {

/// What a service is beside its address.
struct Route {
  Address address;
  std::string path;   ///< after the address's base; empty where the address is the whole of it
  std::string model;  ///< to be named in the request
};
/// `usual` is added to a base; an address that already ends in a route or a hosted run stays. Errors: of the address.
Result<Route> route_of(const Service& service, std::string_view usual);

/// Posts `body`, waits and repeats where the server says so and the limit allows it, takes the envelope off. `deadline`
/// bounds everything. Errors: those of answer().
Result<Json> post_json(const Service& service, const Route& route, const Json& body,
                       std::chrono::steady_clock::time_point deadline);

/// refused-by-size before anything is sent.
Status check_state(std::string_view state, const Service& service);

}  // namespace warrant::model
