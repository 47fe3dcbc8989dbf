import { mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";

import { expect, test, vi } from "vitest";

import { watchFolders } from "./watch-folders";

test("sees a write, a replaced file, a touch and a new folder, and no tests", async () => {
  const root = mkdtempSync(path.join(os.tmpdir(), "tidemark-watch-"));
  const file = path.join(root, "lib", "inner", "a.ts");
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, "1");
  const seen: string[] = [];
  const watching = watchFolders(root, ["lib", "missing"], (name) => seen.push(name));
  const next = async (change: () => void) => {
    const before = seen.length;
    change();
    await vi.waitFor(() => expect(seen.length).toBeGreaterThan(before), 10_000);
    return seen.at(-1);
  };
  try {
    writeFileSync(path.join(root, "lib", "inner", "a.test.ts"), "a test");
    expect(await next(() => writeFileSync(file, "2"))).toBe("lib/inner/a.ts");
    expect(seen).not.toContain("lib/inner/a.test.ts");
    const replace = () => {
      writeFileSync(`${file}~`, "3");
      renameSync(`${file}~`, file);
    };
    expect(await next(replace)).toBe("lib/inner/a.ts");
    expect(await next(() => utimesSync(file, 0, 0))).toBe("lib/inner/a.ts");
    const fill = () => {
      mkdirSync(path.join(root, "lib", "filled"));
      writeFileSync(path.join(root, "lib", "filled", "c.ts"), "4");
    };
    expect(await next(fill)).toMatch(/^lib\/filled/);
    mkdirSync(path.join(root, "lib", "new"));
    const write = () => writeFileSync(path.join(root, "lib", "new", "b.ts"), String(seen.length));
    // The folder is watched only once the watch has heard of it.
    await vi.waitFor(() => (write(), expect(seen).toContain("lib/new/b.ts")), 10_000);
  } finally {
    watching.close();
    rmSync(root, { recursive: true });
  }
});
