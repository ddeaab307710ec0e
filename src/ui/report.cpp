#include "warrant/ui/report.hpp"

#include "html.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace warrant::ui {

namespace {

using record::Event;

std::string event_link(std::int64_t seq) { return fmt::format("<a href=\"#event-{0}\">event {0}</a>", seq); }

std::string json_list(const Json* values, std::string_view member = {}) {
  std::string out;
  if (values == nullptr || values->array() == nullptr) return out;
  for (const Json& each : *values->array()) {
    const std::string* text = each.string();
    out += fmt::format("{}<code>{}</code>", out.empty() ? "" : ", ",
                       escape(text != nullptr ? std::string_view(*text) : each.text(member)));
  }
  return out;
}

/// A unified diff, a line an element, with its signs kept for those who do not see colours.
std::string diff(std::string_view text) {
  std::string out = "<pre class=\"diff\" tabindex=\"0\" aria-label=\"difference\">";
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    std::string_view style;
    if (line.starts_with("+") && !line.starts_with("+++")) style = "add";
    if (line.starts_with("-") && !line.starts_with("---")) style = "del";
    if (line.starts_with("@@")) style = "hunk";
    out += fmt::format("<span class=\"{}\">{}</span>", style, escape(line));
    text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
  }
  return out + "</pre>\n";
}

std::string source_in_words(std::string_view source) {
  if (source == "model") return "the model's answer, which passed the check";
  if (source == "repaired") return "the model's second answer, after one repair";
  if (source == "contained") return "the runtime's own words, because the model's answer contradicted the facts";
  if (source == "runtime") return "the runtime's own words; the model was not asked";
  return escape(source);
}

class Page {
 public:
  Page(const record::TurnSummary& turn, const std::vector<Event>& events, const ReportOptions& options)
      : turn_(turn), events_(events), options_(options) {}

  std::string write() {
    head();
    settlement();
    notices();
    request();
    operations();
    rulings();
    answer();
    timeline();
    foot();
    return std::move(out_);
  }

 private:
  template <class... T>
  void put(fmt::format_string<T...> format, T&&... values) {
    fmt::format_to(std::back_inserter(out_), format, std::forward<T>(values)...);
  }
  void open_section(std::string_view id, std::string_view title) {
    put("<section aria-labelledby=\"{0}\"><h2 id=\"{0}\">{1}</h2>\n", id, title);
  }
  void close_section() { put("</section>\n"); }

  [[nodiscard]] const Event* first(std::string_view kind) const {
    const auto found = std::ranges::find(events_, kind, &Event::kind);
    return found == events_.end() ? nullptr : &*found;
  }
  /// The receipt or recovery of an effect.
  [[nodiscard]] const Event* evidence(std::string_view id) const {
    const auto found = std::ranges::find_if(events_, [&](const Event& event) {
      return !id.empty() && (event.kind == "receipt" || event.kind == "recovery") && event.body.text("id") == id;
    });
    return found == events_.end() ? nullptr : &*found;
  }
  [[nodiscard]] const std::string* text_of(const Json* kept) const {
    if (kept == nullptr) return nullptr;
    const auto found = options_.texts.find(kept->text("digest"));
    return found == options_.texts.end() ? nullptr : &found->second;
  }
  /// The text where it was kept, its digest and counts where not.
  [[nodiscard]] std::string kept(const Json* value) const {
    if (value == nullptr) return "–";
    if (const std::string* text = text_of(value)) {
      return fmt::format("<pre tabindex=\"0\" aria-label=\"text\">{}</pre>", escape(*text, true));
    }
    const Json* bytes = value->find("bytes");
    return fmt::format("<span class=\"soft\">text not kept: {} bytes, {}</span>",
                       bytes == nullptr ? "?" : to_text(*bytes), digest(value->text("digest")));
  }

