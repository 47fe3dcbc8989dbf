import type { DocumentedOperation } from "./document";
import { BODIES, MARKER, VALUES } from "./hostile";
import type { Random } from "./random";
import { encodePairs, hostileValue, path, plausibleObject, type Source } from "./values";

const FORM = "application/x-www-form-urlencoded";

/** A body that matches the operation's schema, or a malformed one. */
export function makeBody(
  source: Source,
  op: DocumentedOperation,
  malformed: boolean,
): Buffer | null {
  const { random } = source;
  if (op.body === null) return malformed && random.chance(5) ? random.pick(BODIES) : null;
  if (op.body.type === "application/octet-stream")
    return Buffer.from(path(source).repeat(random.below(4)));
  const fields = plausibleObject(source, op.body.schema);
  return malformed ? malformedBody(source, op.body.type, fields) : encodeBody(op.body.type, fields);
}

/** The fields as a form or as JSON, according to the media type. */
export function encodeBody(type: string, fields: object): Buffer {
  return Buffer.from(type === FORM ? encodePairs(fields).join("&") : JSON.stringify(fields));
}

/** Fields with some missing or of the wrong type, unknown extra fields, or no such body at all. */
export function malformedBody(
  source: Source,
  type: string,
  right: Record<string, unknown>,
): Buffer {
  const { random } = source;
  if (random.chance(12)) return random.pick(BODIES);
  if (random.chance(8)) return Buffer.from(JSON.stringify(random.pick(VALUES)));
  const fields = malformFields(source, right);
  if (random.chance(10)) fields["unknown"] = random.pick(VALUES);
  const whole = type === FORM ? malformedForm(random, fields) : Buffer.from(JSON.stringify(fields));
  if (random.below(300) === 0) return Buffer.concat([whole, Buffer.alloc(1024 * 1024, " ")]);
  return random.chance(8) ? whole.subarray(0, random.below(whole.length + 1)) : whole;
}

/** The same fields, some with a hostile value and some dropped. */
export function malformFields(source: Source, right: Record<string, unknown>) {
  const kept = Object.entries(right).filter(() => !source.random.chance(10));
  return Object.fromEntries(
    kept.map(([name, value]) => [
      name,
      source.random.chance(40) ? hostileValue(source, name) : value,
    ]),
  );
}

const TAILS = ["", "=", `%zz=${MARKER}`, `client_id=${MARKER}`, "token=%ff", "__proto__=1", "&&"];

function malformedForm(random: Random, fields: object): Buffer {
  const list = encodePairs(fields);
  if (random.chance(20)) list.push(random.pick(TAILS));
  if (random.chance(10)) list.push(...list.slice(0, 1));
  return Buffer.from(list.join("&"));
}
