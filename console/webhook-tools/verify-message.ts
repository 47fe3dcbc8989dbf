import { text } from "@/console/text/verify";

import { canSign, keyOf, sign } from "./signature";

/** The result of checking a received request: `ok`, or why it doesn't verify and what to do. */
export type Verdict = { ok: boolean; message: string; remedy: string | null };

type Received = { headers: Map<string, string>; body: string };

const NAMES = ["webhook-id", "webhook-timestamp", "webhook-signature"] as const;
const TOLERANCE_S = 300;

const fail = (message: string, remedy: string): Verdict => ({ ok: false, message, remedy });

/** Splits a pasted request into headers and body at the first empty line; a body alone has no headers. */
function readPasted(pasted: string): Received {
  const unix = pasted.replaceAll("\r\n", "\n").trimStart();
  if (unix.startsWith("{")) return { headers: new Map(), body: unix };
  const end = unix.indexOf("\n\n");
  const head = end === -1 ? unix : unix.slice(0, end);
  const headers = head.split("\n").flatMap((line): [string, string][] => {
    const match = /^\s*([\w-]+)\s*:\s*(.*?)\s*$/.exec(line);
    return match?.[1] === undefined ? [] : [[match[1].toLowerCase(), match[2] ?? ""]];
  });
  return { headers: new Map(headers), body: end === -1 ? "" : unix.slice(end + 2) };
}

/**
 * Verifies a pasted request as a receiver must, and explains why it doesn't verify (spec 9.1, 9.2). Sends nothing.
 * @param now in milliseconds since 1970
 */
export async function verifyMessage(pasted: string, secret: string, now: number): Promise<Verdict> {
  if (!canSign()) return fail(text.insecure, text.insecureRemedy);
  const { headers, body } = readPasted(pasted);
  const [id = "", timestamp = "", signatures = ""] = NAMES.map((name) => headers.get(name));
  const missing = NAMES.filter((name) => !headers.get(name));
  if (missing.length > 0) return fail(text.missing(missing), text.missingRemedy);
  const key = keyOf(secret);
  if (key === null) return fail(text.secretIncomplete, text.secretIncompleteRemedy);
  if (!/^\d+$/.test(timestamp)) return fail(text.badTimestamp, text.passOn);
  const received = signatures.split(" ").filter((item) => item.startsWith("v1,"));
  if (received.length === 0) return fail(text.noSignature, text.passOn);
  const matches = async (content: string) =>
    received.includes(`v1,${await sign(key, `${id}.${timestamp}.${content}`)}`);
  if (await matches(body)) return checkAge(Number(timestamp), now);
  for (const [original, message] of possibleOriginals(body))
    if (await matches(original)) return fail(message, text.rawBytes);
  return fail(text.mismatch, isCompact(body) ? text.wrongSecret : text.changedBody);
}

function checkAge(timestamp: number, now: number): Verdict {
  const age = Math.round(now / 1_000 - timestamp);
  if (age > TOLERANCE_S) return fail(text.tooOld(age), text.tooOldRemedy);
  if (age < -TOLERANCE_S) return fail(text.tooNew(-age), text.tooNewRemedy);
  return { ok: true, message: text.valid, remedy: null };
}

/** Bodies that may have been sent, each with what happened to it since. */
function* possibleOriginals(body: string): Generator<[string, string]> {
  if (body.trim() !== body) yield [body.trim(), text.whitespace];
  const compact = compactOf(body);
  if (compact !== null && compact !== body) yield [compact, text.reserialised];
}

const isCompact = (body: string) => compactOf(body.trim()) === body.trim();

function compactOf(body: string): string | null {
  try {
    return JSON.stringify(JSON.parse(body));
  } catch {
    return null;
  }
}
