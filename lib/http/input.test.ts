import { expect, test } from "vitest";

import { readBytes, readJson } from "./input";

const JSON_TYPE = /^application\/json/;

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

test("a body that comes in pieces is read whole", async () => {
  expect(await readJson(requestOf(['{"a"', ":1}"], true).request)).toEqual({ a: 1 });
  expect(
    await readBytes(
      new Request("http://localhost/", { headers: { "content-type": "application/json" } }),
      JSON_TYPE,
    ),
  ).toHaveLength(0);
});

test("a body that does not come in time is refused and no longer read", async () => {
  const { request, seen } = requestOf(["{"], false);
  await expect(readBytes(request, JSON_TYPE, { patienceMs: 20 })).rejects.toMatchObject({
    code: "incomplete_body",
  });
  expect(seen.cancelled).toBe(true);
});

test("a body whose sender leaves is no failure of ours", async () => {
  const body = new ReadableStream({
    start: (controller) => controller.error(new Error("aborted")),
  });
  const headers = { "content-type": "application/json" };
  const init = { method: "POST", headers, body, duplex: "half" as const };
  await expect(readJson(new Request("http://localhost/", init))).rejects.toMatchObject({
    code: "incomplete_body",
  });
});

test("a body that is too large is refused before it ends", async () => {
  const { request, seen } = requestOf(["x".repeat(1024 * 1024), "x"], false);
  await expect(readBytes(request, JSON_TYPE)).rejects.toMatchObject({ code: "body_too_large" });
  expect(seen.cancelled).toBe(true);
});
