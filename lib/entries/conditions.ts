import { strongTags, weakTags } from "./etags";

/** The response to a read; `start` and `end` are the first and last byte. */
export type ReadPlan =
  | { status: 200 | 304 | 412 | 416 }
  | { status: 206; start: number; end: number };

/**
 * Evaluates conditional headers and range of a GET or HEAD of a file of `size` bytes, in the order of RFC
 * 9110, section 13.2.2 (spec 5.8). Only GET has ranges; several or malformed ones return the whole file.
 */
export function planRead(
  method: string,
  headers: Headers,
  file: { etag: string; size: number },
): ReadPlan {
  const matches = (tags: string[]) => tags.includes("*") || tags.includes(file.etag);
  const ifMatch = strongTags(headers.get("if-match"));
  if (ifMatch !== null && !matches(ifMatch)) return { status: 412 };
  const ifNoneMatch = weakTags(headers.get("if-none-match"));
  if (ifNoneMatch !== null && matches(ifNoneMatch)) return { status: 304 };
  const range = headers.get("range");
  if (method !== "GET" || range === null) return { status: 200 };
  // A date never matches: a file can change twice in a second, and a range must not mix two contents.
  const ifRange = headers.get("if-range");
  if (ifRange !== null && ifRange.trim() !== file.etag) return { status: 200 };
  return planRange(range, file.size);
}

function planRange(header: string, size: number): ReadPlan {
  const match = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(header);
  const [, first = "", last = ""] = match ?? [];
  if (match === null || (first === "" && last === "")) return { status: 200 };
  if (first === "") {
    const length = Math.min(Number(last), size);
    if (Number(last) === 0) return { status: 416 };
    return size === 0 ? { status: 200 } : { status: 206, start: size - length, end: size - 1 };
  }
  const start = Number(first);
  if (last !== "" && Number(last) < start) return { status: 200 };
  if (start >= size) return { status: 416 };
  return { status: 206, start, end: last === "" ? size - 1 : Math.min(Number(last), size - 1) };
}
