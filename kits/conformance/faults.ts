import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

import type { Kit } from "./kits.ts";

/** A mistake that is easily made, planted into a copy of a kit. */
export type Fault = {
  name: string;
  /** What the check that must fail has in its name. */
  caughtBy: string;
  /** Where it is planted: file, text to find, and text in its place. */
  edit: Record<Kit["name"], [file: string, find: string, replace: string]>;
};

export const FAULTS: Fault[] = [
  {
    name: "cursors are compared as text",
    caughtBy: "cursors are compared as integers",
    edit: {
      typescript: [
        "receiver.ts",
        "message.cursor <= known)",
        "message.cursor.toString() <= known.toString())",
      ],
      python: [
        "tidemark_receiver/receiver.py",
        "message.cursor <= known:",
        "str(message.cursor) <= str(known):",
      ],
      go: ["receiver.go", "cursor <= *known {", "cursor.String() <= known.String() {"],
    },
  },
  {
    name: "the cursor and the result are stored in two transactions",
    caughtBy: "killed while it applies",
    edit: {
      typescript: [
        "postgres-store.ts",
        "resync?.toString() ?? null,\n      ]);",
        'resync?.toString() ?? null,\n      ]); await client.query("COMMIT"); await client.query("BEGIN");',
      ],
      python: [
        "tidemark_receiver/postgres_store.py",
        "(state.cursor, state.resync, self.name),\n        )",
        "(state.cursor, state.resync, self.name),\n        )\n        self.cursor.connection.commit()",
      ],
      go: [
        "postgres_store.go",
        '	return tx.exec("UPDATE tidemark_state SET cursor = $2, resync = $3 WHERE name = $1",\n		nullable(state.Cursor), nullable(state.Resync))',
        '	if err := tx.exec("UPDATE tidemark_state SET cursor = $2, resync = $3 WHERE name = $1",\n		nullable(state.Cursor), nullable(state.Resync)); err != nil {\n		return err\n	}\n	_, err := tx.tx.Exec("COMMIT; BEGIN")\n	return err',
      ],
    },
  },
  {
    name: "messages are not queued during a listing",
    caughtBy: "what arrives during a listing",
    edit: {
      typescript: ["receiver.ts", "await transaction.enqueue(message);", ""],
      python: [
        "tidemark_receiver/receiver.py",
        "            transaction.enqueue(message.cursor, message.events)\n",
        "",
      ],
      go: [
        "receiver.go",
        'return "queued", tx.Enqueue(Changes{cursor, message.Data.Events})',
        'return "queued", nil',
      ],
    },
  },
];

/**
 * Plants a fault into a copy of a kit.
 * @throws Error when the text to replace is not there exactly once
 */
export function plant({ name, edit }: Fault, kit: Kit, folder: string): void {
  const [file, find, replace] = edit[kit.name];
  const source = path.join(folder, file);
  const parts = readFileSync(source, "utf8").split(find);
  if (parts.length !== 2)
    throw new Error(`${name}: ${file} has its text ${parts.length - 1} times`);
  writeFileSync(source, parts.join(replace));
}
