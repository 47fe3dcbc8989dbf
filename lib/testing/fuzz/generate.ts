import type { DocumentedOperation } from "./document";
import { BODIES, CONTENT_TYPES, ENCODED, HEADER_NAMES, HEADERS, MARKER, VALUES } from "./hostile";
import { hostileText, hostileValue, path, plausible, plausibleObject, type Source } from "./values";

/** A request to send as it is. `strays`: it may be answered by another operation than the one it was made for. */
export type FuzzRequest = {
  op: DocumentedOperation;
  method: string;
  target: string;
  headers: Record<string, string>;
  body: Buffer | null;
  strays: boolean;
};

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** Makes a request of an operation from its parameters and schemas: about half look right, the rest are bent. */
export function makeRequest(source: Source, op: DocumentedOperation, key: string): FuzzRequest {
  const { random } = source;
  const bent = random.chance(50);
  const badPath = bent && random.chance(15);
  const method = bent && random.chance(4) ? random.pick(METHODS) : op.method;
  const body = makeBody(source, op, bent);
  const headers: Record<string, string> = {
    authorization:
      bent && random.chance(3) ? `Bearer ${random.pick(HEADERS).trim()}` : `Bearer ${key}`,
    ...(op.body?.type === "application/json" ? { "content-type": "application/json" } : {}),
    ...(bent ? bentHeaders(source) : {}),
  };
  if (random.chance(5)) headers["if-match"] = source.known.pick("etag", random) ?? "*";
  if (random.chance(5)) headers["range"] = "bytes=0-0";
  if (random.chance(3)) headers["if-none-match"] = "*";
  if (random.chance(2)) headers["accept"] = "text/event-stream";
  const target = makePath(source, op, badPath) + makeQuery(source, op, bent);
  const strays = badPath || method !== op.method;
  return {
    op,
    method,
    target,
    headers,
    body: method === "GET" || method === "HEAD" ? null : body,
    strays,
  };
}

// Where the name of a parameter does not begin as its ids do.
const PREFIXES: Record<string, string> = { webhook_id: "wh" };

function makePath({ random, known, own }: Source, op: DocumentedOperation, bad: boolean): string {
  const names = op.parameters.filter((p) => p.in === "path").map((p) => p.name);
  const worst = bad ? random.pick(names.length === 0 ? [""] : names) : null;
  const last = op.path.endsWith("}") ? names.at(-1) : undefined;
  return op.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    if (name === worst)
      return random.chance(50)
        ? random.pick(ENCODED)
        : encode(hostileText({ random, known, own }, name)).slice(0, 3000);
    const found = known.pick(PREFIXES[name] ?? name.replace(/_id$/, ""), random);
    // What is deleted must not be what all other requests need.
    const mine = op.method === "DELETE" && name === last ? undefined : own[name];
    return mine !== undefined && (name !== last || random.chance(90))
      ? mine
      : (found ?? mine ?? "none");
  });
}

function makeQuery(source: Source, op: DocumentedOperation, bent: boolean): string {
  const { random } = source;
  const pairs: string[] = [];
  for (const { name, in: place, required, schema } of op.parameters) {
    if (
      place !== "query" ||
      (!required && random.chance(bent ? 35 : 60)) ||
      (bent && random.chance(4))
    )
      continue;
    const isBad = bent && random.chance(35) && name !== "wait";
    const text = isBad ? hostileText(source, name) : String(plausible(source, name, schema));
    pairs.push(`${name}=${isBad && random.chance(25) ? random.pick(ENCODED) : encode(text)}`);
    if (bent && random.chance(3)) pairs.push(`${name}=${encode(hostileText(source, name))}`);
  }
  if (bent && random.chance(4)) pairs.push(`unknown=${MARKER}`);
  if (bent && random.chance(3))
    pairs.push(random.pick(["", "=", `=${MARKER}`, "&&", `%zz=${MARKER}`, "__proto__=1"]));
  return pairs.length === 0 ? "" : `?${pairs.join("&")}`;
}

function makeBody(source: Source, op: DocumentedOperation, bent: boolean): Buffer | null {
  const { random } = source;
  if (op.body === null) return bent && random.chance(5) ? random.pick(BODIES) : null;
  if (op.body.type !== "application/json") return Buffer.from(path(source).repeat(random.below(4)));
  const fields = plausibleObject(source, op.body.schema);
  if (!bent) return Buffer.from(JSON.stringify(fields));
  if (random.chance(12)) return random.pick(BODIES);
  if (random.chance(8)) return Buffer.from(JSON.stringify(random.pick(VALUES)));
  for (const name of Object.keys(fields)) {
    if (random.chance(40)) fields[name] = hostileValue(source, name);
    else if (random.chance(10)) delete fields[name];
  }
  if (random.chance(10)) fields["unknown"] = random.pick(VALUES);
  const text = Buffer.from(JSON.stringify(fields));
  if (random.below(300) === 0) return Buffer.concat([text, Buffer.alloc(1024 * 1024, " ")]);
  return random.chance(8) ? text.subarray(0, random.below(text.length)) : text;
}

function bentHeaders({ random }: Source): Record<string, string> {
  const headers: Record<string, string> = {};
  if (random.chance(5)) headers["content-type"] = random.pick(CONTENT_TYPES);
  if (random.chance(15)) headers[random.pick(HEADER_NAMES)] = random.pick(HEADERS);
  return headers;
}

// As encodeURIComponent, but a lone surrogate goes as the bytes that UTF-8 forbids.
const encode = (text: string) =>
  text.isWellFormed()
    ? encodeURIComponent(text)
    : encodeURIComponent(text.toWellFormed()).replaceAll("%EF%BF%BD", "%ED%A0%80");
