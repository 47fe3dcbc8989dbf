import { rmSync } from "node:fs";

const files = new Set<string>();
const SIGNALS = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;
let isInstalled = false;

/** Removes a file if the process ends before the returned function is called, also after Ctrl-C. */
export function removeAtExit(file: string): () => void {
  install();
  files.add(file);
  return () => void files.delete(file);
}

function install(): void {
  if (isInstalled) return;
  isInstalled = true;
  process.on("exit", () => {
    for (const file of files) rmSync(file, { force: true });
  });
  for (const [signal, status] of Object.entries(SIGNALS))
    process.on(signal, () => process.exit(status));
}
