/** The same stream; `count` gets the size in bytes of each chunk once it is read. */
export function countBytes(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
  count: (bytes: number) => void,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reader = stream.getReader();
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await reader.read();
        if (done) return controller.close();
        count(value.length);
        controller.enqueue(value);
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}
