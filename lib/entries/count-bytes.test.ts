import { expect, test } from "vitest";

import { countBytes } from "./count-bytes";

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

test("the same bytes come out, and each chunk is counted", async () => {
  const counted: number[] = [];
  const stream = countBytes(source([3, 5]).stream, (bytes) => counted.push(bytes));
  expect((await new Response(stream).arrayBuffer()).byteLength).toBe(8);
  expect(counted).toEqual([3, 5]);
});

test("what no one takes is neither read nor counted, and the source is notified", async () => {
  const counted: number[] = [];
  const { stream, reported } = source([3, 5]);
  const reader = countBytes(stream, (bytes) => counted.push(bytes)).getReader();
  await reader.read();
  await reader.cancel("enough");
  expect(counted).toEqual([3]);
  expect(reported.cancelled).toBe("enough");
});

test("a failure of the source is a failure of the stream", async () => {
  const stream = countBytes(source([3, new Error("disk")]).stream, () => undefined);
  await expect(new Response(stream).arrayBuffer()).rejects.toThrow("disk");
});
