import { createPublicKey } from "node:crypto";

/** The key as stored, without its comment; or what is wrong with the line, without repeating it. */
type Read = { key: string } | { problem: string };

// OpenSSH's limits; a longer modulus only costs time.
const MAX_LINE = 8_192;
const RSA_BITS = { min: 2_048, max: 16_384 };
const CURVES = {
  nistp256: ["P-256", 32],
  nistp384: ["P-384", 48],
  nistp521: ["P-521", 66],
} as const;

/** Whether the fields after the type form a valid key. */
const TYPES: Record<string, (fields: Buffer[]) => boolean> = {
  "ssh-ed25519": ([key, ...rest]) => key?.length === 32 && rest.length === 0,
  "sk-ssh-ed25519@openssh.com": ([key, app, ...rest]) =>
    key?.length === 32 && isApplication(app) && rest.length === 0,
  "ecdsa-sha2-nistp256": (fields) => isPoint("nistp256", fields) && fields.length === 2,
  "ecdsa-sha2-nistp384": (fields) => isPoint("nistp384", fields) && fields.length === 2,
  "ecdsa-sha2-nistp521": (fields) => isPoint("nistp521", fields) && fields.length === 2,
  "sk-ecdsa-sha2-nistp256@openssh.com": (fields) =>
    isPoint("nistp256", fields) && isApplication(fields[2]) && fields.length === 3,
  "ssh-rsa": ([exponent, modulus, ...rest]) =>
    isOdd(exponent) && isOdd(modulus) && isModulus(modulus) && rest.length === 0,
};

/**
 * Parses one OpenSSH public key line, `type base64 [comment]` (spec 4.24). OpenSSH must still accept the type,
 * and the base64 must contain exactly one key of that type.
 */
export function readPublicKey(line: string): Read {
  const [, type = "", encoded = ""] =
    /^([a-z0-9@.-]+) ([A-Za-z0-9+/]+=*)(?: \P{Cc}*)?$/u.exec(line) ?? [];
  if (line.length > MAX_LINE || encoded === "")
    return { problem: "must be one OpenSSH public key line, such as ssh-ed25519 AAAA…" };
  const isKey = Object.hasOwn(TYPES, type) ? TYPES[type] : undefined;
  if (isKey === undefined)
    return { problem: `must have one of the types ${Object.keys(TYPES).join(", ")}` };
  const blob = Buffer.from(encoded, "base64");
  const [inner, ...fields] = readFields(blob);
  if (blob.toString("base64") !== encoded || inner?.toString("latin1") !== type || !isKey(fields))
    return { problem: "must contain a valid key of its type with enough bits" };
  return { key: `${type} ${encoded}` };
}

/** The length-prefixed fields of a blob; empty if the lengths do not add up. */
function readFields(blob: Buffer): Buffer[] {
  const fields: Buffer[] = [];
  for (let at = 0; at < blob.length;) {
    const start = at + 4;
    if (start > blob.length) return [];
    at = start + blob.readUInt32BE(at);
    if (at > blob.length) return [];
    fields.push(blob.subarray(start, at));
  }
  return fields;
}

const isApplication = (field: Buffer | undefined) => field !== undefined && field.length > 0;

const isOdd = (field: Buffer | undefined): field is Buffer => ((field?.at(-1) ?? 0) & 1) === 1;

// A positive number has a leading zero before a byte above 127.
function isModulus(field: Buffer): boolean {
  const digits = field[0] === 0 ? field.subarray(1) : field;
  const bits = digits.length * 8 - Math.clz32(digits[0] ?? 0) + 24;
  return (field[0] ?? 0) < 128 && bits >= RSA_BITS.min && bits <= RSA_BITS.max;
}

function isPoint(curve: keyof typeof CURVES, [name, point]: Buffer[]): boolean {
  const [crv, size] = CURVES[curve];
  if (name?.toString("latin1") !== curve || point?.length !== 1 + 2 * size || point[0] !== 4)
    return false;
  const coordinate = (at: number) =>
    point.subarray(1 + at * size, 1 + (at + 1) * size).toString("base64url");
  try {
    // Throws for a point that is not on the curve.
    createPublicKey({ key: { kty: "EC", crv, x: coordinate(0), y: coordinate(1) }, format: "jwk" });
    return true;
  } catch {
    return false;
  }
}
