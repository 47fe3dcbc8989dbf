import { createHash } from "node:crypto";

import { createReader } from "./wire/reader";
import { SftpError } from "./wire/sftp-error";

/** A key by which clients recognise the service; `sha256` as ssh shows it. `publicKey` is Base64. */
export type HostKey = { type: string; publicKey: string; sha256: string; privateKey: string };

const MAGIC = "openssh-key-v1\0";
// An RSA key would also be used with SHA-1.
const TYPES = ["ssh-ed25519", "ecdsa-sha2-nistp256", "ecdsa-sha2-nistp384", "ecdsa-sha2-nistp521"];

/**
 * Reads a private key in the format of ssh-keygen, without a passphrase.
 * @returns what is wrong with any other text, without repeating it: it may contain a secret
 */
export function readHostKey(text: string): HostKey | string {
  const found = readFile(text);
  if (found === null) return "must be private keys as ssh-keygen writes them";
  if (found.cipher !== "none") return "must be private keys without a passphrase";
  if (!TYPES.includes(found.type)) return "must be Ed25519 or ECDSA keys";
  const sha256 = createHash("sha256").update(found.key).digest("base64").replace(/=+$/, "");
  const publicKey = found.key.toString("base64");
  return { type: found.type, publicKey, sha256: `SHA256:${sha256}`, privateKey: text };
}

function readFile(text: string) {
  const lines = /^-----BEGIN OPENSSH PRIVATE KEY-----\n([^-]+)-----END OPENSSH PRIVATE KEY-----$/;
  const blob = Buffer.from(lines.exec(text.trim())?.[1] ?? "", "base64");
  if (blob.subarray(0, MAGIC.length).toString("latin1") !== MAGIC) return null;
  const fields = createReader(blob.subarray(MAGIC.length));
  try {
    const cipher = fields.text();
    // The derivation of its key, the options of that, and the number of keys.
    fields.bytes();
    fields.bytes();
    fields.u32();
    const key = fields.bytes();
    return { cipher, type: createReader(key).text(), key };
  } catch (error) {
    if (error instanceof SftpError) return null;
    throw error;
  }
}
