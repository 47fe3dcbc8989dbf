import type { IncomingMessage } from "node:http";
import type { Http2ServerRequest } from "node:http2";

const LINGER_MS = 2_000;

/**
 * Discards the rest of a request's body, for at most two seconds, before the connection closes. Closing
 * while the client still sends resets the connection, and many clients then never see the response.
 */
export async function linger(
  response: Response,
  incoming: IncomingMessage | Http2ServerRequest,
): Promise<Response> {
  if (response.headers.get("connection") !== "close" || incoming.complete) return response;
  const bytes = new Uint8Array(await response.arrayBuffer());
  const headers = new Headers(response.headers);
  // Tells the client that the response is complete while the connection is still open.
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
    // The body's reader would pause it again.
    incoming.removeAllListeners("data");
    for (const event of ["end", "close", "error"]) incoming.once(event, done);
    incoming.resume();
  });
}
