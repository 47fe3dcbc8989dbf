import { X509Certificate } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";

import { generate } from "selfsigned";

const DAY_MS = 24 * 60 * 60 * 1000;
const CA_DAYS = 3650;
const LEAF_DAYS = 365;

/** What an HTTPS server needs, and the file with the authority that its callers must trust. */
export type Certificate = { cert: string; key: string; caFile: string };

type Pair = { cert: string; key: string };

/**
 * Returns a certificate for `hostName`, issued by a local authority. Both are kept in `directory`
 * and reused while they are valid for another month. `now` is in milliseconds since 1970.
 */
export async function ensureCertificate(
  directory: string,
  hostName: string,
  now = Date.now(),
): Promise<Certificate> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const lasting = (cert: X509Certificate) => Date.parse(cert.validTo) - now > 30 * DAY_MS;
  const authority =
    (await read(directory, "ca", lasting)) ?? (await write(directory, "ca", await makeCa(now)));

  const issuer = new X509Certificate(authority.cert);
  const usable = (cert: X509Certificate) =>
    lasting(cert) && cert.checkHost(hostName) !== undefined && cert.verify(issuer.publicKey);
  const leaf =
    (await read(directory, hostName, usable)) ??
    (await write(directory, hostName, await makeLeaf(authority, hostName, now)));
  return { ...leaf, caFile: path.resolve(directory, "ca.pem") };
}

async function makeCa(now: number): Promise<Pair> {
  const made = await generate([{ name: "commonName", value: "Tidemark receiver authority" }], {
    ...common(now, CA_DAYS),
    extensions: [
      { name: "basicConstraints", cA: true, critical: true },
      { name: "keyUsage", keyCertSign: true, cRLSign: true, critical: true },
    ],
  });
  return { cert: made.cert, key: made.private };
}

async function makeLeaf(ca: Pair, hostName: string, now: number): Promise<Pair> {
  const made = await generate([{ name: "commonName", value: hostName }], {
    ...common(now, LEAF_DAYS),
    ca,
    extensions: [
      { name: "basicConstraints", cA: false, critical: true },
      { name: "keyUsage", digitalSignature: true, critical: true },
      { name: "extKeyUsage", serverAuth: true },
      { name: "subjectAltName", altNames: [{ type: 2, value: hostName }] },
    ],
  });
  return { cert: made.cert, key: made.private };
}

function common(now: number, days: number) {
  return {
    keyType: "ec",
    curve: "P-256",
    algorithm: "sha256",
    notBeforeDate: new Date(now - DAY_MS),
    notAfterDate: new Date(now + days * DAY_MS),
  } as const;
}

async function read(
  directory: string,
  name: string,
  good: (cert: X509Certificate) => boolean,
): Promise<Pair | null> {
  try {
    const cert = await readFile(path.join(directory, `${name}.pem`), "utf8");
    const key = await readFile(path.join(directory, `${name}.key`), "utf8");
    return good(new X509Certificate(cert)) ? { cert, key } : null;
  } catch {
    return null;
  }
}

/** The key first: if the certificate exists, so does its key. */
async function write(directory: string, name: string, pair: Pair): Promise<Pair> {
  for (const [suffix, text, mode] of [
    ["key", pair.key, 0o600],
    ["pem", pair.cert, 0o644],
  ] as const) {
    const file = path.join(directory, `${name}.${suffix}`);
    await writeFile(`${file}.new`, text, { mode });
    await rename(`${file}.new`, file);
  }
  return pair;
}
