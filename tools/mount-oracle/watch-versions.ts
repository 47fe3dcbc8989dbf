import type { Source } from "@/testing/mount-agreement";
import { listAll } from "@/testing/mount-agreement";
import { isWhole } from "@/testing/mount-changes";

/** Reads the versions of files by the API until `signal` fires. Resolves to those that were not whole. */
export async function watchVersions(source: Source, signal: AbortSignal): Promise<string[]> {
  const wrong: string[] = [];
  const known = new Set<string>();
  while (!signal.aborted) {
    const entries = await listAll(source).catch(() => []);
    for (const { path, etag, type } of entries) {
      if (type !== "file" || known.has(etag)) continue;
      // It may be gone by now, or the service away.
      const text = await read(source, path, etag).catch(() => null);
      if (text === null) continue;
      known.add(etag);
      if (!isWhole(text)) wrong.push(`${path}: ${text.length} bytes`);
    }
  }
  return wrong;
}

async function read({ service, key, base }: Source, path: string, etag: string) {
  const response = await fetch(`${service.url}${base}/files?path=${encodeURIComponent(path)}`, {
    headers: { authorization: `Bearer ${key}`, "if-match": etag },
  });
  return response.status === 200 ? response.text() : null;
}
