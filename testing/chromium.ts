import { existsSync } from "node:fs";

const DEBIAN = "/usr/bin/chromium";

/** How to launch Chromium here: Debian's, else Playwright's own, which closed networks cannot download. */
export function chromiumOptions(): { executablePath?: string; args: string[] } {
  return {
    ...(existsSync(DEBIAN) ? { executablePath: DEBIAN } : {}),
    args: [
      ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  };
}
