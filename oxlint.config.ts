import { defineConfig } from "oxlint";

const lib = (names: string) => names.split(" ").map((name) => `lib/${name}`);
const kernel = lib(
  "concurrency contract errors ids log metrics product seal services settings tracing",
);
const domain = [...kernel, ...lib("audit auth db")];

// Who may import whom: a folder's files import from themselves and from what its row names, and from nothing else of
// this project. Rows of inner folders come after those of outer ones and replace them.
const LAYERS: Record<string, string[]> = {
  lib: kernel,
  "lib/contract": [],
  "lib/concurrency": lib("errors"),
  "lib/db": [...lib("concurrency errors log"), "prisma"],
  "lib/metrics": [],
  "lib/tracing": lib("log settings"),
  "lib/net": lib("errors"),
  "lib/mail": lib("browser-name contract log product services settings"),
  "lib/sender": lib("concurrency errors net"),
  "lib/api-client": lib("contract"),
  "lib/openapi": lib("contract"),
  "lib/auth": domain,
  "lib/audit": domain,
  "lib/oauth": [...domain, ...lib("mail mounts")],
  "lib/notices": domain,
  "lib/organisations": [...domain, ...lib("mail notices")],
  "lib/accounts": [...domain, ...lib("mail mounts oauth organisations")],
  "lib/filesystems": domain,
  "lib/trash": [...domain, ...lib("entries")],
  "lib/changes": domain,
  "lib/entries": [...domain, ...lib("changes")],
  "lib/mounts": domain,
  "lib/sftp": [...domain, ...lib("entries filesystems http mounts")],
  "lib/webhooks": [...domain, ...lib("net")],
  "lib/test-inbox": [...domain, ...lib("sender webhooks")],
  "lib/listeners": [...domain, ...lib("realtime sender webhooks")],
  "lib/delivery": [...domain, ...lib("changes mail notices sender webhooks")],
  "lib/realtime": [...domain, ...lib("delivery webhooks")],
  "lib/support": [...domain, ...lib("delivery realtime webhooks")],
  "lib/http": [...domain, ...lib("accounts")],
  "lib/server": ["lib", "inngest"],
  "inngest/engine": [],
  "inngest/functions": ["lib", "inngest"],
  app: ["components", "console", "inngest", "lib"],
  components: ["console", ...lib("api-client contract openapi")],
  console: lib("api-client browser-name contract"),
  cli: [...lib("api-client contract usage-error"), "kits/typescript"],
  kits: [],
  "kits/typescript": [],
  "examples/receiver": ["kits/typescript"],
  tools: ["examples", "inngest", "kits", "lib", "prisma", "testing"],
  testing: ["app", "cli", "examples", "inngest", "kits", "lib", "prisma", "tools"],
};

const TOP =
  "app bin cli components console e2e examples inngest kits lib prisma testing tools".split(" ");
const LEAVE = { group: ["../**"], message: "Leave the folder through @/." };
const PLATFORM = {
  lib: { group: ["next", "next/**", "react", "react-dom"], message: "lib knows no pages." },
  browser: { group: ["node:*"], message: "This code ships to the browser." },
  link: { group: ["next/link"], message: "Use @/components/ui/link, which weighs less." },
};
const PAGES = ["app", "components"];
const BROWSER = ["components", "console", "lib/api-client", "lib/contract"];

const restrict = (patterns: object[]): ["error", { patterns: object[] }] => ["error", { patterns }];

const layers = Object.entries(LAYERS).map(([folder, allowed]) => {
  const own = [folder, ...allowed].flatMap((name) => [`!@/${name}`, `!@/${name}/**`]);
  const group = [...TOP.map((name) => `@/${name}/**`), ...own];
  const patterns = [LEAVE, { group, message: `${folder} may not import this: oxlint.config.ts.` }];
  if (folder.startsWith("lib") && folder !== "lib/server") patterns.push(PLATFORM.lib);
  if (BROWSER.includes(folder)) patterns.push(PLATFORM.browser);
  if (PAGES.includes(folder)) patterns.push(PLATFORM.link);
  return {
    files: [`${folder}/**`],
    rules: { "no-restricted-imports": restrict(patterns) },
  };
});

const off = (...rules: string[]) => Object.fromEntries(rules.map((rule) => [rule, "off" as const]));
type Lines = ["error", { max: number; skipBlankLines: true; skipComments: true }];
const lines = (max: number): Lines => ["error", { max, skipBlankLines: true, skipComments: true }];

export default defineConfig({
  plugins: [
    "typescript",
    "import",
    "react",
    "nextjs",
    "jsx-a11y",
    "unicorn",
    "node",
    "promise",
    "oxc",
  ],
  categories: { correctness: "error", suspicious: "error" },
  rules: {
    "typescript/no-floating-promises": "error",
    "typescript/no-misused-promises": "error",
    "typescript/switch-exhaustiveness-check": "error",
    "typescript/no-explicit-any": "error",
    "typescript/no-non-null-assertion": "error",
    "typescript/consistent-type-imports": "error",
    "typescript/consistent-type-definitions": ["error", "type"],
    "import/no-cycle": "error",
    "import/no-default-export": "error",
    "import/no-unassigned-import": "off",
    "node/no-process-env": "error",
    "unicorn/filename-case": ["error", { case: "kebabCase" }],
    "react/react-in-jsx-scope": "off",
    "no-console": ["error", { allow: ["warn", "error"] }],
    "max-lines": lines(300),
    "max-lines-per-function": lines(60),
    "no-restricted-imports": ["error", { patterns: [LEAVE] }],
    "no-await-in-loop": "off",
  },
  overrides: [
    { files: ["**/*.tsx"], rules: { "max-lines-per-function": lines(120) } },
    ...layers,
    {
      files: [
        "app/**/{page,layout,template,loading,error,not-found,global-error}.tsx",
        "**/*.config.{ts,js,mjs}",
        "instrumentation.ts",
      ],
      rules: off("import/no-default-export", "node/no-process-env"),
    },
    {
      files: ["{bin,cli,examples,kits,lib/server,testing,tools}/**"],
      rules: off("node/no-process-env", "no-console"),
    },
    {
      files: ["**/*.test.ts", "e2e/**"],
      rules: off(
        "max-lines",
        "max-lines-per-function",
        "typescript/no-non-null-assertion",
        "typescript/no-unsafe-type-assertion",
        "no-restricted-imports",
        "node/no-process-env",
        "no-console",
      ),
    },
    {
      // Each of these checks at run time what it then asserts.
      files: [
        "lib/api-client/{as-response,request}.ts",
        "lib/http/{handle,problem}.ts",
        "lib/http/sign-in/sign-in.ts",
        "lib/openapi/document.ts",
        "lib/server/web/load-routes.ts",
      ],
      rules: off("typescript/no-unsafe-type-assertion"),
    },
    // These run before the loader that knows `@/` is installed.
    { files: ["bin/*.mjs"], rules: off("no-restricted-imports") },
    // The one place where the core asks Next for the headers of a page.
    { files: ["lib/auth/{current-user,page-caller}.ts"], rules: off("no-restricted-imports") },
  ],
  ignorePatterns: ["prisma/generated/**", ".next/**", "node_modules/**"],
});
