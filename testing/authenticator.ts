import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";

import type { Assertion, Attestation } from "@/lib/contract/passkeys";

/** What a browser is asked for, of which an authenticator needs this much. */
type Creation = {
  challenge: string;
  rp: { id: string };
  user: { id: string };
  excludeCredentials: readonly { id: string }[];
};
type Request = { challenge: string; rpId: string; allowCredentials: readonly { id: string }[] };

/** What is false about a signature. */
export type Fault = {
  origin?: string;
  rpId?: string;
  type?: string;
  challenge?: string;
  isUserVerified?: boolean;
  /** The authenticator's counter, which rises by one otherwise. */
  counter?: number;
  userHandle?: string | undefined;
};

/** A software authenticator: ES256 keys, attestation "none", discoverable credentials. */
export type Authenticator = {
  create(options: Creation, fault?: Fault): Attestation;
  get(options: Request, fault?: Fault): Assertion;
  /** Lets another one sign with the same keys and counters, as a copy does. */
  copy(): Authenticator;
};

type Credential = { id: Buffer; key: KeyObject; handle: string; counter: number };

const FLAGS = { present: 0x01, verified: 0x04, synced: 0x18, attested: 0x40 };

/** Opens one in a browser at this origin. */
export function createAuthenticator(origin: string, held: Credential[] = []): Authenticator {
  const keys = held.map((each) => ({ ...each }));
  const clientData = (type: string, challenge: string, fault: Fault) =>
    Buffer.from(
      JSON.stringify({
        type: fault.type ?? type,
        challenge: fault.challenge ?? challenge,
        origin: fault.origin ?? origin,
        crossOrigin: false,
      }),
    );
  return {
    create({ challenge, rp, user, excludeCredentials }, fault = {}) {
      if (findAllowed(keys, excludeCredentials, false)) throw new Error("it has one already");
      const pair = generateKeyPairSync("ec", { namedCurve: "P-256" });
      const id = randomBytes(32);
      keys.push({ id, key: pair.privateKey, handle: user.id, counter: 0 });
      const attested = Buffer.concat([
        Buffer.alloc(16),
        uint(id.length, 2),
        id,
        cose(pair.publicKey),
      ]);
      const data = authenticatorData(fault.rpId ?? rp.id, 0, fault, attested);
      return {
        ...named(id),
        response: {
          clientDataJSON: clientData("webauthn.create", challenge, fault).toString("base64url"),
          attestationObject: attestation(data).toString("base64url"),
          transports: ["internal"],
        },
      };
    },
    get({ challenge, rpId, allowCredentials }, fault = {}) {
      const credential = findAllowed(keys, allowCredentials, true);
      if (credential === undefined) throw new Error("no credential is allowed");
      credential.counter = fault.counter ?? credential.counter + 1;
      const data = authenticatorData(fault.rpId ?? rpId, credential.counter, fault);
      const client = clientData("webauthn.get", challenge, fault);
      const signed = Buffer.concat([data, createHash("sha256").update(client).digest()]);
      const userHandle = "userHandle" in fault ? fault.userHandle : credential.handle;
      return {
        ...named(credential.id),
        response: {
          clientDataJSON: client.toString("base64url"),
          authenticatorData: data.toString("base64url"),
          signature: sign("sha256", signed, credential.key).toString("base64url"),
          ...(userHandle !== undefined && { userHandle }),
        },
      };
    },
    copy: () => createAuthenticator(origin, keys),
  };
}

/** The newest credential that is listed; of an empty list `open` says whether each is. */
function findAllowed(keys: Credential[], list: readonly { id: string }[], open: boolean) {
  return keys.findLast(({ id }) =>
    list.length === 0 ? open : list.some((each) => each.id === id.toString("base64url")),
  );
}

const named = (id: Buffer) => ({
  id: id.toString("base64url"),
  rawId: id.toString("base64url"),
  type: "public-key" as const,
});

function authenticatorData(rpId: string, counter: number, fault: Fault, attested?: Buffer): Buffer {
  const flags =
    FLAGS.present |
    FLAGS.synced |
    (fault.isUserVerified === false ? 0 : FLAGS.verified) |
    (attested === undefined ? 0 : FLAGS.attested);
  const hash = createHash("sha256").update(rpId).digest();
  return Buffer.concat([hash, uint(flags, 1), uint(counter, 4), attested ?? Buffer.alloc(0)]);
}

function uint(value: number, bytes: number): Buffer {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntBE(value, 0, bytes);
  return buffer;
}

const cborText = (value: string) =>
  Buffer.concat([Buffer.from([0x60 | value.length]), Buffer.from(value)]);
const cborNumber = (text: string) =>
  Buffer.concat([Buffer.from([0x58, 32]), Buffer.from(text, "base64url")]);

// CBOR: {1: 2, 3: -7, -1: 1, -2: x, -3: y}, an ES256 key (RFC 9053).
function cose(key: KeyObject): Buffer {
  const { x = "", y = "" } = key.export({ format: "jwk" });
  const head = Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]);
  return Buffer.concat([head, cborNumber(x), Buffer.from([0x22]), cborNumber(y)]);
}

// CBOR: {"fmt": "none", "attStmt": {}, "authData": data}.
function attestation(data: Buffer): Buffer {
  const names = ["fmt", "none", "attStmt"].map(cborText);
  const head = [Buffer.from([0xa3]), ...names, Buffer.from([0xa0]), cborText("authData")];
  return Buffer.concat([...head, Buffer.from([0x59]), uint(data.length, 2), data]);
}
