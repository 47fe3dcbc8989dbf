import type { Context } from "@/lib/auth/context";
import type { Operation } from "@/lib/contract/operation";

import type { Held, Holder } from "./open-limits";
import { isEventStream, wantsEventStream } from "./sse";

type Caller = Pick<Context, "services"> & { actor?: Context["actor"]; orgId?: string };

/**
 * Runs a request that may hold something open and counts it until its response is sent, or until it fails or its
 * caller leaves.
 * @throws AppError `too_many_open` before it runs; what `run` throws
 */
export async function holdOpen(
  op: Operation,
  { services, actor, orgId }: Caller,
  request: Request,
  query: unknown,
  run: () => Promise<Response>,
): Promise<Response> {
  const held = heldBy(op, request, query);
  if (held === null || actor === undefined) return run();
  const release = await services.openLimits.acquire(held, holderOf(actor, orgId));
  try {
    const response = await run();
    if (held === "archive" || isEventStream(response))
      return onceSent(response, request.signal, release);
    release();
    return response;
  } catch (error) {
    release();
    throw error;
  }
}

/** Who holds what a request of this actor keeps open. */
export function holderOf({ type, id, credential }: Context["actor"], orgId?: string): Holder {
  return { credential, orgId: orgId ?? null, user: type === "user" ? id : credential };
}

// A download takes its slot once it is known that a file has to be opened.
// The change feed is a stream, a long poll or neither, by how it is asked for.
function heldBy(op: Operation, request: Request, query: unknown): Held | null {
  if (op.holds === "download") return null;
  if (op.holds === undefined || op.events !== "also") return op.holds ?? null;
  const waits = typeof query === "object" && query !== null && "wait" in query && query.wait !== 0;
  return waits || wantsEventStream(request) ? op.holds : null;
}

/** The same response, which calls `release` once its body has ended, failed or been cancelled, or its caller has left. */
function onceSent(response: Response, left: AbortSignal, release: () => void): Response {
  if (response.body === null) {
    release();
    return response;
  }
  const reader = response.body.getReader();
  const finish = () => {
    left.removeEventListener("abort", finish);
    release();
  };
  left.addEventListener("abort", finish, { once: true });
  if (left.aborted) finish();
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        // A stream that is cut fails while no one reads it.
        reader.closed.then(finish, (error: unknown) => {
          finish();
          controller.error(error);
        });
      },
      async pull(controller) {
        const { done, value } = await reader.read();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
  return new Response(body, { status: response.status, headers: response.headers });
}
