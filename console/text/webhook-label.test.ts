import { expect, test } from "vitest";

import { TEST_INBOX_URL } from "@/lib/contract/test-inbox-url";

import { shortId, webhookLabel, webhookAddress } from "./webhook-label";

test("a label tells webhooks of one host apart by their path, query and description", () => {
  const url = "https://hooks.example.com/in?team=1";
  expect(webhookAddress({ url })).toBe("hooks.example.com/in?team=1");
  expect(webhookAddress({ url: "https://hooks.example.com/" })).toBe("hooks.example.com");
  expect(webhookLabel({ url, description: "" })).toBe("hooks.example.com/in?team=1");
  expect(webhookLabel({ url, description: "Search" })).toBe("hooks.example.com/in?team=1 · Search");
  expect(webhookLabel({ url: TEST_INBOX_URL, description: "" })).toBe("Test inbox");
  const listener = "https://wh_01kb3x6v7cf2dsk8xkqz4n5w9a.listener.tidemark.invalid/";
  expect(webhookLabel({ url: listener, description: "ada-laptop" })).toBe("Listener on ada-laptop");
  expect(webhookLabel({ url: listener, description: "" })).toBe("Listener");
});

test("a short id is the end of it, which is random", () => {
  expect(shortId("wh_01kb3x6v7cf2dsk8xkqz4n5w9a")).toBe("wh_…4n5w9a");
});
