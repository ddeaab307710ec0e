// The test set of spellings: what must be protected however it is written, and what must not be.
#include <warrant/policy/protect.hpp>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>
#include <vector>

namespace warrant::policy {
namespace {

RelPath path(std::string_view text) { return RelPath::make(text).value(); }

const std::vector<std::string> control = {
    // the repository's inside
    ".git", ".git/config", ".git/hooks/pre-commit", ".git/HEAD", ".git/objects/ab/cdef", "sub/.git", "a/b/c/.git/index",
    "vendor/lib/.git/config", ".GIT", ".Git/config", ".gIt/hooks/post-merge", ".GIT/HEAD", "SUB/.GIT/CONFIG",
    ".g\u200bit/x", ".gi\u200ct/config", "\u2060.git/config", ".git\ufeff/config", ".\u00adgit/config",
    ".g\ufe0fit/config", "\uff0egit/config", ".\uff47\uff49\uff54/config", "\u2024git/config",
    ".\U0001d420\U0001d422\U0001d42d/x", ".\u24d6\u24d8\u24e3/config", ".git./x", ".git../x", ".git /x", ".git . /x",
    ".git  /config", "GIT~1/config", "git~1", "Git~1/hooks/x", ".git\\config", "sub\\.git\\config", ".GIT\\HEAD",
    ".git::$INDEX_ALLOCATION/x", ".git:stream", ".GIT::$DATA", ".gitmodules", ".GitModules", ".hg/hgrc", ".svn/entries",
    ".jj/repo", ".bzr/branch",
    // hooks
    ".githooks/pre-push", ".GitHooks/x", ".husky/pre-commit", ".HUSKY/_/husky.sh", "packages/a/.husky/commit-msg",
    // workflows
    ".github/workflows/ci.yml", ".github/workflows", ".GitHub/WorkFlows/x.yml", ".github/actions/setup/action.yml",
    "\uff0egithub/workflows/a.yml", ".github /workflows/a.yml", ".GITHUB/WORKFLOWS", "sub/.github/workflows/x",
    // the environment's and the editor's
    ".envrc", "sub/.envrc", ".ENVRC", ".env\u200brc", ".vscode/tasks.json", ".VSCode/Tasks.json", ".vscode/launch.json",
    ".vscode/settings.json", "app/.vscode/tasks.json", ".idea/workspace.xml", ".IDEA/runConfigurations/x.xml",
    ".zed/tasks.json",
    // our own
    ".warrant", ".warrant/config.toml", ".warrant/profiles.toml", ".Warrant/config.toml", ".WARRANT",
    "sub/.warrant/config.toml", ".\uff57arrant/config.toml", ".local/state/warrant/record/x",
    ".config/warrant/config.toml", ".cache/warrant/models/x", ".CONFIG/Warrant/config.toml"};

const std::vector<std::string> secret = {
    ".env", ".ENV", ".Env", ".env.local", ".env.production", ".env.development.local", "app/.env", "app/.env.local",
    ".e\u200bnv", "\uff0eenv", ".env ", ".env.", ".env.LOCAL", "prod.env", "deploy/staging.env", ".env.example.local",
    ".env:stream",
    // keys
    "id_rsa", "ID_RSA", "Id_Rsa", "id_dsa", "id_ecdsa", "id_ed25519", "ID_ED25519", "keys/id_ed25519", "\uff49d_rsa",
    "id_r\u017fa", "id_\u200brsa", "server.pem", "server.PEM", "tls/server.key", "ca.p12", "cert.pfx", "store.jks",
    "app.keystore", "putty.ppk", "vault.kdbx", "AuthKey_1.p8", "server.key ", "server.pem.", "server.\uff50em",
    // other tools' credentials
    ".ssh", ".ssh/config", ".ssh/known_hosts", ".SSH/authorized_keys", "home/.ssh/id_x", ".aws/credentials",
    ".AWS/config", "home/.aws/credentials", ".kube/config", ".Kube/cache/x", ".gnupg/pubring.kbx",
    ".azure/accessTokens.json", ".docker/config.json", "home/.docker/config.json", ".config/gcloud/credentials.db",
    ".config/gh/hosts.yml", ".netrc", "_netrc", ".NETRC", ".npmrc", "sub/.npmrc", ".pypirc", ".git-credentials",
    ".htpasswd", ".pgpass", ".vault-token", ".ss\u200dh/id",
    // named so
    "token", "token.txt", "tokens.json", "api_token", "api-token.txt", "deploy-token.json", "github.token",
    "bot_tokens.yml", "TOKEN.TXT", "auth.token", "secrets.toml", "secrets.json", "secrets.yaml", "secrets.yml",
    "Secrets.YML", "secret.txt", "client_secret.json", "app-secrets.yaml", "secrets-prod.yaml", "secrets.prod.yaml",
    "credentials", "credentials.json", "Credentials.json", "gcp-credentials.json", "credentials.prod.json",
    "service_credentials.yml", "config/credentials.yml", "passwords.txt", "db_password.txt", "to\u200bken.txt",
    "\uff54oken.txt"};

const std::vector<std::string> ordinary = {"",
                                           "src/main.cpp",
                                           "README.md",
                                           "settings.py",
                                           ".gitignore",
                                           ".gitattributes",
                                           ".gitkeep",
                                           ".editorconfig",
                                           "git",
                                           "git/config",
                                           "github/workflows/x",
                                           ".github/README.md",
                                           ".github/dependabot.yml",
                                           ".github/CODEOWNERS",
                                           "workflows/ci.yml",
                                           ".vscode/extensions.json",
                                           "vscode/tasks.json",
                                           "tasks.json",
                                           "settings.json",
                                           ".env.example",
                                           ".env.sample",
                                           ".env.template",
                                           ".env.dist",
                                           ".env.defaults",
                                           "env",
                                           "environment.py",
                                           "src/env.ts",
                                           "tokenizer.json",
                                           "tokenizer_config.json",
                                           "src/token.cpp",
                                           "token.hpp",
                                           "tokens.py",
                                           "lexer/token.rs",
                                           "keys.md",
                                           "monkey",
                                           "key.py",
                                           "keyboard.js",
                                           "hotkeys.json",
                                           "public.crt",
                                           "id_rsa.pub",
                                           "id_ed25519.pub",
                                           "ssh/config.md",
                                           "aws/main.tf",
                                           "secretary.txt",
                                           "secrets.py",
                                           "src/secrets.rs",
                                           "password_test.py",
                                           "password.ts",
                                           "credentials.py",
                                           "docs/credentials.md",
                                           "warrant/config.toml",
                                           "src/warrant/x.cpp",
                                           "docker/config.json",
                                           "digit/config",
                                           "legit",
                                           ".legit/x",
                                           "a.git/config",
                                           "repo.git.md",
                                           "hooks/useState.ts",
                                           "src/hooks/x.ts",
                                           "C:/x",
                                           "a:b",
                                           "a\\b.txt",
                                           "\xff\xfe",
                                           "\u0433\u0438\u0442/config",
                                           "notes \u202e.txt",
                                           "config/gcloud.md",
                                           "state/warrant.txt"};

TEST(Protect, TheSetHoldsAtLeastTwoHundredSpellings) {
  EXPECT_GE(control.size() + secret.size() + ordinary.size(), 200U);
}

TEST(Protect, KnowsControlPathsInAnySpelling) {
  for (const std::string& text : control) EXPECT_EQ(to_string(classify(path(text))), "control") << text;
}

TEST(Protect, KnowsSecretsInAnySpelling) {
  for (const std::string& text : secret) EXPECT_EQ(to_string(classify(path(text))), "secret") << text;
}

TEST(Protect, LeavesOrdinaryFilesAlone) {
  for (const std::string& text : ordinary) EXPECT_EQ(to_string(classify(path(text))), "none") << text;
}

// Whatever stands before a control directory, or behind it, does not hide it.
RC_GTEST_PROP(Protect, HoldsWhereverItStands, ()) {
  const auto part = rc::gen::nonEmpty(rc::gen::container<std::string>(rc::gen::inRange<char>('a', 'z')));
  const std::string hidden = *rc::gen::element<std::string>(".git", ".Warrant", ".HUSKY", ".g\u200bit", ".git ");
  RC_ASSERT(classify(path(*part + "/" + hidden + "/" + *part)) == Protection::control);
}

}  // namespace
}  // namespace warrant::policy
