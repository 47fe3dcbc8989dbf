import { expect, test } from "vitest";
import { z } from "zod";

import { parse, readBytes, readJson, readQuery } from "./input";

const JSON_TYPE = /^application\/json/;
const KIB = 1024;

/** A request whose body comes in these pieces and, unless it is `whole`, never ends. */
function requestOf(pieces: string[], whole: boolean) {
  const seen = { cancelled: false };
  const body = new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
      if (whole) controller.close();
    },
    cancel() {
      seen.cancelled = true;
    },
  });
  const headers = { "content-type": "application/json" };
  const init = { method: "POST", headers, body, duplex: "half" as const };
  return { request: new Request("http://localhost/", init), seen };
}

test("a parameter that comes very often is read once for each", () => {
  const url = `/archive?${"path=%2Fa&".repeat(60_000)}page=1&page=2`;
  // A copy of all for each takes minutes, which no test has.
  const { path, page } = readQuery(url, ["path"]);
  expect([path?.length, page]).toEqual([60_000, "2"]);
});

test("a body that comes in pieces is read whole", async () => {
  expect(await readJson(requestOf(['{"a"', ":1}"], true).request, KIB)).toEqual({ a: 1 });
  expect(
    await readBytes(
      new Request("http://localhost/", { headers: { "content-type": "application/json" } }),
      JSON_TYPE,
      KIB,
    ),
  ).toHaveLength(0);
});

test("a body that does not come in time is refused and no longer read", async () => {
  const { request, seen } = requestOf(["{"], false);
  await expect(readBytes(request, JSON_TYPE, KIB, 20)).rejects.toMatchObject({
    code: "incomplete_body",
  });
  expect(seen.cancelled).toBe(true);
});

test("a body whose sender leaves is no failure of our own", async () => {
  const body = new ReadableStream({
    start: (controller) => controller.error(new Error("aborted")),
  });
  const headers = { "content-type": "application/json" };
  const init = { method: "POST", headers, body, duplex: "half" as const };
  await expect(readJson(new Request("http://localhost/", init), KIB)).rejects.toMatchObject({
    code: "incomplete_body",
  });
});

test("a body that is too large is refused before it ends", async () => {
  const { request, seen } = requestOf(["x".repeat(KIB), "x"], false);
  await expect(readBytes(request, JSON_TYPE, KIB)).rejects.toMatchObject({
    code: "body_too_large",
    extra: { limit: KIB, max_bytes: KIB },
  });
  expect(seen.cancelled).toBe(true);
});

test("a body that states that it is too large is not read at all", async () => {
  const { request } = requestOf(["x"], false);
  request.headers.set("content-length", String(KIB + 1));
  await expect(readBytes(request, JSON_TYPE, KIB)).rejects.toMatchObject({
    code: "body_too_large",
  });
  expect(request.bodyUsed).toBe(false);
});

const many = (count: number, value: unknown) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`f${n}`, value]));

test("the first twenty problems are listed", () => {
  const schema = z.strictObject({ items: z.array(z.string()) });
  const listed = (value: unknown) => {
    const parsed = parse(schema, value, "body");
    return parsed.ok ? [] : parsed.problems.map(({ loc, type }) => [loc.at(-1), type]);
  };
  expect(listed({ items: [], ...many(1_000, 0) })).toEqual(
    Array.from({ length: 20 }, (_, n) => [`f${n}`, "extra_forbidden"]),
  );
  expect(listed({ items: Array.from({ length: 1_000 }, () => 0) })).toHaveLength(20);
  expect(listed({ items: [0, 0, 0], ...many(2, 0) })).toHaveLength(5);
});
