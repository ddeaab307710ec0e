#include <warrant/evidence/command.hpp>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>

namespace warrant::evidence {
namespace {

struct Case {
  const char* command;
  Activity activity;
};

TEST(Command, LooksThroughWrappers) {
  const Case cases[] = {
      {"pytest -q", Activity::test},
      {"uv run --extra dev pytest", Activity::test},
      {"poetry run python -m pytest tests", Activity::test},
      {"PYTHONPATH=. pytest -q", Activity::test},
      {"env CI=1 timeout 60 npx --yes vitest run", Activity::test},
      {"bash -lc 'cd app && npm run test:unit'", Activity::test},
      {"docker compose exec -T web bundle exec rspec", Activity::test},
      {"docker run --rm -v $PWD:/x image pytest", Activity::test},
      {"./gradlew :app:test --tests X", Activity::test},
      {"mise exec -- go test ./...", Activity::test},
      {"cargo +nightly test", Activity::test},
      {".venv/bin/pytest", Activity::test},
      {"yarn test", Activity::test},
      {"pnpm -r test", Activity::test},
      {"make test", Activity::test},
      {"just test-all", Activity::test},
      {"tox -e py312", Activity::test},
      {"for i in 1 2; do go test ./...; done", Activity::test},
      {"if ! pytest; then exit 1; fi", Activity::test},
      {"powershell -Command \"dotnet test\"", Activity::test},
      {"npm run lint", Activity::lint},
      {"cargo clippy --all-targets", Activity::lint},
      {"pnpm typecheck", Activity::typecheck},
      {"npx tsc --noEmit", Activity::typecheck},
      {"npm run build", Activity::build},
      {"make -j4", Activity::build},
      {"cmake --build build -j2", Activity::build},
      {"git add . && git commit -m 'x; pytest'", Activity::commit},
      {"git -C sub push origin main", Activity::push},
      {"gh pr create --fill", Activity::pull_request},
      {"npx wrangler deploy", Activity::deploy},
      {"npm publish", Activity::publish},
      {"clang++-19 -c a.cpp", Activity::build},
      {"x86_64-linux-gnu-gcc a.c", Activity::build},
      {"clang-format-19 --dry-run a.cpp", Activity::lint},
      {"'C:\\Program Files\\Python\\python.exe' -m pytest", Activity::test},
      {"cd 'my app' && ./gradlew test", Activity::test},
  };
  for (const auto& each : cases) EXPECT_TRUE(read_command(each.command).does(each.activity)) << each.command;
}

TEST(Command, WordsInQuotesAndHereDocumentsDoNothing) {
  for (const char* command :
       {"git commit -m 'run pytest'", "echo pytest", "cat > a.sh <<'EOF'\npytest\nEOF", "grep -rn 'npm test' .",
        "# pytest", "npm install", "npm ci", "git log --grep test", "ls tests", "cat pytest.ini"}) {
    EXPECT_FALSE(read_command(command).does(Activity::test)) << command;
  }
}

TEST(Command, NamesWhatMasksAnExitStatus) {
  for (const char* command :
       {"pytest || true", "pytest; true", "pytest | tail -5", "pytest 2>&1 | tee log", "pytest; echo done",
        "pytest || echo x", "pytest\necho done", "bash -c 'pytest | tail'", "pytest && echo PASS || echo FAIL",
        "pytest; exit 0", "set +e; pytest; ls", "pytest || npm run fix", "if pytest; then echo y; else echo n; fi"}) {
    EXPECT_TRUE(read_command(command).caveats.has(Caveat::masked_exit)) << command;
  }
  for (const char* command :
       {"pytest", "pytest && echo done", "set -o pipefail; pytest | tail -5", "set -euo pipefail; pytest | tee x",
        "cd a; pytest", "pytest > log 2>&1", "pytest || exit 1", "pytest || { echo bad; exit 2; }", "pytest || false",
        "pytest; rc=$?; echo $rc; exit $rc", "pytest | tee log; exit ${PIPESTATUS[0]}", "pytest && git log | head -3",
        "pytest && echo done"}) {
    EXPECT_FALSE(read_command(command).caveats.has(Caveat::masked_exit)) << command;
  }
}

TEST(Command, NamesTheOtherCaveats) {
  EXPECT_TRUE(read_command("nohup pytest > log 2>&1 &").caveats.has(Caveat::background));
  EXPECT_FALSE(read_command("pytest &> log").caveats.has(Caveat::background));
  EXPECT_FALSE(read_command("pytest > log & wait $!; cat log").caveats.has(Caveat::background));
  EXPECT_TRUE(read_command("pytest --collect-only -q").caveats.has(Caveat::collect_only));
  EXPECT_TRUE(read_command("cargo test --no-run").caveats.has(Caveat::collect_only));
  EXPECT_TRUE(read_command("ctest -N").caveats.has(Caveat::collect_only));
  for (const char* command :
       {"pytest -k x", "pytest tests/test_a.py::test_b", "go test ./pkg/a", "go test -run X ./...", "cargo test name",
        "npx jest -t x", "mvn test -Dtest=A", "./gradlew test --tests A", "ctest -R x", "dotnet test --filter A"}) {
    EXPECT_TRUE(read_command(command).caveats.has(Caveat::filtered)) << command;
  }
  for (const char* command :
       {"pytest", "pytest tests/ -q -n 4", "go test -race -count 1 ./...", "cargo test --all -- --test-threads 1",
        "npx vitest run", "npm test", "mvn test", "ctest --test-dir build", "pytest -p no:cacheprovider -q",
        "pytest --cov src --cov-report term", "npx mocha -R dot", "cargo test --manifest-path sub/Cargo.toml",
        "go test -coverpkg ./... -coverprofile c.out ./...", "phpunit -c phpunit.xml"}) {
    EXPECT_FALSE(read_command(command).caveats.has(Caveat::filtered)) << command;
  }
  for (const char* command :
       {"cat log", "cd a && tail -5 x | grep y", "git log", "echo hi; ls", "gh run view 1 --log"}) {
    EXPECT_TRUE(read_command(command).caveats.has(Caveat::only_shown)) << command;
  }
  for (const char* command : {"pytest", "python x.py", "./ci.sh", "git push", "gh pr create"}) {
    EXPECT_FALSE(read_command(command).caveats.has(Caveat::only_shown)) << command;
  }
  EXPECT_EQ(read_command("cd web && npm test").directory, "web");
  EXPECT_EQ(read_command("pytest tests/a.py -k x").selection, "tests/a.py -k x");
  EXPECT_EQ(read_command("cd \"my \xc3\xa4pp\" && pytest 'tests/a b.py'").directory, "my \xc3\xa4pp");
  EXPECT_EQ(read_command("pytest 'tests/a b.py'").selection, "tests/a b.py");
  EXPECT_EQ(read_command("cd web && npm test && bun test").programs,
            (std::vector<std::string>{"npm test", "bun test"}));
}

TEST(Command, KnowsWhoseStatusAnEchoPrints) {
  const auto told = [](const char* command) { return read_command(command).printed; };
  ASSERT_EQ(told("pytest -q > log 2>&1; echo \"pytest: $?\"").size(), 1U);
  EXPECT_EQ(told("pytest -q > log 2>&1; echo \"pytest: $?\"")[0].activities, std::vector{Activity::test});
  EXPECT_EQ(told("cargo build && cargo test > t.log; echo rc=$?")[0].activities,
            (std::vector{Activity::test, Activity::build}));
  EXPECT_FALSE(told("cargo build && cargo test > t.log; echo rc=$?")[0].single);
  // The status of a pipeline is that of its last step.
  EXPECT_TRUE(told("npm test | tail -3; echo code $?")[0].activities.empty());
  EXPECT_EQ(told("npm test | tail -3; echo code ${PIPESTATUS[0]}")[0].activities, std::vector{Activity::test});
  EXPECT_FALSE(told("make -j4 && echo MADE")[0].number);
  EXPECT_TRUE(told("make -j4 || echo \"failed: $?\"").empty());
  EXPECT_TRUE(told("for f in a b; do ./$f; echo \"$f: $?\"; done").empty());
}

TEST(Command, ASelectionCoversWhatIsBelowIt) {
  EXPECT_TRUE(covers("", "tests/a.py -k x"));
  EXPECT_TRUE(covers("./pkg/cart", "./pkg/cart -run TestSum"));
  EXPECT_TRUE(covers("./pkg/...", "./pkg/cart/"));
  EXPECT_TRUE(covers("tests/a.py tests/b.py", "tests/b.py::test_one"));
  EXPECT_FALSE(covers("./pkg/cart", "./pkg/order"));
  EXPECT_FALSE(covers("tests/a.py -k x", "tests/a.py"));
  EXPECT_FALSE(covers("./pkg/car", "./pkg/cart"));
  EXPECT_FALSE(covers("tests/a.py", ""));
}

RC_GTEST_PROP(Command, AnyTextIsRead, (const std::string& text)) {
  const auto facts = read_command(text);
  RC_ASSERT(facts.activities.size() <= 10U);
}

}  // namespace
}  // namespace warrant::evidence
