type Watch = (end: () => void) => () => void;

/**
 * The same stream, which fails once its reader has lost access. `watch` begins to watch and returns what ends that;
 * `count` gets the size in bytes of each chunk that was read; `ended` is called once nothing more is, maybe twice.
 */
export function endWhenLost(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
  watch: Watch,
  count: (bytes: number) => void,
  ended: () => void = () => undefined,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reader = stream.getReader();
  let watching: (() => void) | null = null;
  const leave = () => {
    watching?.();
    ended();
  };
  let isLost = false;
  return new ReadableStream(
    {
      start(controller) {
        watching = watch(() => {
          isLost = true;
          ended();
          controller.error(new Error("the reader has lost access"));
          reader.cancel().catch(() => undefined);
        });
      },
      async pull(controller) {
        const { done, value } = await reader.read().catch((error: unknown) => {
          leave();
          throw error;
        });
        if (isLost) return;
        if (done) {
          leave();
          return controller.close();
        }
        count(value.length);
        controller.enqueue(value);
      },
      cancel(reason) {
        leave();
        return reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}
