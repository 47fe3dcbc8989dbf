import { createHmac } from "node:crypto";

export type SigningInput = {
  messageId: string;
  /** Unix time in seconds. */
  timestamp: number;
  body: Buffer;
  /** `whsec_` + base64, newest first. */
  secrets: readonly string[];
};

export type SignatureHeaders = {
  "webhook-id": string;
  "webhook-timestamp": string;
  "webhook-signature": string;
};

/**
 * The three Standard Webhooks headers of one attempt, one `v1,` item per secret in the order given,
 * single spaces.
 * @throws TypeError without a secret or with a malformed one; the message never contains it. See
 *   spec 7.20, 7.21.
 */
export function signMessage({
  messageId,
  timestamp,
  body,
  secrets,
}: SigningInput): SignatureHeaders {
  if (secrets.length === 0) throw new TypeError("secrets must not be empty");
  const signatures = secrets.map((secret) => {
    const hmac = createHmac("sha256", keyOf(secret));
    return `v1,${hmac.update(`${messageId}.${timestamp}.`).update(body).digest("base64")}`;
  });
  return {
    "webhook-id": messageId,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": signatures.join(" "),
  };
}

/** The headers that all attempts of a message share; each attempt adds its time and signatures. */
export function steadyHeaders(messageId: string, userAgent: string) {
  return {
    "content-type": "application/json",
    "user-agent": userAgent,
    "webhook-id": messageId,
  };
}

function keyOf(secret: string): Buffer {
  const encoded = /^whsec_([A-Za-z0-9+/]{4,}={0,2})$/.exec(secret)?.[1];
  if (encoded === undefined)
    throw new TypeError("a signing secret must be whsec_ followed by base64");
  return Buffer.from(encoded, "base64");
}
