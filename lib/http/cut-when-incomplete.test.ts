import { expect, test } from "vitest";

import { eventually } from "@/testing/eventually";

import { cutWhenIncomplete } from "./cut-when-incomplete";
import { setPeer } from "./peer";

/** A response of endless chunks; `cuts` tells how often its connection was cut. */
function endless(stalledMs: number) {
  const request = new Request("http://localhost/");
  let cuts = 0;
  setPeer(request, { address: "192.0.2.1", cut: () => (cuts += 1) });
  const chunks = { pull: (to: ReadableStreamDefaultController) => to.enqueue(new Uint8Array(1)) };
  const response = cutWhenIncomplete(
    new Response(new ReadableStream(chunks)),
    request,
    "req_1",
    stalledMs,
  );
  return { body: response.body ?? new ReadableStream(), cuts: () => cuts };
}

test("a response is cut when its client takes nothing, and not when it has left", async () => {
  const stalled = endless(1);
  const reader = stalled.body.getReader();
  await reader.read();
  await reader.read();
  const left = endless(1);
  await left.body.cancel();
  await eventually("the cut", () => stalled.cuts() === 1);
  expect(left.cuts()).toBe(0);
});
