import type { AccessFixture } from "@/testing/access/fixture";

import { makeBody } from "./body";
import { rightCaller } from "./callers";
import type { DocumentedOperation } from "./document";
import { conditions, makeHeaders } from "./headers";
import { ENCODED, MARKER } from "./hostile";
import { encode, hostileText, plausible, type Source } from "./values";

/**
 * A request to send as is. `strays`: it may reach a different operation than the one it was built
 * for.
 */
export type FuzzRequest = {
  op: DocumentedOperation;
  method: string;
  target: string;
  headers: Record<string, string>;
  body: Buffer | null;
  strays: boolean;
};

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

const ENDS_ITS_CALLER =
  /^(DELETE \/api\/v1\/(me|orgs\/[^/?]*)|POST \/api\/v1\/me\/sessions:end-others)(\?|$)/;

/** Whether a request ends the access of its caller, so that all later ones would be refused. */
export const endsItsCaller = (method: string, target: string): boolean =>
  ENDS_ITS_CALLER.test(`${method} ${target}`);

/**
 * Builds a request for an operation from its parameters and schemas: about half are valid, the rest
 * malformed.
 */
export function makeRequest(
  source: Source,
  fixture: AccessFixture,
  op: DocumentedOperation,
): FuzzRequest {
  for (;;) {
    const request = makeAny(source, fixture, op);
    if (!endsItsCaller(request.method, request.target)) return request;
  }
}

function makeAny(source: Source, fixture: AccessFixture, op: DocumentedOperation): FuzzRequest {
  const { random } = source;
  const malformed = random.chance(50);
  const badPath = malformed && random.chance(15);
  const method = malformed && random.chance(4) ? random.pick(METHODS) : op.method;
  const body = makeBody(source, op, malformed);
  const headers = {
    ...makeHeaders(source, fixture, op, rightCaller(random, fixture, op), malformed),
    ...conditions(source, op),
  };
  if (random.chance(2)) headers["accept"] = "text/event-stream";
  const target = makePath(source, op, method, badPath) + makeQuery(source, op, malformed);
  return {
    op,
    method,
    target,
    headers,
    body: method === "GET" || method === "HEAD" ? null : body,
    strays: badPath || method !== op.method,
  };
}

// For parameters whose name differs from the prefix of their ids.
const PREFIXES: Record<string, string> = {
  webhook_id: "wh",
  user_id: "user",
  invitation_id: "inv",
};

function prefixOf(name: string, op: DocumentedOperation): string {
  if (name === "session_id") return op.path.includes("mount-sessions") ? "ms" : "sess";
  return PREFIXES[name] ?? name.replace(/_id$/, "");
}

function makePath(source: Source, op: DocumentedOperation, method: string, bad: boolean): string {
  const { random, known, own } = source;
  const names = op.parameters.filter((p) => p.in === "path").map((p) => p.name);
  const worst = bad ? random.pick(names.length === 0 ? [""] : names) : null;
  const last = op.path.endsWith("}") ? names.at(-1) : undefined;
  return op.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    if (name === worst)
      return random.chance(50)
        ? random.pick(ENCODED)
        : encode(hostileText(source, name)).slice(0, 3000);
    const found = known.pick(prefixOf(name, op), random);
    // Deletions must not remove what other requests need; `known` excludes those ids too.
    const mine = method === "DELETE" && name === last ? undefined : own[name];
    return mine !== undefined && (name !== last || random.chance(90))
      ? mine
      : (found ?? mine ?? "none");
  });
}

function makeQuery(source: Source, op: DocumentedOperation, malformed: boolean): string {
  const { random } = source;
  const pairs: string[] = [];
  for (const { name, in: location, required, schema } of op.parameters) {
    if (
      location !== "query" ||
      (!required && random.chance(malformed ? 35 : 60)) ||
      (malformed && random.chance(4))
    )
      continue;
    const isBad = malformed && random.chance(35) && name !== "wait";
    const text = isBad ? hostileText(source, name) : String(plausible(source, name, schema));
    pairs.push(`${name}=${isBad && random.chance(25) ? random.pick(ENCODED) : encode(text)}`);
    if (malformed && random.chance(3)) pairs.push(`${name}=${encode(hostileText(source, name))}`);
  }
  if (malformed && random.chance(4)) pairs.push(`unknown=${MARKER}`);
  if (malformed && random.chance(3))
    pairs.push(random.pick(["", "=", `=${MARKER}`, "&&", `%zz=${MARKER}`, "__proto__=1"]));
  return pairs.length === 0 ? "" : `?${pairs.join("&")}`;
}
