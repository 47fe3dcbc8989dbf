import type { Dispatcher, Pool } from "undici";

import type { FuzzRequest } from "./generate";
import type { FuzzAnswer } from "./judge";

// Longer than any stream takes that has something to say; one that has not is left.
const FRAME_MS = 500;

/** Sends a request and reads its answer; of an event stream the head and what comes first, then it leaves. */
export async function send(pool: Pool, request: FuzzRequest): Promise<FuzzAnswer> {
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

/** Whole frames, at least one unless none comes in time. */
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
    // Leaving early is an error to the stream and none to us.
  }
  clearTimeout(late);
  return text.slice(0, text.lastIndexOf("\n\n") + 2);
}