  void head() {
    out_ = document_head("Turn " + turn_.turn + ": " + turn_.outcome, "", "");
    put("<a class=\"skip\" href=\"#settlement\">Skip to the settlement</a>\n<header>\n"
        "<p class=\"soft\">warrant · record of a turn</p>\n<h1>Turn <code>{}</code></h1>\n<p>{} {}</p>\n",
        escape(turn_.turn), mark(turn_.outcome),
        turn_.at.empty() ? "" : fmt::format("<span class=\"soft\">began {} (UTC)</span>", escape(turn_.at)));
    put("<nav aria-label=\"On this page\"><ul>");
    for (const auto& [id, title] : {std::pair("settlement", "Settlement"), std::pair("request", "Request"),
                                    std::pair("operations", "Operations"), std::pair("rulings", "Rulings"),
                                    std::pair("answer", "Answer and claims"), std::pair("timeline", "Timeline")}) {
      put("<li><a href=\"#{}\">{}</a></li>", id, title);
    }
    put("</ul></nav>\n</header>\n<main>\n");
  }

  void settlement() {
    open_section("settlement", "Settlement");
    put("<p>Five independent answers. None of them is made up from the model's words.</p>\n<dl class=\"five\">\n");
    const auto one = [&](std::string_view name, std::string_view question, const std::string& value) {
      put("<div><dt>{}</dt><dd>{}</dd><dd class=\"soft\">{}</dd></div>\n", name, mark(value), question);
    };
    one("Response", "Did the turn reach an ending?", turn_.response);
    one("Action", "What happened to what was asked?", turn_.action);
    one("Verification", "Was the effect or the claim established?", turn_.verification);
    one("Review", "Was the answer accepted under the evidence?", turn_.review);
    one("Durability", "Is there an authoritative receipt?", turn_.durability);
    put("</dl>\n");
    close_section();
  }

  void notices() {
    if (first("settlement") == nullptr) {
      put("<p class=\"notice unknown\"><strong>No settlement.</strong> The turn was interrupted before it could be "
          "settled. What is below is what was established until then.</p>\n");
    }
    for (const Event& event : events_) {
      if (event.kind != "contradiction") continue;
      put("<p class=\"notice\"><strong>Contradiction.</strong> A claim of the kind “{}” in the model's answer: {} "
          "({})</p>\n",
          escape(event.body.text("claim")), escape(event.body.text("why")), event_link(event.seq));
    }
  }

  void request() {
    open_section("request", "Request");
    const Event* contract_event = first("contract");
    if (contract_event == nullptr) {
      put("<p>No contract was recorded.</p>\n");
      return close_section();
    }
    put("<p>{}</p>\n", kept(contract_event->body.find("request")));
    const Json none;
    const Json* found = contract_event->body.find("contract");
    const Json& contract = found == nullptr ? none : *found;
    const Json* reason = contract.find("reason");
    put("<p>Understood as <strong>{}</strong>", escape(contract.text("type", "unknown")));
    if (reason != nullptr) put(" by the rule <code>{}</code>", escape(reason->text("rule")));
    put(".");
    if (const Event* posture = first("posture")) {
      const Json* allowed = posture->body.find("mutation_allowed");
      const bool yes = allowed != nullptr && allowed->boolean() != nullptr && *allowed->boolean();
      put(" Posture <strong>{}</strong>: changes {}.", escape(posture->body.text("posture")),
          yes ? "allowed" : "not allowed");
    }
    if (const Event* surface = first("surface")) put(" Tools offered: {}.", json_list(surface->body.find("tools")));
    put("</p>\n");
    std::string rows;
    const Json* targets = contract.find("targets");
    if (targets != nullptr && targets->array() != nullptr) {
      for (const Json& target : *targets->array()) {
        rows += fmt::format("<tr><th scope=\"row\"><code>{}</code></th>{}</tr>\n", escape(target.text("path")),
                            cell("Role", escape(target.text("role"))));
      }
    }
    if (!rows.empty()) out_ += table("What the request names", {"Target", "Role"}, rows);
    close_section();
  }

