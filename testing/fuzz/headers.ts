import type { Caller, AccessFixture } from "@/testing/access/fixture";

import { malformedCredential } from "./callers";
import type { DocumentedOperation } from "./document";
import { CONTENT_TYPES, HEADER_NAMES, HEADERS, MARKER, NUMBERS } from "./hostile";
import { encode, type Source } from "./values";

/** The caller's headers and the content type, or a malformed subset. */
export function makeHeaders(
  { random }: Source,
  fixture: AccessFixture,
  op: DocumentedOperation,
  caller: Caller,
  malformed: boolean,
): Record<string, string> {
  const type = op.body?.type ?? "application/octet-stream";
  const headers: Record<string, string> = {
    ...(malformed ? malformedCredential(random, fixture, caller) : caller.headers),
    ...(type === "application/octet-stream" ? {} : { "content-type": type }),
  };
  if (!malformed) return headers;
  if (random.chance(5)) headers["content-type"] = random.pick(CONTENT_TYPES);
  if (random.chance(15)) headers[random.pick(HEADER_NAMES)] = random.pick(HEADERS);
  return headers;
}

// Some are right for a body of a few bytes.
const CONTENT_RANGES = [
  ..."bytes 0-1/2,bytes 0-3/9,bytes 4-5/6,bytes 0-0/1000000,bytes */0,bytes */5".split(","),
  ..."bytes 0-0,2-3/4;bytes 3-1/4;bytes 0-4/2;bytes 0-1,1-2/9;bytes */99999999999999".split(";"),
  ..."items 0-1/2;bytes=0-1;bytes */;bytes 0-1/*".split(";"),
];

/** Some of the headers documented for the operation, with plausible or invalid values. */
export function conditions(source: Source, op: DocumentedOperation): Record<string, string> {
  const named = op.parameters.filter((p) => p.in === "header" && source.random.chance(15));
  return Object.assign({}, ...named.map(({ name }) => condition(source, name)));
}

function condition({ random, known }: Source, name: string): Record<string, string> {
  const tag = () => random.pick([known.pick("etag", random) ?? "*", "*", "0".repeat(64)]);
  if (name === "Range") return { range: random.pick(["bytes=0-0", "bytes=1-", "bytes=-2"]) };
  if (name === "Content-Range") return { "content-range": random.pick(CONTENT_RANGES) };
  if (name !== "Last-Event-ID") return { [name.toLowerCase()]: tag() };
  // Only streams accept a position to resume from.
  const last = random.pick([known.pick("cursor", random) ?? "0", ...NUMBERS, MARKER]);
  return { accept: "text/event-stream", "last-event-id": encode(last) };
}
