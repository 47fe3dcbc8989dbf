/** One event of a stream, with its parsed JSON data. */
export type StreamEvent = { event: string; data: unknown };

/**
 * Returns a parser of a stream: pass it each chunk of text, it returns the events complete by then. It parses only what
 * our service writes (spec 4.32): `event:` and one line of `data:`, LF only.
 */
export function createEventReader(): (piece: string) => StreamEvent[] {
  let rest = "";
  return (piece) => {
    const blocks = (rest + piece).split("\n\n");
    rest = blocks.pop() ?? "";
    return blocks.map((block) => readBlock(block));
  };
}

function readBlock(block: string): StreamEvent {
  const lines = block.split("\n");
  const field = (name: string) =>
    lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
  const data: unknown = JSON.parse(field("data") ?? "null");
  return { event: field("event") ?? "message", data };
}
