import { expect, test } from "vitest";

import { snippetsFor } from "./snippets";

const ID = "wh_01kb3x6v7cf2dsk8xkqz4n5w9a";

test("nine snippets name the webhook and contain no secret", () => {
  const snippets = snippetsFor({ id: ID, url: "https://hooks.example.com/a'b\"c" });
  expect(snippets.map(({ name }) => name)).toEqual([
    "Node",
    "Next.js",
    "Python",
    "Go",
    "Ruby",
    "PHP",
    "Java",
    "C#",
    "curl",
  ]);
  for (const { code } of snippets) {
    expect(code).toContain(ID);
    expect(code).toContain("TIDEMARK_WEBHOOK_SECRET");
    expect(code).not.toMatch(/whsec_[A-Za-z0-9+/]{4}/);
  }
});

test("a URL can't break out of the shell's quotes", () => {
  const snippets = snippetsFor({ id: ID, url: "https://hooks.example.com/a'b" });
  const curl = snippets.find(({ name }) => name === "curl");
  expect(curl?.code).toContain("curl -i 'https://hooks.example.com/a'\\''b'");
});
