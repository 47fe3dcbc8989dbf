import fs from "node:fs";
import path from "node:path";

import { writeOnce } from "./files";
import { LaunchError } from "./launch-error";

const KINDS = ["ed25519", "ecdsa"] as const;

/**
 * The setting SFTP_HOST_KEYS: from `env`, else from `<dataDir>/secrets`, where keys are generated once (mode 0600).
 * @throws LaunchError if a file is empty: clients would warn of a new key
 */
export async function ensureHostKeys(
  dataDir: string,
  env: Record<string, string | undefined>,
): Promise<string> {
  const given = env["SFTP_HOST_KEYS"];
  if (given) return given;
  const keys: string[] = [];
  for (const kind of KINDS) {
    const file = path.join(dataDir, "secrets", `ssh_host_${kind}_key`);
    const key = fs.existsSync(file)
      ? fs.readFileSync(file, "utf8")
      : writeOnce(file, await generate(kind));
    if (key.trim() === "") throw new LaunchError(`${file} is empty; restore it from a backup`);
    keys.push(Buffer.from(key).toString("base64"));
  }
  return keys.join(",");
}

async function generate(kind: (typeof KINDS)[number]): Promise<string> {
  // Loaded only here: most starts generate nothing.
  const { generateKey } = await import("@/lib/sftp/generate-key");
  return generateKey(kind).private;
}
