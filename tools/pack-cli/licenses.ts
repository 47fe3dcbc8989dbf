import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

import type { Metafile } from "esbuild";

const PACKAGE = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//;

/** The licences of the packages that a bundle contains, as they ask to be passed on. @throws Error if one has none */
export function licensesOf(root: string, { inputs }: Metafile): string {
  const folders = new Set(Object.keys(inputs).flatMap((file) => PACKAGE.exec(file)?.[1] ?? []));
  return [...folders]
    .toSorted()
    .map((folder) => {
      const name = folder.slice(folder.lastIndexOf("node_modules/") + "node_modules/".length);
      const file = readdirSync(path.join(root, folder)).find((one) => /^licen[cs]e/i.test(one));
      if (file === undefined) throw new Error(`${name} is bundled but has no licence file`);
      return `${name}\n\n${readFileSync(path.join(root, folder, file), "utf8").trim()}\n`;
    })
    .join(`\n${"-".repeat(80)}\n\n`);
}
