import { once } from "node:events";

/** Writes to standard output, and waits until that takes more. */
export async function print(chunk: string | Uint8Array): Promise<void> {
  if (!process.stdout.write(chunk)) await once(process.stdout, "drain");
}
