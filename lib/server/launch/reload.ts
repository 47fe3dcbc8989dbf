import path from "node:path";

import { deployFunctions } from "@/lib/db/migrate";

import { explain } from "./explain";
import { generateClient } from "./generate-client";
import { say } from "./progress";
import type { Supervised } from "./supervisor";
import { watchFolders } from "./watch-folders";

/** What the API and the worker run; the pages watch for themselves what they are made of. */
const CODE = ["lib", "inngest", "app/api", "app/oauth", "app/.well-known"];

// A development server answers again within two seconds; a stream that is still open must not hold it up.
const GRACE_MS = 200;

/**
 * Restarts what runs changed code: the API and the worker for their code and for SQL functions, which are applied
 * first, and all programs for a new database client. A migration waits for the next start, since it cannot be edited
 * once it was applied. PostgreSQL keeps running.
 */
export function reloadOnChange(
  root: string,
  ownerUrl: string,
  programs: ReadonlyMap<string, Pick<Supervised, "restart">>,
): { stop(): void } {
  const all = [...programs.keys()];
  const api = all.filter((name) => name !== "pages");
  const restart = (file: string, names: string[]) => {
    say(`↻ ${file} changed: restarting ${names.join(" and ")}`);
    for (const name of names) programs.get(name)?.restart(GRACE_MS);
  };
  const regenerate = (file: string) => {
    try {
      generateClient(root);
      restart(file, all);
    } catch (error) {
      say(`! ${explain(error)}`);
    }
  };
  const apply = (file: string) =>
    deployFunctions(ownerUrl, path.join(root, "prisma")).then(
      () => restart(file, api),
      (error: unknown) => say(`! ${explain(error)}`),
    );
  const watches = [
    watchFolders(root, CODE, (file) => restart(file, api)),
    watchFolders(root, ["prisma/schema"], regenerate),
    watchFolders(root, ["prisma/functions"], (file) => void apply(file)),
    watchFolders(root, ["prisma/migrations", "inngest/engine/migrations"], (file) =>
      say(`! ${file} changed: run npm run dev again to apply new migrations`),
    ),
  ];
  return {
    stop() {
      for (const watch of watches) watch.close();
    },
  };
}
