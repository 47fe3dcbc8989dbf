import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

/** Keys by id; the first encrypts, all decrypt. */
export type KeyRing = ReadonlyMap<string, Buffer>;

const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts a secret for the database with AES-256-GCM (spec 7.12).
 * `place` identifies the row, so that a ciphertext copied to another row cannot be decrypted.
 */
export function seal(keys: KeyRing, secret: string, location: string): string {
  const [active] = keys;
  if (active === undefined) throw new Error("the key ring is empty");
  const [id, key] = active;
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv("aes-256-gcm", key, iv, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(`v1.${id}.${location}`));
  const sealed = [iv, cipher.update(secret, "utf8"), cipher.final(), cipher.getAuthTag()];
  return `v1.${id}.${Buffer.concat(sealed).toString("base64url")}`;
}

/** Decrypts a result of `seal` for the same place. @throws Error for a missing key or modified text */
export function unseal(keys: KeyRing, sealed: string, location: string): string {
  const [version, id = "", encoded = ""] = sealed.split(".");
  const key = keys.get(id);
  if (version !== "v1" || key === undefined)
    throw new Error(`encryption key ${id} is missing; add it to ENCRYPTION_KEYS`);
  const bytes = Buffer.from(encoded, "base64url");
  if (bytes.length < IV_BYTES + TAG_BYTES) throw new Error("sealed secret is truncated");
  const iv = bytes.subarray(0, IV_BYTES);
  const decipher = createDecipheriv("aes-256-gcm", key, iv, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(`v1.${id}.${location}`));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  const secret = [decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()];
  return Buffer.concat(secret).toString("utf8");
}
