/** One event of a stream, its data as JSON says it. */
export type StreamEvent = { event: string; data: unknown };

/**
 * Returns a reader of a stream's text: give it each piece as it comes, get the events that are complete by then.
 * It reads what our own service writes (spec 4.32): `event:` and one line of `data:`, LF only.
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
