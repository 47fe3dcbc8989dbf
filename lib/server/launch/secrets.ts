import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";

import { writeOnce } from "./files";
import { LaunchError } from "./launch-error";

/** The service's secrets by setting name. */
export type Secrets = {
  ENCRYPTION_KEYS: string;
  INNGEST_EVENT_KEY: string;
  INNGEST_SIGNING_KEY: string;
  NEXTAUTH_SECRET: string;
};

/**
 * Secrets by setting name: from `env`, else from `<dataDir>/secrets`, where each is generated once (mode
 * 0600) and never overwritten.
 * @throws LaunchError if a file is empty: a new secret could not decrypt existing data
 */
export function ensureSecrets(dataDir: string, env: Record<string, string | undefined>): Secrets {
  const directory = path.join(dataDir, "secrets");
  fs.mkdirSync(directory, { recursive: true, mode: 0o700 });
  const secret = (name: keyof Secrets, make: () => string) => {
    const given = env[name] || keptSecret(dataDir, name);
    return given ?? writeOnce(path.join(directory, name), `${make()}\n`).trim();
  };
  return {
    ENCRYPTION_KEYS: secret("ENCRYPTION_KEYS", () => `k1:${randomBytes(32).toString("base64")}`),
    INNGEST_EVENT_KEY: secret("INNGEST_EVENT_KEY", () => randomBytes(24).toString("hex")),
    INNGEST_SIGNING_KEY: secret(
      "INNGEST_SIGNING_KEY",
      () => `signkey-prod-${randomBytes(32).toString("hex")}`,
    ),
    NEXTAUTH_SECRET: secret("NEXTAUTH_SECRET", () => randomBytes(32).toString("base64url")),
  };
}

/**
 * A secret that was generated before; undefined if there is none.
 * @throws LaunchError if its file is empty
 */
export function keptSecret(dataDir: string, name: keyof Secrets): string | undefined {
  const file = path.join(dataDir, "secrets", name);
  if (!fs.existsSync(file)) return undefined;
  const kept = fs.readFileSync(file, "utf8").trim();
  if (kept === "") throw new LaunchError(`${file} is empty; restore it from a backup`);
  return kept;
}
