/** One event of a stream as a client sees it; `data` is parsed. */
// oxlint-disable-next-line typescript/no-explicit-any -- a test looks at whatever came
export type StreamEvent = { event: string; id: string | undefined; data: any };

/**
 * The events of a response, one at a time; ends with the stream. Leaving the loop closes the
 * connection.
 */
export async function* readEvents(response: Response): AsyncGenerator<StreamEvent> {
  if (response.body === null) throw new Error("the response has no body");
  let rest = "";
  for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
    const frames = (rest + text).split("\n\n");
    rest = frames.pop() ?? "";
    yield* frames.map(parseFrame);
  }
  if (rest !== "") throw new Error("the stream ended in the middle of an event");
}

function parseFrame(frame: string): StreamEvent {
  const fields = new Map(
    frame.split("\n").map((line) => {
      const at = line.indexOf(": ");
      return [line.slice(0, at), line.slice(at + 2)];
    }),
  );
  return {
    event: fields.get("event") ?? "message",
    id: fields.get("id"),
    data: JSON.parse(fields.get("data") ?? "null"),
  };
}
