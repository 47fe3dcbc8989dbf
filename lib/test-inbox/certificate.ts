const DAY_MS = 24 * 3_600_000;
const VALID_DAYS = 3_650;

/** A new key and a certificate for `host`, signed by itself, as PEM. */
export async function makeCertificate(host: string): Promise<{ cert: string; key: string }> {
  // Loaded only here: most processes never deliver to a test inbox.
  const { generate } = await import("selfsigned");
  const now = Date.now();
  const made = await generate([{ name: "commonName", value: host }], {
    keyType: "ec",
    curve: "P-256",
    algorithm: "sha256",
    notBeforeDate: new Date(now - DAY_MS),
    notAfterDate: new Date(now + VALID_DAYS * DAY_MS),
    extensions: [
      { name: "basicConstraints", cA: false, critical: true },
      { name: "keyUsage", digitalSignature: true, critical: true },
      { name: "extKeyUsage", serverAuth: true },
      { name: "subjectAltName", altNames: [{ type: 2, value: host }] },
    ],
  });
  return { cert: made.cert, key: made.private };
}
