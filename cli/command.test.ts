import { expect, test } from "vitest";

import { SCOPES } from "@/lib/contract/scopes";
import { UsageError } from "@/lib/usage-error";

import { type Command, readGiven } from "./command";
import { COMMANDS } from "./commands";
import { runTidemark } from "./run";
import { readCliSettings } from "./settings";

const command: Command = {
  usage: "thing make NAME [--org ORG] [--all]",
  summary: "",
  options: ["org"],
  flags: ["all"],
  run: () => Promise.reject(new Error("not run")),
};

test("arguments, options and flags are notified apart", () => {
  expect(readGiven(command, ["a b", "--org", "x", "--all", "--json"])).toEqual({
    positionals: ["a b"],
    options: { org: "x" },
    flags: new Set(["all", "json"]),
  });
});

test.each([[[]], [["a", "b"]], [["a", "--nope"]], [["a", "--org"]], [["a", "--all=1"]]])(
  "%j is a mistake",
  (args) => {
    expect(() => readGiven(command, args)).toThrow(UsageError);
  },
);

test.each([[[]], [["fs"]], [["constructor"]], [["whoami", "x"]], [["fs", "create"]]])(
  "%j is no command line",
  async (args) => {
    await expect(runTidemark(args, {})).rejects.toThrow(UsageError);
  },
);

test("the help of a command has all of its options", () => {
  const hidden = Object.entries(COMMANDS).flatMap(([name, { usage, options = [], flags = [] }]) =>
    [...options, ...flags].filter((one) => !usage.includes(`[--${one}`)).map((one) => [name, one]),
  );
  expect(hidden).toEqual([]);
});

test("the help of `login` has every scope and what it allows", () => {
  const { details = "" } = COMMANDS["login"] ?? {};
  for (const scope of SCOPES) expect(details).toMatch(new RegExp(`^  ${scope} +[a-z]{4}`, "m"));
});

test("one service has one address, and the directory follows XDG", () => {
  expect(readCliSettings({ TIDEMARK_API_URL: "https://Files.Example.com:443/" })).toMatchObject({
    apiUrl: "https://files.example.com",
    apiKey: null,
  });
  expect(readCliSettings({ TIDEMARK_API_URL: "http://localhost:3000/sub//" }).apiUrl).toBe(
    "http://localhost:3000/sub",
  );
  expect(readCliSettings({}).apiUrl).toBe("http://localhost:3000");
  expect(readCliSettings({ XDG_CONFIG_HOME: "/etc/xdg" }).directory).toBe("/etc/xdg/tidemark");
  expect(readCliSettings({ XDG_CONFIG_HOME: "relative" }).directory).toMatch(
    /\/\.config\/tidemark$/,
  );
  expect(readCliSettings({ TIDEMARK_API_KEY: " tmk_x\n" }).apiKey).toBe("tmk_x");
});

test.each(["files.example.com", "ftp://x", "https://ada:pw@x.example"])(
  "%s is no address of a service",
  (url) => {
    expect(() => readCliSettings({ TIDEMARK_API_URL: url })).toThrow("TIDEMARK_API_URL");
  },
);

test("a key that no header can carry is refused without being repeated", () => {
  expect(() => readCliSettings({ TIDEMARK_API_KEY: "tmk_a\nb" })).toThrow(
    /^TIDEMARK_API_KEY is not an API key$/,
  );
});
