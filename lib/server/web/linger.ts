import type { IncomingMessage } from "node:http";
import type { Http2ServerRequest } from "node:http2";

const LINGER_MS = 2_000;

/**
 * Keeps a connection that is about to be closed open until the rest of the request's body was received, at most two
 * seconds, and throws that rest away. Closed earlier, the connection is reset while the client still sends, and many
 * clients then report the reset and never the refusal.
 */
export async function linger(
  response: Response,
  incoming: IncomingMessage | Http2ServerRequest,
): Promise<Response> {
  if (response.headers.get("connection") !== "close" || incoming.complete) return response;
  const bytes = new Uint8Array(await response.arrayBuffer());
  const headers = new Headers(response.headers);
  // The client knows by it that the response is whole while the connection is still open.
  headers.set("content-length", String(bytes.length));
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(bytes),
    async pull(controller) {
      await drained(incoming);
      controller.close();
    },
  });
  return new Response(body, { status: response.status, headers });
}

function drained(incoming: IncomingMessage | Http2ServerRequest): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, LINGER_MS);
    const done = () => {
      clearTimeout(timer);
      resolve();
    };
    // The reader of the refused body would pause it again.
    incoming.removeAllListeners("data");
    for (const event of ["end", "close", "error"]) incoming.once(event, done);
    incoming.resume();
  });
}
