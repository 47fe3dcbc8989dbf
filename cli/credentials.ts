import { chmod, mkdir, open, readFile, rename } from "node:fs/promises";
import path from "node:path";

import { z } from "zod";

const Login = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  /** When the access token expires by this machine's clock. */
  expires_at: z.iso.datetime(),
});
const Credentials = z.object({ logins: z.record(z.string(), Login) });

/** The tokens of one login. */
export type Login = z.infer<typeof Login>;

const fileOf = (directory: string) => path.join(directory, "credentials.json");

/** The stored login at a service, or null. @throws Error for a damaged file */
export async function readLogin(directory: string, apiUrl: string): Promise<Login | null> {
  const logins = await readAll(directory);
  return (Object.hasOwn(logins, apiUrl) ? logins[apiUrl] : undefined) ?? null;
}

/**
 * Stores the login at a service, or with null deletes it. The caller must hold the lock; readers see the
 * file either before or after. Only its owner can read it.
 */
export async function writeLogin(
  directory: string,
  apiUrl: string,
  login: Login | null,
): Promise<void> {
  const others = Object.entries(await readAll(directory)).filter(([url]) => url !== apiUrl);
  const logins = Object.fromEntries(login === null ? others : [...others, [apiUrl, login]]);
  const fresh = `${fileOf(directory)}.new`;
  const file = await open(fresh, "w", 0o600);
  try {
    await file.chmod(0o600);
    await file.writeFile(`${JSON.stringify({ logins }, null, 2)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(fresh, fileOf(directory));
}

/** Creates the directory of the logins, accessible only to its owner. */
export async function prepareDirectory(directory: string): Promise<void> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  await chmod(directory, 0o700);
}

async function readAll(directory: string): Promise<Record<string, Login>> {
  const text = await readFile(fileOf(directory), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  if (text === null) return {};
  try {
    return Credentials.parse(JSON.parse(text)).logins;
  } catch {
    throw new Error(`${fileOf(directory)} is damaged; delete it and log in again`);
  }
}
