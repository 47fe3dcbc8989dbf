import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import path from "node:path";

import { z } from "zod";

import type { Pages } from "./pages";

const Manifest = z.object({ routes: z.record(z.string(), z.unknown()) });

/** The pages of `next build` under `root`, made in this process. */
export async function openBuiltPages(root: string): Promise<Pages> {
  // Loaded only here: a web server in development never needs it and restarts sooner.
  const { default: next } = await import("next");
  // Next listens for upgrades at the server of the first request, and holds or cuts such connections: it gets one of
  // its own. Without a listener Node answers them as any other request.
  const app = next({ dev: false, quiet: true, dir: root, httpServer: createServer() });
  await app.prepare();
  const files = await listFiles(root);
  return { listener: app.getRequestHandler(), files, close: () => undefined };
}

/** What `next build` made of routes that serve files; a path beside these is one more page that is not found. */
async function listFiles(root: string): Promise<ReadonlySet<string>> {
  const manifest = await readFile(path.join(root, ".next/prerender-manifest.json"), "utf8");
  const { routes } = Manifest.parse(JSON.parse(manifest));
  return new Set(Object.keys(routes).filter((route) => route.startsWith("/pdfjs/")));
}
