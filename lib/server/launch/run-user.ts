import fs from "node:fs";

/** The account the database server runs as; empty to use the current one. */
export type RunUser = { uid?: number; gid?: number };

/**
 * PostgreSQL refuses to run as root. For root: the owner of an existing `cluster`, else `postgres`, else
 * `no one`, else uid 65534.
 */
export function chooseRunUser(cluster: string): RunUser {
  if (process.getuid?.() !== 0) return {};
  const owner = fs.statSync(cluster, { throwIfNoEntry: false });
  if (owner !== undefined && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  return account("postgres") ?? account("nobody") ?? { uid: 65_534, gid: 65_534 };
}

function account(name: string): RunUser | undefined {
  const table = fs.existsSync("/etc/passwd") ? fs.readFileSync("/etc/passwd", "utf8") : "";
  const fields = table
    .split("\n")
    .find((line) => line.startsWith(`${name}:`))
    ?.split(":");
  return fields ? { uid: Number(fields[2]), gid: Number(fields[3]) } : undefined;
}
