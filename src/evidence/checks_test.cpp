// Builds, linters, type checkers, commits, pushes, deployments and plain values.
#include <warrant/evidence/evidence.hpp>

#include <gtest/gtest.h>

#include <string>

namespace warrant::evidence {
namespace {

struct Case {
  const char* command;
  const char* output;
  Activity activity;
  bool ok;
  long long errors;  ///< -1: none printed
};

const Case kCases[] = {
    {"npx tsc --noEmit", "src/a.ts(1,2): error TS2322: no\nsrc/b.ts(3,4): error TS2345: no\n", Activity::typecheck,
     false, 2},
    {"npx tsc --noEmit", "src/a.ts:1:2 - error TS2322: no\n\nFound 1 error in src/a.ts:1\n", Activity::typecheck, false,
     1},
    {"npx tsc --noEmit", "[exit 0]\n", Activity::typecheck, true, -1},
    {"npm run typecheck", "[exit 2]\n", Activity::typecheck, false, -1},
    {"mypy src", "Success: no issues found in 12 source files\n", Activity::typecheck, true, 0},
    {"mypy src", "Found 3 errors in 2 files (checked 12 source files)\n", Activity::typecheck, false, 3},
    {"pyright", "0 errors, 2 warnings, 0 informations \n", Activity::typecheck, true, 0},
    {"pyright", "4 errors, 2 warnings, 0 informations \n", Activity::typecheck, false, 4},
    {"npx eslint .", "\xe2\x9c\x96 5 problems (3 errors, 2 warnings)\n", Activity::lint, false, 3},
    {"npx eslint .", "\xe2\x9c\x96 2 problems (0 errors, 2 warnings)\n", Activity::lint, true, 0},
    {"npx eslint .", "", Activity::lint, true, -1},
    {"npx eslint --max-warnings 0 . | cat",
     "\xe2\x9c\x96 1 problem (0 errors, 1 warning)\n  0 errors and 1 warning potentially fixable with the `--fix` "
     "option.\n\nESLint found too many warnings (maximum: 0).\n",
     Activity::lint, false, 0},
    {"npx eslint --max-warnings 0 .", "\xe2\x9c\x96 1 problem (0 errors, 1 warning)\n[exit 1]\n", Activity::lint, false,
     0},
    {"biome check", "Checked 12 files in 5ms. No fixes applied.\n", Activity::lint, true, 0},
    {"biome check", "Checked 12 files in 5ms. No fixes applied.\nFound 3 errors.\n", Activity::lint, false, 3},
    {"ruff check .", "All checks passed!\n", Activity::lint, true, 0},
    {"ruff check .", "Found 2 errors.\n[*] 1 fixable with the `--fix` option.\n", Activity::lint, false, 2},
    {"golangci-lint run", "0 issues.\n", Activity::lint, true, 0},
    {"golangci-lint run", "2 issues:\n* errcheck: 2\n", Activity::lint, false, 2},
    {"bundle exec rubocop", "12 files inspected, no offenses detected\n", Activity::lint, true, 0},
    {"npx prettier --check .", "[warn] Code style issues found in 2 files. Run Prettier with --write to fix.\n",
     Activity::lint, false, 2},
    {"cargo clippy",
     "warning: `x` (lib) generated 3 warnings\n    Finished `dev` profile [unoptimized + debuginfo] target(s) in "
     "1.2s\n",
     Activity::lint, true, 0},
    {"cargo clippy -- -D warnings", "error: could not compile `x` (lib) due to 2 previous errors\n", Activity::lint,
     false, 2},
    {"go vet ./...", "[exit 0]\n", Activity::lint, true, -1},
    {"cargo build", "    Finished `release` profile [optimized] target(s) in 8.10s\n", Activity::build, true, 0},
    {"cargo build", "error: could not compile `x` (bin \"x\") due to 1 previous error\n", Activity::build, false, 1},
    {"go build ./...", "", Activity::build, true, -1},
    {"go build ./... 2>&1 | head", "./a.go:12:3: undefined: y\n", Activity::build, false, -1},
    {"make", "make: *** [Makefile:12: all] Error 2\n", Activity::build, false, -1},
    {"make", "make: *** [Makefile:12: all] Fehler 1\n", Activity::build, false, -1},
    {"make", "cc -o a a.c\n[exit 0]\n", Activity::build, true, -1},
    {"ninja -C build", "[11/12] Building CXX object a.o\n[12/12] Linking CXX executable a\n", Activity::build, true,
     -1},
    {"ninja", "ninja: build stopped: subcommand failed.\n", Activity::build, false, -1},
    {"cmake --build build", "[100%] Built target warrant\n", Activity::build, true, -1},
    {"dotnet build", "Build FAILED.\n\n    1 Warning(s)\n    3 Error(s)\n", Activity::build, false, 3},
    {"mvn package", "[INFO] BUILD SUCCESS\n", Activity::build, true, -1},
    {"./gradlew build", "BUILD FAILED in 2s\n", Activity::build, false, -1},
    {"swift build", "Build complete! (1.20s)\n", Activity::build, true, -1},
    {"npm run build", "\xe2\x9c\x93 built in 1.23s\n", Activity::build, true, -1},
    {"npm run build", "error during build:\nRollup failed to resolve import\n", Activity::build, false, -1},
    {"npx webpack", "webpack 5.90.0 compiled with 2 errors in 1000 ms\n", Activity::build, false, 2},
    {"npx next build", " \xe2\x9c\x93 Compiled successfully\n", Activity::build, true, -1},
    {"docker build .",
     "ERROR: failed to solve: process \"/bin/sh -c make\" did not complete successfully: exit code: 2\n",
     Activity::build, false, -1},
    {"make 2>&1 | tail -3", "a.c:3:5: Fehler: \"y\" nicht deklariert\n", Activity::build, false, 1},
    {"msbuild app.sln | more", "C:\\a b\\x.cpp(3,5): error C2143: syntax error\n", Activity::build, false, 1},
    {"g++ a.cpp", "a.cpp:3:5: error: expected ';'\na.cpp:4:5: error: expected '}'\n[exit 1]\n", Activity::build, false,
     2},
};

TEST(Checks, EachReadsItsOwnLines) {
  for (const auto& each : kCases) {
    const std::string output = "$ " + std::string(each.command) + "\n" + each.output;
    SCOPED_TRACE(output);
    const auto found = read_evidence(output);
    const CheckResult* check = nullptr;
    for (const auto& one : found.checks) {
      if (one.activity == each.activity) check = &one;
    }
    ASSERT_NE(check, nullptr);
    EXPECT_EQ(check->ok, each.ok);
    EXPECT_EQ(check->errors ? check->errors->value : -1, each.errors);
    const bool anchored = each.activity == Activity::build  ? found.anchors.build
                          : each.activity == Activity::lint ? found.anchors.lint
                                                            : found.anchors.typecheck;
    EXPECT_TRUE(anchored);
  }
}

TEST(Checks, ALinterSaysNothingOfTypes) {
  const auto found = read_evidence(
      "$ npx eslint .\n\xe2\x9c\x96 3 problems (2 errors, 1 warning)\n  0 errors and 1 warning potentially fixable "
      "with the "
      "`--fix` option.\n");
  EXPECT_FALSE(found.anchors.typecheck);
  EXPECT_FALSE(found.checks.at(0).ok);
}

TEST(Checks, WarningsOfABuildStayWithIt) {
  const auto found = read_evidence(
      "$ cargo build\nwarning: `x` (lib) generated 2 warnings\n    Finished `dev` profile [unoptimized] target(s) in "
      "0.1s\n");
  ASSERT_TRUE(found.checks.at(0).warnings);
  EXPECT_EQ(found.checks.at(0).warnings->value, 2);
}

TEST(Checks, AMaskedStatusTellsNothing) {
  EXPECT_TRUE(read_evidence("$ make || true\ncc a.c\n[exit 0]\n").checks.empty());
  EXPECT_TRUE(read_evidence("$ make 2>&1 | tail -3\ncc a.c\n[exit 0]\n").checks.empty());
  EXPECT_TRUE(read_evidence("$ set -o pipefail; make 2>&1 | tail -3\ncc a.c\n[exit 0]\n").checks.at(0).ok);
  EXPECT_TRUE(read_evidence("$ make &\n[exit 0]\n").checks.empty());
}

TEST(Git, CommitPushAndPullRequest) {
  const std::string output =
      "$ git commit -m x\n[main 206d4d0] x\n 2 files changed, 65 insertions(+), 3 deletions(-)\n create mode 100644 "
      "tests/a.py\n"
      " delete mode 100644 old.py\n"
      "$ git push\nTo github.com:a/b.git\n   206d4d0..1a2b3c4  main -> main\n"
      "$ gh pr create --fill\nhttps://github.com/a/b/pull/12\n";
  const auto found = read_evidence(output);
  ASSERT_EQ(found.commits.size(), 1U);
  EXPECT_EQ(found.commits[0].id.span.of(output), "206d4d0");
  EXPECT_EQ(found.commits[0].branch, "main");
  EXPECT_EQ(found.commits[0].files_changed->value, 2);
  ASSERT_EQ(found.pushes.size(), 1U);
  EXPECT_TRUE(found.pushes[0].ok);
  ASSERT_EQ(found.pr_urls.size(), 1U);
  EXPECT_EQ(found.pr_urls[0].text, "https://github.com/a/b/pull/12");
  ASSERT_EQ(found.created.size(), 1U);
  EXPECT_EQ(found.created[0].text, "tests/a.py");
  EXPECT_EQ(found.deleted.at(0).text, "old.py");
  EXPECT_TRUE(found.anchors.commit && found.anchors.push);
  EXPECT_FALSE(found.anchors.deploy || found.anchors.test_run || found.anchors.build);
}

TEST(Git, NamesWithBlanksAndOtherLetters) {
  const auto found = read_evidence(
      "$ git commit -m x\n[main 206d4d0] x\n 2 files changed, 2 insertions(+)\n create mode 100644 a b.txt\n create "
      "mode 100644 "
      "\"tests/\\303\\274 b.py\"\n");
  ASSERT_EQ(found.created.size(), 2U);
  EXPECT_EQ(found.created[0].text, "a b.txt");
  EXPECT_EQ(found.created[1].text, "tests/\xc3\xbc b.py");
}

TEST(Git, ARehearsalPushesNothing) {
  EXPECT_FALSE(read_evidence("$ git push --dry-run\nTo h:a/b\n   206d4d0..1a2b3c4  main -> main\n").anchors.push);
  EXPECT_TRUE(read_evidence("$ npm publish --dry-run\n+ pkg@1.2.3\n").published.empty());
  EXPECT_TRUE(
      read_evidence("$ git push --force\nTo h:a/b\n + 9b7aab8...3ed86e3 main -> main (forced update)\n").anchors.push);
  EXPECT_TRUE(read_evidence("$ git push\nEverything up-to-date\n").anchors.push);
  EXPECT_FALSE(read_evidence("$ git push -q\n[exit 1]\n").anchors.push);
}

TEST(Git, ARejectedPushAndAFetchAreNoPush) {
  const auto rejected = read_evidence(
      "$ git push\nTo github.com:a/b.git\n ! [rejected]        main -> main (fetch first)\nerror: failed to push some "
      "refs to 'x'\n");
  EXPECT_FALSE(rejected.anchors.push);
  ASSERT_EQ(rejected.pushes.size(), 1U);
  EXPECT_FALSE(rejected.pushes[0].ok);
  EXPECT_TRUE(read_evidence("$ git fetch\nFrom github.com:a/b\n   206d4d0..1a2b3c4  main       -> origin/main\n")
                  .pushes.empty());
  EXPECT_EQ(read_evidence("$ git commit -am x\n 3 Dateien ge\xc3\xa4ndert, 1 Einf\xc3\xbcgung(+)\n")
                .files_changed.at(0)
                .value,
            3);
}

TEST(Deploy, AddressesThatAToolAnnounces) {
  for (const char* output : {
           "$ vercel --prod\nProduction: https://x.example.app [2s]\n",
           "$ netlify deploy --prod\nWebsite URL: https://x.example.app\n",
           "$ firebase deploy\n\xe2\x9c\x94  Deploy complete!\n\nHosting URL: https://x.example.app\n",
           "$ npx wrangler deploy\nDeployed x triggers (0.3 sec)\n  https://x.example.app\n",
           "$ fly deploy\nVisit your newly deployed app at https://x.example.app\n",
       }) {
    const auto found = read_evidence(output);
    EXPECT_TRUE(found.anchors.deploy) << output;
    ASSERT_GE(found.deploy_urls.size(), 1U) << output;
    EXPECT_EQ(found.deploy_urls[0].text, "https://x.example.app") << output;
  }
  EXPECT_TRUE(
      read_evidence("$ kubectl rollout status deploy/x\ndeployment \"x\" successfully rolled out\n").anchors.deploy);
  EXPECT_TRUE(
      read_evidence("$ terraform apply -auto-approve\nApply complete! Resources: 1 added, 0 changed, 0 destroyed.\n")
          .anchors.deploy);
  EXPECT_FALSE(read_evidence("$ cat README.md\nDeployed to https://x.example.app\n").anchors.deploy);
  EXPECT_FALSE(read_evidence("$ ./x\ndeploy failed: not deployed to production\n").anchors.deploy);
}

TEST(Release, PublishedVersions) {
  EXPECT_EQ(read_evidence("$ npm publish\n+ pkg@1.2.3\n").published.at(0).text, "1.2.3");
  EXPECT_EQ(read_evidence("$ cargo publish\n   Published x v0.4.0 at registry `r`\n").published.at(0).text, "0.4.0");
  EXPECT_EQ(read_evidence("$ git push --tags\nTo h:a/b\n * [new tag]         v2.0.1 -> v2.0.1\n").published.at(0).text,
            "2.0.1");
  EXPECT_EQ(read_evidence("$ npm version minor\nv1.3.0\n").published.at(0).text, "1.3.0");
  EXPECT_TRUE(read_evidence("$ node --version | cat VERSION\nv20.1.0\n").published.size() <= 1U);
}

TEST(Values, CoverageHttpAndCounts) {
  EXPECT_DOUBLE_EQ(read_evidence("TOTAL      120     12    90%\n").coverage.at(0).value, 90);
  EXPECT_DOUBLE_EQ(
      read_evidence("Required test coverage of 80.0% reached. Total coverage: 91.25%\n").coverage.at(0).value, 91.25);
  EXPECT_DOUBLE_EQ(read_evidence("All files |   85.1 |    70 |   80 |   85 |\n").coverage.at(0).value, 85.1);
  EXPECT_DOUBLE_EQ(read_evidence("ok  \tx\t0.1s\tcoverage: 80.5% of statements\n").coverage.at(0).value, 80.5);
  EXPECT_DOUBLE_EQ(read_evidence("total:\t\t\t(statements)\t\t78.2%\n").coverage.at(0).value, 78.2);
  EXPECT_EQ(read_evidence("HTTP/1.1 200 OK\n").http_statuses.at(0).value, 200);
  EXPECT_EQ(read_evidence("{\"status\": 404}\n").http_statuses.at(0).value, 404);
  EXPECT_EQ(read_evidence("status: 503\n").http_statuses.at(0).value, 503);
  const auto counted = read_evidence("Imported 1,204 rows into 3 tables\n").counts;
  ASSERT_EQ(counted.size(), 2U);
  EXPECT_EQ(counted[0].count.value, 1204);
  EXPECT_EQ(counted[0].noun, "rows");
  EXPECT_EQ(counted[1].noun, "tables");
}

}  // namespace
}  // namespace warrant::evidence
