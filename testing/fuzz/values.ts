import { DEVICE_GRANT } from "@/lib/contract/oauth";

import { GOOD_URLS, NUMBERS, TEXTS, URLS, VALUES } from "./hostile";
import type { Known } from "./known";
import type { Random } from "./random";
import type { Schema } from "./schema";

/** Where values come from. `own` are the ids that most requests use, by parameter name. */
export type Source = { random: Random; known: Known; own: Record<string, string> };

const NAMES = ["a", "b", "c", "a-b", "é", "😀"];
const COUNTED = new Set(["cursor", "limit", "days"]);
// Single-use secrets from earlier responses.
const LIVE = new Set(["device_code", "refresh_token", "ticket", "token", "user_code"]);
const PATHS = new Set(["path", "from", "to", "target", "path_prefix"]);

/** A path below a few names, so that requests collide; sometimes one from an earlier response. */
export function path({ random, known }: Source): string {
  if (random.chance(40)) return known.pick("path", random) ?? "/a";
  return `/${Array.from({ length: 1 + random.below(3) }, () => random.pick(NAMES)).join("/")}`;
}

// Of a mode in octal digits; that of a mount is one of two words.
const MODE = "^[0-7]{4}$";

/** A value that matches the schema and the name of its field. */
export function plausible(source: Source, name: string, schema: Schema): unknown {
  const { random, known, own } = source;
  if (PATHS.has(name)) return path(source);
  if (name === "url") return random.pick(GOOD_URLS);
  if (name === "email") return `p${random.below(1000)}@example.com`;
  if (name === "idempotency_key") return random.pick(NAMES);
  if (schema["pattern"] === MODE) return random.pick(["0600", "0644", "0755"]);
  if (name === "grant_type") return random.pick([DEVICE_GRANT, "refresh_token"]);
  if (name === "filesystem_id" && random.chance(80)) return own["fs_id"];
  if (LIVE.has(name)) return known.pick(name, random) ?? schema["example"] ?? "unknown";
  if (name === "wait") return random.below(80) === 0 ? 1 : 0;
  if (name === "cursor" || name === "page_token") return known.pick(name, random) ?? "0";
  if (name === "if_match") return known.pick("etag", random) ?? "*";
  if (schema["format"] === "date-time") return "2001-02-03T04:05:06.789Z";
  const [, prefix] = /^([a-z]+)_[0-9a-z]{26}$/.exec(String(schema["example"])) ?? [];
  if (prefix !== undefined) return known.pick(prefix, random) ?? schema["example"];
  if (Array.isArray(schema["enum"])) return random.pick(schema["enum"]);
  if (schema["example"] !== undefined) return schema["example"];
  const alternatives = schema["oneOf"] ?? schema["anyOf"];
  if (Array.isArray(alternatives)) return plausible(source, name, random.pick(alternatives));
  if (schema["type"] === "boolean") return random.chance(50);
  if (schema["type"] === "null") return null;
  if (schema["type"] === "integer") return bounded(random, schema);
  if (schema["type"] === "array") {
    const item = () => plausible(source, name, { ...Object(schema["items"]) });
    return Array.from({ length: random.below(3) }, item);
  }
  if (schema["type"] === "object") return plausibleObject(source, schema);
  return `${name} ${random.below(1000)}`;
}

/** An object with all required fields of a schema and some optional ones. */
export function plausibleObject(source: Source, schema: Schema): Record<string, unknown> {
  const required = new Set([schema["required"] ?? []].flat());
  const fields = Object.entries({ ...Object(schema["properties"]) });
  const chosen = fields.filter(([name]) => required.has(name) || source.random.chance(50));
  return Object.fromEntries(
    chosen.map(([name, field]) => [name, plausible(source, name, { ...Object(field) })]),
  );
}

/** A text that should be, or nearly is, refused. Hosts of URLs never need a name server. */
export function hostileText({ random }: Source, name: string): string {
  if (COUNTED.has(name) && random.chance(60)) return random.pick(NUMBERS);
  return random.pick(name === "url" ? URLS : TEXTS);
}

/** A JSON value of the wrong type, or a text that should be refused. */
export function hostileValue(source: Source, name: string): unknown {
  return source.random.chance(50) ? hostileText(source, name) : source.random.pick(VALUES);
}

/** Like encodeURIComponent, but encodes a lone surrogate as the bytes that UTF-8 forbids. */
export const encode = (text: string) =>
  text.isWellFormed()
    ? encodeURIComponent(text)
    : encodeURIComponent(text.toWellFormed()).replaceAll("%EF%BF%BD", "%ED%A0%80");

/** Fields as a query string or form; values that are not text are written as JSON. */
export const encodePairs = (fields: object): string[] =>
  Object.entries(fields).map(
    ([name, value]) =>
      `${name}=${encode(typeof value === "string" ? value : JSON.stringify(value))}`,
  );

function bounded(random: Random, { minimum, maximum }: Schema): number {
  const [least, most] = [Number(minimum ?? 0), Number(maximum ?? 1000)];
  return random.pick([least, most, least + random.below(Math.min(most - least, 1000) + 1)]);
}
