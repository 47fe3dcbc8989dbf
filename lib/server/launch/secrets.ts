import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";

import { writeOnce } from "./files";
import { LaunchError } from "./launch-error";

/** Every secret the service needs, by the name of its setting. */
export type Secrets = {
  ENCRYPTION_KEYS: string;
  INNGEST_EVENT_KEY: string;
  INNGEST_SIGNING_KEY: string;
  NEXTAUTH_SECRET: string;
};

/**
 * The secrets by the names of their settings: those given in `env`, the others from `<dataDir>/secrets`,
 * where each is made once (mode 0600) and never written again.
 * @throws LaunchError if a file there is empty: making another would lose what the first one sealed.
 */
export function ensureSecrets(dataDir: string, env: Record<string, string | undefined>): Secrets {
  const directory = path.join(dataDir, "secrets");
  fs.mkdirSync(directory, { recursive: true, mode: 0o700 });
  const secret = (name: keyof Secrets, make: () => string) => {
    const given = env[name];
    if (given) return given;
    const file = path.join(directory, name);
    const kept = (
      fs.existsSync(file) ? fs.readFileSync(file, "utf8") : writeOnce(file, `${make()}\n`)
    ).trim();
    if (kept === "") throw new LaunchError(`${file} is empty: restore it from a backup`);
    return kept;
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
