import fs from "node:fs";

/** Whom the database server runs as; empty when we are not root and it simply runs as ourselves. */
export type RunUser = { uid?: number; gid?: number };

/**
 * PostgreSQL refuses to run as root. As root its owner is whoever already owns `cluster`, else the account
 * `postgres`, else `nobody`, else the number that systems reserve for it.
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
