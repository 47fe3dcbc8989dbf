import { randomUUID } from "node:crypto";

import { generate } from "selfsigned";

/** PEM of a server's certificate, followed by any intermediates, and of its key. */
export type Certificate = { cert: string; key: string };

export type Validity = { notBeforeDate: Date; notAfterDate: Date };

export type Authority = {
  /** PEM of the root certificate that clients trust. */
  ca: string;
  /** A certificate for `hosts` (names or IPv4 addresses), valid for a year by default. */
  issue(hosts: readonly string[], validity?: Validity): Promise<Certificate>;
  /**
   * A certificate signed by an intermediate authority; `complete: false` omits the intermediate.
   */
  issueBelow(host: string, complete: boolean): Promise<Certificate>;
};

type Signer = { key: string; cert: string };

const elliptic = { keyType: "ec", algorithm: "sha256" } as const;

/** Creates a certificate authority in memory, for tests and the development receiver. */
export async function createAuthority(): Promise<Authority> {
  const root = await generateAuthority(`Tidemark Test CA ${randomUUID()}`);
  return {
    ca: root.cert,
    issue: (hosts, validity) => issueBy(root, hosts, validity),
    async issueBelow(host, complete) {
      const middle = await generateAuthority(`Tidemark Test CA ${randomUUID()}`, root);
      const { cert, key } = await issueBy(middle, [host]);
      return { cert: complete ? `${cert.trim()}\n${middle.cert}` : cert, key };
    },
  };
}

async function generateAuthority(name: string, signer?: Signer): Promise<Signer> {
  const made = await generate([{ name: "commonName", value: name }], {
    ...elliptic,
    extensions: [
      { name: "basicConstraints", cA: true, critical: true },
      { name: "keyUsage", keyCertSign: true, cRLSign: true, critical: true },
    ],
    ...(signer && { ca: signer }),
  });
  return { key: made.private, cert: made.cert };
}

async function issueBy(
  signer: Signer,
  hosts: readonly string[],
  validity?: Validity,
): Promise<Certificate> {
  const made = await generate([{ name: "commonName", value: hosts[0] ?? "nobody" }], {
    ...elliptic,
    ...validity,
    ca: signer,
    extensions: [
      { name: "basicConstraints", cA: false, critical: true },
      { name: "keyUsage", digitalSignature: true, critical: true },
      { name: "extKeyUsage", serverAuth: true },
      {
        name: "subjectAltName",
        altNames: hosts.map((host) =>
          /^\d+(\.\d+){3}$/.test(host)
            ? { type: 7 as const, ip: host }
            : { type: 2 as const, value: host },
        ),
      },
    ],
  });
  return { cert: made.cert, key: made.private };
}
