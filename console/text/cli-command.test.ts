import { expect, test } from "vitest";

import { readGiven } from "@/cli/command";
import { findCommand } from "@/cli/run";
import { LOGIN_SCOPES } from "@/lib/contract/scopes";

import { text as mounts } from "./mounts";
import { text as webhooks } from "./new-webhook";

const ORIGIN = "https://files.example.com:8443";

/** What each command of the program that a line of a shell has is given, if it calls the service at ORIGIN. */
function readAll(line: string) {
  return line.split(/\s+&&\s+/).flatMap((command) => {
    const [first = "", program, ...args] = command.split(" ");
    if (first === "mkdir") return [];
    expect([first, program]).toEqual([`TIDEMARK_API_URL=${ORIGIN}`, "tidemark"]);
    const found = findCommand(args);
    return found.command === undefined ? [undefined] : [readGiven(found.command, found.rest)];
  });
}

test("a local program's messages take one paste: a login that may listen, and the command", () => {
  const [login, listen] = readAll(webhooks.listen(ORIGIN, "fs_1", "http://localhost:4000/hook"));
  const scopes = login?.options["scope"]?.split(",");
  expect(scopes).toEqual(expect.arrayContaining([...LOGIN_SCOPES, "webhooks"]));
  expect(listen).toMatchObject({
    positionals: ["fs_1"],
    options: { forward: "http://localhost:4000/hook" },
  });
});

test("a mount's command is spelled like the others and calls the same service", () => {
  expect(readAll(mounts.mountCommand(ORIGIN, "fs_1", "tmt_1"))).toMatchObject([
    { positionals: ["fs_1", "files"], options: { ticket: "tmt_1" } },
  ]);
});
