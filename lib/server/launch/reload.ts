import { migrateDatabase } from "./database";
import { explain } from "./explain";
import { generateClient } from "./generate-client";
import { say } from "./progress";
import type { Supervised } from "./supervisor";
import { watchFolders } from "./watch-folders";

/** What the API and the worker run; the pages watch for themselves what they are made of. */
const CODE = ["lib", "inngest", "app/api", "app/oauth", "app/.well-known"];
const DATABASE = ["prisma/schema", "prisma/functions", "prisma/migrations"];

// A development server answers again within two seconds; a stream that is still open must not hold it up.
const GRACE_MS = 200;

/**
 * Restarts the API and the worker when their code changes, and all programs, with a new client and a migrated
 * database, when the database's sources change. PostgreSQL keeps running.
 */
export function reloadOnChange(
  root: string,
  databaseUrl: string,
  programs: ReadonlyMap<string, Supervised>,
): { stop(): void } {
  const restart = (names: Iterable<string>) => {
    for (const name of names) programs.get(name)?.restart(GRACE_MS);
  };
  const code = watchFolders(root, CODE, (file) => {
    say(`↻ ${file} changed: restarting web and worker`);
    restart(["web", "worker"]);
  });
  const apply = async (file: string) => {
    say(`↻ ${file} changed: updating the database client and the database, restarting all`);
    try {
      generateClient(root);
      await migrateDatabase(databaseUrl, root);
      restart(programs.keys());
    } catch (error) {
      say(`! ${explain(error)}`);
    }
  };
  const database = watchFolders(root, DATABASE, (file) => void apply(file));
  return {
    stop() {
      code.close();
      database.close();
    },
  };
}
