import type { z } from "zod";

import { fieldMessages } from "@/lib/contract/field-messages";
import { LIMITS } from "@/lib/contract/limits";
import { PROBLEM_TYPES, type Problem, type ProblemType } from "@/lib/contract/problems";
import { AppError, InvalidInput } from "@/lib/errors";

const BODY_MS = 30_000;

/** Media type of a form-encoded body. */
export const FORM = /^application\/x-www-form-urlencoded\s*(;|$)/i;

/** Parses one part of the input, or returns its first problems (`LIMITS.problems`). */
export function parse<T extends z.ZodType>(
  schema: T,
  value: unknown,
  part: "path" | "query" | "body",
): { ok: true; data: z.output<T> } | { ok: false; problems: Problem[] } {
  const parsed = schema.safeParse(value, { reportInput: true });
  if (parsed.success) return { ok: true, data: parsed.data };
  const issues = parsed.error.issues.slice(0, LIMITS.problems);
  const problems = issues.flatMap((issue) => toProblems(issue, part));
  return { ok: false, problems: problems.slice(0, LIMITS.problems) };
}

/**
 * The query's names and values, percent-decoded strictly: invalid UTF-8 must not silently become another
 * path. Of a name that comes again the last value counts, except for `lists`.
 * @throws InvalidInput `path_encoding` naming the parameter
 */
export function readQuery(
  url: string,
  lists: readonly string[] = [],
): Record<string, string | string[]> {
  const start = url.indexOf("?");
  const query: Record<string, string | string[]> = {};
  if (start < 0) return query;
  for (const pair of url
    .slice(start + 1)
    .split("#", 1)
    .join("")
    .split("&")) {
    if (pair === "") continue;
    const [name = "", value = ""] = splitOnce(pair);
    try {
      const key = decode(name);
      const known = query[key];
      // Thousands of them fit into a URL: a copy for each would take seconds.
      if (!lists.includes(key)) query[key] = decode(value);
      else if (Array.isArray(known)) known.push(decode(value));
      else query[key] = [decode(value)];
    } catch {
      const loc = ["query", name.slice(0, 50)];
      throw new InvalidInput([
        { loc, msg: "must be percent-encoded UTF-8", type: "path_encoding" },
      ]);
    }
  }
  return query;
}

/**
 * The JSON body of a request.
 * @throws AppError `unsupported_media_type`, `body_too_large`, `incomplete_body` or `invalid_json`.
 */
export async function readJson(
  request: Request,
  maxBytes: number,
  mediaType = "application/json",
): Promise<unknown> {
  const bytes = await readBytes(request, new RegExp(`^${mediaType}\\s*(;|$)`, "i"), maxBytes);
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new AppError("invalid_json");
  }
}

/**
 * Reads a whole body within half a minute, so that slow senders, even unauthenticated ones, cannot hold
 * connections. @param timeoutMs milliseconds until `incomplete_body`
 * @throws AppError `unsupported_media_type`, `body_too_large`, `incomplete_body`
 */
export async function readBytes(
  request: Request,
  type: RegExp,
  maxBytes: number,
  timeoutMs = BODY_MS,
): Promise<Buffer<ArrayBuffer>> {
  if (!type.test(request.headers.get("content-type") ?? ""))
    throw new AppError("unsupported_media_type");
  if (Number(request.headers.get("content-length")) > maxBytes) throw tooLarge(maxBytes);
  if (request.body === null) return Buffer.alloc(0);
  const reader = request.body.getReader();
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    void reader.cancel();
  }, timeoutMs);
  try {
    const bytes = await readAll(reader, maxBytes);
    if (late) throw new AppError("incomplete_body");
    return bytes;
  } finally {
    clearTimeout(timer);
  }
}

async function readAll(reader: ReadableStreamDefaultReader<Uint8Array>, maxBytes: number) {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    // The connection failed: the client disconnected.
    const { done, value } = await reader.read().catch(() => {
      throw new AppError("incomplete_body");
    });
    if (done) return Buffer.concat(chunks);
    size += value.length;
    if (size > maxBytes) {
      void reader.cancel();
      throw tooLarge(maxBytes);
    }
    chunks.push(value);
  }
}

// Clients of earlier versions read `max_bytes`.
const tooLarge = (limit: number) => new AppError("body_too_large", { limit, max_bytes: limit });

function splitOnce(pair: string): string[] {
  const at = pair.indexOf("=");
  return at < 0 ? [pair, ""] : [pair.slice(0, at), pair.slice(at + 1)];
}

const decode = (text: string) => decodeURIComponent(text.replaceAll("+", " "));

function toProblems(issue: z.core.$ZodIssue, part: string): Problem[] {
  const loc = [part, ...issue.path.map((key) => (typeof key === "number" ? key : String(key)))];
  if (issue.code === "unrecognized_keys") {
    return issue.keys.slice(0, LIMITS.problems).map((key) => ({
      loc: [...loc, key.slice(0, 100)],
      msg: "is an unknown field",
      type: "extra_forbidden",
    }));
  }
  return [{ loc, msg: message(issue), type: problemType(issue, part) }];
}

function problemType(issue: z.core.$ZodIssue, part: string): ProblemType {
  if (issue.code === "custom") {
    return PROBLEM_TYPES.find((type) => type === issue.params?.["type"]) ?? "string_type";
  }
  if (issue.code === "too_small" || issue.code === "too_big") return issue.code;
  if (issue.input === undefined) return "missing";
  if (issue.code === "invalid_value" || issue.code === "invalid_union") return "enum";
  if (issue.code !== "invalid_type") return "string_type";
  if (issue.expected === "boolean") return "boolean_type";
  const isNumber = part === "query" || ["number", "int", "bigint"].includes(issue.expected);
  return isNumber ? "integer_type" : "string_type";
}

// zod's messages describe what is expected, never the value; only those of missing fields read badly.
function message(issue: z.core.$ZodIssue): string {
  if (issue.code === "invalid_type" && issue.input === undefined) return fieldMessages.missing;
  return issue.message;
}
