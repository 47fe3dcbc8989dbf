import { currentAsker, onBehalfOf } from "@/lib/concurrency/on-behalf-of";
import { log } from "@/lib/log";

import { cutOf } from "./peer";

/**
 * The same response; if its body fails, or ends before its content-length, the connection is cut after the last byte
 * of it. Otherwise the client would wait for the rest, or take the error's text for content. What its body needs counts
 * as the asker's that called this.
 */
export function cutWhenIncomplete(
  response: Response,
  request: Request,
  requestId: string,
): Response {
  const cut = cutOf(request);
  if (response.body === null || cut === undefined) return response;
  const reader = response.body.getReader();
  // It is pulled when the client has taken what was there, which is outside of the request that made it.
  const asker = currentAsker();
  const readOn = () => onBehalfOf(asker, () => reader.read());
  let missing = Number(response.headers.get("content-length") ?? 0);
  const fail = (error: unknown) => {
    log.warn({ requestId, err: error }, "response cut short");
    cut();
  };
  // A stream can fail while no one reads it.
  reader.closed.catch(fail);
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const next = await readOn().catch(() => null);
        // The cut cancels this stream.
        if (next === null) return;
        if (next.done && missing > 0) return fail(new Error(`${missing} bytes are missing`));
        if (next.done) return controller.close();
        missing -= next.value.length;
        controller.enqueue(next.value);
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
  return new Response(body, { status: response.status, headers: response.headers });
}