  void operations() {
    open_section("operations", "Operations");
    std::string rows;
    for (const Event& event : events_) {
      if (event.kind != "intent") continue;
      const Event* receipt = evidence(event.body.text("id"));
      const Json& body = receipt == nullptr ? event.body : receipt->body;
      rows += fmt::format("<tr><th scope=\"row\">{} <code>{}</code></th>", escape(event.body.text("op")),
                          escape(event.body.text("path")));
      rows += cell("Result", receipt == nullptr ? mark("indeterminate") + " no receipt" : mark(body.text("result")));
      rows += cell("Read back", receipt == nullptr ? "" : mark(body.text("read_back", "unknown")));
      rows += cell("Before", digest(event.body.text("before")));
      rows += cell("After", digest(receipt == nullptr ? "" : body.text("after", body.text("found"))));
      rows += cell("Evidence", event_link(receipt == nullptr ? event.seq : receipt->seq)) + "</tr>\n";
    }
    if (rows.empty()) {
      put("<p>Nothing was changed and no command was run.</p>\n");
    } else {
      out_ += table("From receipts only", {"Operation", "Result", "Read back", "Before", "After", "Evidence"}, rows);
    }
    std::string checks;
    for (const Event& event : events_) {
      if (event.kind != "verification") continue;
      checks +=
          fmt::format("<tr><th scope=\"row\">{} <code>{}</code></th>{}{}</tr>\n",
                      escape(event.body.text("expectation")), escape(event.body.text("target")),
                      cell("Result", mark(event.body.text("result"))), cell("Why", escape(event.body.text("why"))));
    }
    if (!checks.empty()) {
      put("<h3>Verification</h3>\n");
      out_ += table("Each expectation against the bytes", {"Expectation", "Result", "Why"}, checks);
    }
    changes();
    close_section();
  }

  void changes() {
    bool any = false;
    for (const Event& event : events_) {
      const std::string* shown = event.kind == "approval" ? text_of(event.body.find("shown")) : nullptr;
      if (shown == nullptr) continue;
      put("<h3>Change of <code>{}</code></h3>\n{}", escape(event.body.text("target")), diff(*shown));
      any = true;
    }
    if (!any && first("approval") != nullptr) {
      put("<p class=\"soft\">The change itself is not shown: contents are kept as digests only.</p>\n");
    }
  }

  void rulings() {
    open_section("rulings", "Rulings");
    std::string rows;
    for (const Event& event : events_) {
      if (event.kind != "ruling" && event.kind != "approval") continue;
      const bool ruling = event.kind == "ruling";
      rows += fmt::format("<tr><th scope=\"row\">{} <code>{}</code></th>", escape(event.body.text("tool")),
                          escape(event.body.text("target")));
      rows += cell("Decision", mark(event.body.text(ruling ? "ruling" : "answer")));
      rows += cell("By", ruling ? fmt::format("rule <code>{}</code>", escape(event.body.text("rule")))
                                : escape(event.body.text("by")));
      rows += cell("Why", escape(event.body.text("why")));
      rows += cell("Event", event_link(event.seq)) + "</tr>\n";
    }
    for (const Event& event : events_) {
      const Json* accepted = event.kind == "proposal" ? event.body.find("accepted") : nullptr;
      if (accepted == nullptr || *accepted == Json(true)) continue;
      rows += fmt::format("<tr><th scope=\"row\">{} <code>{}</code></th>", escape(event.body.text("tool", "no call")),
                          escape(event.body.text("target")));
      rows += cell("Decision", mark("refuse")) + cell("By", "surface, step " + escape(event.body.text("step")));
      rows += cell("Why", escape(event.body.text("why"))) + cell("Event", event_link(event.seq)) + "</tr>\n";
    }
    if (rows.empty()) {
      put("<p>No call came as far as a ruling.</p>\n");
    } else {
      out_ += table("Who decided what, and why", {"Call", "Decision", "By", "Why", "Event"}, rows);
    }
    close_section();
  }

