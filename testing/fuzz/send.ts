import type { Dispatcher, Pool } from "undici";

import type { FuzzRequest } from "./generate";
import type { FuzzResponse } from "./judge";

// Longer than any stream takes to send its first event; a silent stream is abandoned.
const FRAME_MS = 500;

/**
 * Sends a request and reads its response; of an event stream it reads the head and the first
 * events, then leaves.
 */
export async function send(pool: Pool, request: FuzzRequest): Promise<FuzzResponse> {
  const { statusCode, headers, body } = await pool.request({
    method: request.method,
    path: request.target,
    headers: request.headers,
    body: request.body,
  });
  const streamed = String(headers["content-type"]).startsWith("text/event-stream");
  const text = streamed ? await readFrame(body) : await body.text();
  return { status: statusCode, headers, text, streamed };
}

/** Complete events, at least one unless none arrives in time. */
async function readFrame(body: Dispatcher.ResponseData["body"]): Promise<string> {
  let text = "";
  const late = setTimeout(() => body.destroy(), FRAME_MS);
  body.setEncoding("utf8");
  try {
    for await (const chunk of body) {
      text += String(chunk);
      if (text.includes("\n\n")) break;
    }
  } catch {
    // Leaving early aborts the stream, which is expected.
  }
  clearTimeout(late);
  return text.slice(0, text.lastIndexOf("\n\n") + 2);
}
