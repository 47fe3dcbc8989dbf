/** The same stream; `count` is told the size of each chunk in bytes when it is handed on, so never what nobody took. */
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
