// The record: an append-only, hash-chained, signed log of every decision. Format: docs/record.md.
#pragma once

#include <warrant/record/event.hpp>
#include <warrant/record/kinds.hpp>
#include <warrant/record/place.hpp>
#include <warrant/record/read.hpp>
#include <warrant/record/redact.hpp>
#include <warrant/record/verify.hpp>
#include <warrant/record/writer.hpp>
