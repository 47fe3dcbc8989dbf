import { execFileSync } from "node:child_process";

import { expect, test } from "vitest";

import { COMMANDS } from "./commands";
import { completionScript } from "./completion";

/** What bash completes the last of these words to. */
function complete(...words: string[]): string[] {
  const list = ["tidemark", ...words].map((word) => `'${word}'`).join(" ");
  const script = `${completionScript(COMMANDS, "bash")}
COMP_WORDS=(${list}); COMP_CWORD=${words.length}; _tidemark; printf '%s\\n' "\${COMPREPLY[@]}"`;
  return execFileSync("bash", ["-c", script], { encoding: "utf8" }).split("\n").filter(Boolean);
}

test("bash completes commands, their second words and their options", () => {
  expect(complete("w")).toEqual(["whoami", "watch", "webhooks"]);
  expect(complete("webhooks", "re")).toEqual(["resume", "resync", "retry"]);
  expect(complete("sync", "a", "--d")).toEqual(["--delete", "--dry-run"]);
  expect(complete("mount", "status", "--")).toEqual(["--json", "--help"]);
  expect(complete("mount", "fs_a", "--b")).toEqual(["--background"]);
  expect(complete("cp", "no-such-fi")).toEqual([]);
});

test("each command is in the scripts of the other shells", () => {
  const fish = completionScript(COMMANDS, "fish");
  const zsh = completionScript(COMMANDS, "zsh");
  for (const name of Object.keys(COMMANDS).flatMap((words) => words.split(" "))) {
    expect(fish).toMatch(new RegExp(` -a ${name}( |$)`, "m"));
    expect(zsh).toContain(name);
  }
});
