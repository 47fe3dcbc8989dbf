/** A stream as the body of a request. An empty one is a text, so that it has a length. */
export function toBody(stream: AsyncIterable<Uint8Array>, size: number): BodyInit {
  if (size === 0) return "";
  const chunks = stream[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done === true) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await chunks.return?.();
    },
  });
}
