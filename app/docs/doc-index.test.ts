import { expect, test } from "vitest";

import { searchDocs } from "./doc-index";

const found = (words: string) => searchDocs(words).map(({ href }) => href);

test("what is named like the words comes first: guides, operations, error codes", () => {
  expect(found("files.resync")[0]).toBe("/docs/events#filesresync");
  expect(found("cursor_expired")[0]).toBe("/docs/errors#cursor_expired");
  expect(found("createWebhook")[0]).toBe("/docs/api/webhooks#createWebhook");
  expect(found("quickstart")[0]).toBe("/docs/quickstart#quickstart");
});

test("beginnings of words and misspellings are found, nonsense is not", () => {
  expect(found("idempot")).not.toEqual([]);
  expect(found("recieving webhooks")).not.toEqual([]);
  expect(found("xyzzyq")).toEqual([]);
  expect(searchDocs("cursor")[0]?.terms).toContain("cursor");
});
