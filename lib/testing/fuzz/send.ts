import type { Pool } from "undici";

import type { FuzzRequest } from "./generate";
import type { FuzzAnswer } from "./judge";

/** Sends a request and reads its answer; of an event stream the head only. */
export async function send(pool: Pool, request: FuzzRequest): Promise<FuzzAnswer> {
  const { statusCode, headers, body } = await pool.request({
    method: request.method,
    path: request.target,
    headers: request.headers,
    body: request.body,
  });
  const streamed = String(headers["content-type"]).startsWith("text/event-stream");
  if (streamed) body.on("error", () => undefined).destroy();
  const text = streamed ? "" : await body.text();
  return { status: statusCode, headers, text, streamed };
}
