import type { Pages } from "./pages";

/** The pages of `next build` under `root`, made in this process. */
export async function openBuiltPages(root: string): Promise<Pages> {
  // Loaded only here: a web server in development never needs it and restarts sooner.
  const { default: next } = await import("next");
  const app = next({ dev: false, quiet: true, dir: root });
  await app.prepare();
  return { listener: app.getRequestHandler(), close: () => undefined };
}
