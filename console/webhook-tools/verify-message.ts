import { keyOf, sign } from "./signature";

/** What a check of a received request says: `ok`, or why it does not verify, in a person's words. */
export type Verdict = { ok: boolean; words: string; remedy: string | null };

type Received = { headers: Map<string, string>; body: string };

const NAMES = ["webhook-id", "webhook-timestamp", "webhook-signature"] as const;
const TOLERANCE_S = 300;

const no = (words: string, remedy: string): Verdict => ({ ok: false, words, remedy });

/**
 * Splits a pasted request into headers and body: at the first empty line, the request line left out. A body on its
 * own has no headers.
 */
function readPasted(text: string): Received {
  const unix = text.replaceAll("\r\n", "\n").trimStart();
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
 * Checks a pasted request against a secret as a receiver has to, and says why it does not verify
 * (spec 9.1, 9.2). `now` in milliseconds since 1970. Works on what it is given and sends nothing.
 */
export async function verifyMessage(text: string, secret: string, now: number): Promise<Verdict> {
  const { headers, body } = readPasted(text);
  const [id = "", timestamp = "", signatures = ""] = NAMES.map((name) => headers.get(name));
  const missing = NAMES.filter((name) => !headers.get(name));
  if (missing.length > 0)
    return no(
      `The header ${missing.join(" and ")} is missing.`,
      "Paste the headers, an empty line, then the body. If your server never sees it, a proxy drops it.",
    );
  const key = keyOf(secret);
  if (key === null)
    return no(
      "The secret is not complete.",
      "It starts with whsec_, and base64 follows; copy all of it, without quotes.",
    );
  if (!/^\d+$/.test(timestamp))
    return no("webhook-timestamp is not a number of seconds.", "Pass the header on unchanged.");
  const given = signatures.split(" ").filter((item) => item.startsWith("v1,"));
  if (given.length === 0)
    return no("webhook-signature holds no v1 signature.", "Pass the header on unchanged.");
  const fits = async (content: string) =>
    given.includes(`v1,${await sign(key, `${id}.${timestamp}.${content}`)}`);
  if (await fits(body)) return judgeClock(Number(timestamp), now);
  for (const [other, words, remedy] of alterations(body))
    if (await fits(other)) return no(words, remedy);
  return no(
    "No signature fits this body and this secret.",
    isCompact(body)
      ? "Most likely the secret is another webhook's, or was rotated more than 24 hours ago."
      : "The body is not as it was sent: verify the raw bytes, before anything parses them.",
  );
}

function judgeClock(timestamp: number, now: number): Verdict {
  const off = Math.round(now / 1_000 - timestamp);
  if (Math.abs(off) <= TOLERANCE_S)
    return { ok: true, words: "The signature fits, and the message is fresh.", remedy: null };
  const side = off > 0 ? "before" : "after";
  return no(
    `The signature fits, but the message was signed ${Math.abs(off)} seconds ${side} now.`,
    off > 0
      ? "Fine if you look at an old one. If it has just arrived, your clock is wrong: receivers refuse more than 300 seconds."
      : "Your clock is behind: set it by NTP. Receivers refuse more than 300 seconds.",
  );
}

/** Bodies that the pasted one may have been, with what happened to it on the way. */
function* alterations(body: string): Generator<[string, string, string]> {
  const raw = "Verify the raw bytes, before anything parses or prints them.";
  if (body.trim() !== body) yield [body.trim(), "White space was added around the body.", raw];
  const compact = compactOf(body);
  if (compact !== null && compact !== body)
    yield [compact, "The body was parsed and written again (re-serialised).", raw];
}

const isCompact = (body: string) => compactOf(body.trim()) === body.trim();

function compactOf(body: string): string | null {
  try {
    return JSON.stringify(JSON.parse(body));
  } catch {
    return null;
  }
}
