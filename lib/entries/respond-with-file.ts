import contentDisposition from "content-disposition";

import { AppError } from "@/lib/errors";

import { planRead } from "./conditions";
import type { Hold, ReadableFile } from "./read-file";

// Customer content: browsers must neither execute it in our origin nor sniff its type.
const SAFETY = {
  "content-type": "application/octet-stream",
  "x-content-type-options": "nosniff",
  "content-security-policy": "sandbox",
  "cross-origin-resource-policy": "same-origin",
};

/**
 * Responds to a GET or HEAD with the file or one byte range, by the conditional headers (spec 5.8). For a
 * 416, sets the size in `refusal`, the error's headers.
 * @param hold takes a slot for a download
 * @throws AppError `precondition_failed`, `range_not_satisfiable`, or of `hold`
 */
export async function respondWithFile(
  file: ReadableFile,
  request: Request,
  refusal: Headers,
  hold: Hold,
): Promise<Response> {
  const plan = planRead(request.method, request.headers, file);
  if (plan.status === 412) throw new AppError("precondition_failed");
  if (plan.status === 416) {
    refusal.set("content-range", `bytes */${file.size}`);
    throw new AppError("range_not_satisfiable");
  }
  const headers = new Headers({
    etag: file.etag,
    "accept-ranges": "bytes",
    "cache-control": "private, no-cache",
  });
  if (file.modifiedAt !== null) headers.set("last-modified", file.modifiedAt.toUTCString());
  if (plan.status === 304) return new Response(null, { status: 304, headers });
  const name = file.path.slice(file.path.lastIndexOf("/") + 1);
  headers.set("content-disposition", contentDisposition(name));
  for (const [header, value] of Object.entries(SAFETY)) headers.set(header, value);
  const range = plan.status === 206 ? plan : { start: 0, end: file.size - 1 };
  headers.set("content-length", String(range.end - range.start + 1));
  if (plan.status === 206)
    headers.set("content-range", `bytes ${plan.start}-${plan.end}/${file.size}`);
  const body = request.method === "HEAD" || file.size === 0 ? null : await file.open(range, hold);
  return new Response(body, { status: plan.status, headers });
}
