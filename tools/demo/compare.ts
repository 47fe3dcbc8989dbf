import { readFile } from "node:fs/promises";
import path from "node:path";

import type { Mirror } from "@/examples/receiver/mirror";

import { sha256, type Tree } from "./tree";

/**
 * Returns a sentence for each path where the mirror differs from the expected tree, with its
 * SHA-256.
 */
export function compare(tree: Tree, mirror: Mirror): string[] {
  const differences: string[] = [];
  for (const [filePath, { sha256: hash }] of tree) {
    const file = mirror.entries.get(filePath);
    const type = hash === null ? "directory" : "file";
    if (file === undefined) differences.push(`${filePath} is missing`);
    else if (file.type !== type) differences.push(`${filePath} is a ${file.type}, not a ${type}`);
    // The service's etag is the first half of the SHA-256, so it can be checked independently.
    else if (hash !== null && file.etag !== `"${hash.slice(0, 32)}"`)
      differences.push(`${filePath} has other contents`);
  }
  for (const filePath of mirror.entries.keys()) {
    if (filePath !== "/" && !tree.has(filePath)) differences.push(`${filePath} should be gone`);
  }
  return differences;
}

/** Returns a sentence for each file whose fetched bytes do not match their SHA-256. */
export async function compareBytes(tree: Tree, directory: string): Promise<string[]> {
  const differences: string[] = [];
  for (const [filePath, { sha256: hash }] of tree) {
    if (hash === null) continue;
    const bytes = await readFile(path.join(directory, filePath)).catch(() => null);
    if (bytes === null) differences.push(`${filePath} was not fetched`);
    else if (sha256(bytes) !== hash) differences.push(`${filePath} was fetched with other bytes`);
  }
  return differences;
}
