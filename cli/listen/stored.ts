import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";

import { z } from "zod";

import { prepareDirectory } from "@/cli/credentials";
import type { CliSettings } from "@/cli/settings";

const Stored = z.object({ api_url: z.string(), webhook_id: z.string(), secret: z.string() });

/** The last listener of a filesystem on this machine. The next one has the same secret. */
export type Stored = z.infer<typeof Stored>;

const fileOf = ({ directory }: CliSettings, filesystemId: string) =>
  path.join(directory, "listeners", `${filesystemId}.json`);

/** What is stored for a filesystem of this service; null if there is nothing to use. */
export async function readStored(
  settings: CliSettings,
  filesystemId: string,
): Promise<Stored | null> {
  try {
    const stored = Stored.parse(JSON.parse(await readFile(fileOf(settings, filesystemId), "utf8")));
    return stored.api_url === settings.apiUrl ? stored : null;
  } catch {
    return null;
  }
}

/** Stores the listener of a filesystem; only you can read it. */
export async function writeStored(
  settings: CliSettings,
  filesystemId: string,
  { webhook_id, secret }: Omit<Stored, "api_url">,
): Promise<void> {
  const file = fileOf(settings, filesystemId);
  await prepareDirectory(settings.directory);
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const stored: Stored = { api_url: settings.apiUrl, webhook_id, secret };
  const fresh = `${file}.${process.pid}`;
  await writeFile(fresh, `${JSON.stringify(stored)}\n`, { mode: 0o600 });
  await rename(fresh, file);
}
