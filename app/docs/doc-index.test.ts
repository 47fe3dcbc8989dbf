import { expect, test } from "vitest";

import { searchDocs } from "./doc-index";
import { readDoc } from "./read-doc";

const ORIGIN = "https://files.example.com";
const search = (words: string) => searchDocs(words, ORIGIN);
const found = async (words: string) => (await search(words)).map(({ href }) => href);

test("what is named like the words comes first: guides, operations, error codes", async () => {
  expect((await found("files.resync"))[0]).toBe("/docs/events#filesresync");
  expect((await found("cursor_expired"))[0]).toBe("/docs/errors#cursor_expired");
  expect((await found("createWebhook"))[0]).toBe("/docs/api/webhooks#createWebhook");
  expect((await found("quickstart"))[0]).toBe("/docs/quickstart");
});

test("all words in another form are better than one of them as it stands", async () => {
  const [first, ...others] = await search("signature verification");
  expect(first?.href).toBe("/docs/receivers#verify");
  expect(first?.terms).toEqual(expect.arrayContaining(["signature", "verify"]));
  expect(others.map(({ href }) => href)).toContain("/docs/spec/7-delivery#721-signature");
  expect(others.map(({ title }) => title)).not.toContain("email_verification_required");
});

test("beginnings of words and misspellings are found, nonsense is not", async () => {
  expect(await found("idempot")).not.toEqual([]);
  expect(await found("recieving webhooks")).not.toEqual([]);
  expect(await found("xyzzyq")).toEqual([]);
  expect((await search("cursor"))[0]?.terms).toContain("cursor");
});

test("a search is for eight words, each once, and one character is no beginning", async () => {
  const seven = "webhook message signature secret cursor events delivery";
  expect(await found(`${seven} ${seven} `.repeat(3) + "body")).toEqual(
    await found(`${seven} body`),
  );
  expect(await found(`${seven} body header zzz`)).toEqual(await found(`${seven} body`));
  const { length } = (await search("z")).filter(({ terms }) =>
    terms?.some((term) => term.length > 1),
  );
  expect(length).toBe(0);
});

test("commands of a document call the service that shows it", () => {
  const shown = JSON.stringify(readDoc("quickstart", "https://files.example.com"));
  expect(shown).toContain("https://files.example.com/api/v1/orgs/");
  expect(shown).not.toContain("http://localhost:3000");
  expect(JSON.stringify(readDoc("quickstart"))).toContain("http://localhost:3000/api/v1/orgs/");
});

test("a result says which page and which of its sections it is, and calls the service that shows it", async () => {
  const shown = await search("export API orgs filesystems");
  const [quickstart] = shown.filter(({ href }) => href.startsWith("/docs/quickstart#"));
  expect(quickstart).toMatchObject({ page: "Quickstart" });
  expect(quickstart?.title).not.toBe("Quickstart");
  expect(quickstart?.body).toContain(`${ORIGIN}/api/v1/orgs/`);
  for (const { body } of shown) expect(body).not.toContain("http://localhost:3000/api/");
  const rules = (await search("bearer session")).filter(({ href }) => href.includes("/spec/"));
  expect(rules.map(({ page }) => page)).toContain("Specification: 3 Callers");
});
