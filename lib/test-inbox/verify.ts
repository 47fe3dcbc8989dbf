import { createHmac, timingSafeEqual } from "node:crypto";

/** What a request says about itself; undefined where the header is missing. */
export type Signed = {
  id: string | undefined;
  timestamp: string | undefined;
  signature: string | undefined;
};

const TOLERANCE_SECONDS = 300;

/**
 * Whether a request is signed by one of the secrets and was signed just now, as any receiver checks it (spec 9.1, 9.2).
 * Written apart from the sender's code, so that it can find a fault in that.
 * @param secrets `whsec_` and base64
 * @param now seconds since 1970
 */
export function isAuthentic(
  secrets: readonly string[],
  { id, timestamp, signature }: Signed,
  body: Buffer,
  now: number,
): boolean {
  if (!id || !timestamp || !signature || !/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(now - Number(timestamp)) > TOLERANCE_SECONDS) return false;
  const given = signature.split(" ").map((item) => Buffer.from(item));
  return secrets.some((secret) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
    const content = Buffer.concat([Buffer.from(`${id}.${timestamp}.`), body]);
    const mac = createHmac("sha256", key).update(content).digest("base64");
    const expected = Buffer.from(`v1,${mac}`);
    return given.some((item) => item.length === expected.length && timingSafeEqual(item, expected));
  });
}