  void answer() {
    open_section("answer", "Answer and claims");
    const Event* settled = first("settlement");
    if (settled != nullptr) {
      put("<p>What the person saw is <strong>{}</strong>.</p>\n{}\n",
          source_in_words(settled->body.text("answer_source")), kept(settled->body.find("answer")));
    }
    for (const Event& event : events_) {
      if (event.kind == "candidate") candidate(event);
      if (event.kind == "contradiction") {
        put("<p>{} the claim of the kind “{}” in {}</p>\n", mark("broken"), escape(event.body.text("claim")),
            event_link(event.seq));
      }
      if (event.kind == "repair" || event.kind == "containment") {
        put("<p><strong>{}</strong>: {} ({})</p>\n", event.kind == "repair" ? "Repair" : "Containment",
            escape(headline(event)), event_link(event.seq));
      }
    }
    if (settled == nullptr && first("candidate") == nullptr) put("<p>There was no answer.</p>\n");
    close_section();
  }

  void candidate(const Event& event) {
    put("<h3>Answer of the model in {}</h3>\n<p>{}</p>\n", event_link(event.seq), kept(event.body.find("text")));
    const Json* claims = event.body.find("claims");
    std::string rows;
    if (claims != nullptr && claims->array() != nullptr) {
      for (const Json& claim : *claims->array()) {
        const Event* found = evidence(claim.text("evidence"));
        rows += fmt::format(
            "<tr><th scope=\"row\">{} <code>{}</code></th>{}{}{}</tr>\n", escape(claim.text("kind")),
            escape(claim.text("target")), cell("Status", mark(claim.text("status"))),
            cell("Evidence", found == nullptr ? "none" : event_link(found->seq) + ": " + escape(headline(*found))),
            cell("Why", escape(claim.text("why"))));
      }
    }
    if (rows.empty()) {
      put("<p class=\"soft\">It claims nothing that the runtime could check.</p>\n");
    } else {
      out_ += table("Each claim with the evidence it was compared with", {"Claim", "Status", "Evidence", "Why"}, rows);
    }
  }

  void timeline() {
    open_section("timeline", "Timeline");
    put("<ol class=\"time\">\n");
    for (const Event& event : events_) {
      const std::string_view at(event.at);
      put("<li id=\"event-{}\"><details><summary class=\"row\" aria-label=\"event {}, {}\">"
          "<span class=\"soft\">{}</span><time datetime=\"{}\">{}</time><span class=\"kind\">{}</span>"
          "<span class=\"what\">{}</span></summary>\n<pre tabindex=\"0\" aria-label=\"body of event "
          "{}\">{}</pre>"
          "</details></li>\n",
          event.seq, event.seq, escape(event.kind + ": " + headline(event)), event.seq, escape(at),
          escape(at.size() > 23 ? at.substr(11, 12) : at), escape(event.kind), escape(headline(event)), event.seq,
          escape(to_pretty(event.body), true));
    }
    put("</ol>\n");
    close_section();
  }

  void foot() {
    put("</main>\n<footer>\n<p>Events {} to {} of the record. {}</p>\n"
        "<p>Prompts, answers and file contents stand in the record as digests and counts unless their text was kept. "
        "A change to the past of the record shows when it is verified (<code>warrant trace verify</code>); whoever "
        "holds "
        "its key and its anchor could write another one.</p>\n</footer>\n</body>\n</html>\n",
        turn_.first_seq, turn_.last_seq,
        options_.verification.empty() ? "The record was not verified for this page." : escape(options_.verification));
  }

  const record::TurnSummary& turn_;
  const std::vector<Event>& events_;
  const ReportOptions& options_;
  std::string out_;
};

}  // namespace

std::string report_page(const record::TurnSummary& turn, const std::vector<Event>& events,
                        const ReportOptions& options) {
  return Page(turn, events, options).write();
}

}  // namespace warrant::ui
