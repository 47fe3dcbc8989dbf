import { execFileSync } from "node:child_process";

import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";

import { shellSignedCurl, signedCurl } from "./curl";

const SECRET = "whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3";
const MESSAGE = {
  url: "https://hooks.example.com/a'b",
  id: "msg_1",
  headers: { "content-type": "application/json", "webhook-id": "msg_1", "content-length": "9" },
  body: `{"path":"/it's $(id) \\"\\\\n\\" \`x\`.txt"}`,
};

/** The arguments that a real shell passes to curl. */
function argumentsOf(command: string): string[] {
  const script = `curl() { printf '%s\\0' "$@"; }\n${command}`;
  const env = { ...process.env, TIDEMARK_WEBHOOK_SECRET: SECRET };
  return execFileSync("sh", ["-c", script], { env, encoding: "utf8" }).split("\0");
}

const headersOf = (given: string[]) =>
  Object.fromEntries(
    given
      .filter((_, i) => given[i - 1] === "-H")
      .map((line) => line.split(": ") as [string, string]),
  );

test.each([
  ["signed in the browser", () => signedCurl(MESSAGE, ` ${SECRET} `, Date.now())],
  ["signed in the shell", async () => shellSignedCurl(MESSAGE)],
])("a message as a command, %s, verifies with the library, whatever its body", async (_, make) => {
  const given = argumentsOf((await make()) ?? "");
  const body = given[given.indexOf("--data-raw") + 1] ?? "";
  expect(body).toBe(MESSAGE.body);
  expect(given).toContain(MESSAGE.url);
  expect(headersOf(given)).toMatchObject({ "content-type": "application/json" });
  expect(headersOf(given)).not.toHaveProperty("content-length");
  new Webhook(SECRET).verify(body, headersOf(given));
});

test("an incomplete secret signs nothing", async () => {
  expect(await signedCurl(MESSAGE, "whsec_", 0)).toBeNull();
});
