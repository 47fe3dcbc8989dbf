import { MAX_BODY_BYTES, type Receiver } from "./receiver.ts";

/** Handles a webhook request as a web-standard `Request`. See spec 7.20, 9.6. */
export async function handleRequest(receiver: Receiver, request: Request): Promise<Response> {
  if (request.method !== "POST") return respond(405, "method_not_allowed", { allow: "POST" });
  const body = await readBody(request.body ?? []);
  if (body === null) return respond(413, "body_too_large");
  const header = (name: string) => request.headers.get(`webhook-${name}`);
  const headers = {
    id: header("id"),
    timestamp: header("timestamp"),
    signature: header("signature"),
  };
  const { status, outcome } = await receiver.receive(headers, body);
  return respond(status, outcome);
}

function respond(status: number, outcome: string, headers: Record<string, string> = {}): Response {
  return Response.json({ outcome }, { status, headers });
}

/** The raw bytes: the signature covers these, not their parsed form. Null if they are too many. */
export async function readBody(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<Uint8Array | null> {
  const read: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) return null;
    read.push(chunk);
  }
  return Buffer.concat(read);
}
