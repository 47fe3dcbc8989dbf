import { expect, test } from "vitest";

import { endWhenLost } from "./end-when-lost";

const chunk = (size: number) => new Uint8Array(size);

function source(sizes: (number | Error)[]) {
  const reported = { cancelled: undefined as unknown };
  const left = [...sizes];
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      pull(controller) {
        const next = left.shift();
        if (next instanceof Error) controller.error(next);
        else if (next === undefined) controller.close();
        else controller.enqueue(chunk(next));
      },
      cancel: (reason) => void (reported.cancelled = reason),
    },
    { highWaterMark: 0 },
  );
  return { stream, reported };
}

/** A watch of the access, and `lose`, which ends it. */
function watch() {
  const watched = {
    isWatching: false,
    lose: () => {},
    start: (end: () => void) => {
      watched.isWatching = true;
      watched.lose = end;
      return () => void (watched.isWatching = false);
    },
  };
  return watched;
}

test("lost access fails the stream, and nothing more is read", async () => {
  const watched = watch();
  const { stream, reported } = source([3, 5]);
  const reader = endWhenLost(stream, watched.start, () => undefined).getReader();
  await reader.read();
  watched.lose();
  await expect(reader.read()).rejects.toThrow("lost access");
  expect(reported.cancelled).toBeUndefined();
});

test("the same bytes come out, and each chunk is counted", async () => {
  const counted: number[] = [];
  const stream = endWhenLost(source([3, 5]).stream, watch().start, (bytes) => counted.push(bytes));
  expect((await new Response(stream).arrayBuffer()).byteLength).toBe(8);
  expect(counted).toEqual([3, 5]);
});

test("what no one takes is neither read nor counted, and the source is notified", async () => {
  const counted: number[] = [];
  const { stream, reported } = source([3, 5]);
  const watched = watch();
  const reader = endWhenLost(stream, watched.start, (bytes) => counted.push(bytes)).getReader();
  await reader.read();
  await reader.cancel("enough");
  expect(counted).toEqual([3]);
  expect(reported.cancelled).toBe("enough");
  expect(watched.isWatching).toBe(false);
});

test("a failure of the source is a failure of the stream", async () => {
  const watched = watch();
  const broken = source([3, new Error("disk")]).stream;
  const stream = endWhenLost(broken, watched.start, () => undefined);
  await expect(new Response(stream).arrayBuffer()).rejects.toThrow("disk");
  expect(watched.isWatching).toBe(false);
});
