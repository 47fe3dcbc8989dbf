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
        "[name, ...cursors, prefix],\n      );",
        '[name, ...cursors, prefix],\n      ); await client.query("COMMIT"); await client.query("BEGIN");',
      ],
      python: [
        "tidemark_receiver/postgres_store.py",
        "(*state, self.name),\n        )",
        "(*state, self.name),\n        )\n        self.cursor.connection.commit()",
      ],
      go: [
        "postgres_store.go",
        "	return tx.exec(`UPDATE",
        '	defer tx.tx.Exec("COMMIT; BEGIN")\n	return tx.exec(`UPDATE',
      ],
    },
  },
  {
    name: "a resync that the feed has passed counts as a duplicate",
    caughtBy: "a resync that the feed has passed",
    edit: {
      typescript: ["receiver.ts", "(asksToList ? state.listed : state.cursor)", "state.cursor"],
      python: [
        "tidemark_receiver/receiver.py",
        "state.listed if asks_to_list else state.cursor",
        "state.cursor",
      ],
      go: ["receiver.go", "known = state.Listed", "known = state.Cursor"],
    },
  },
  {
    name: "the feed is read although the files were listed with another prefix",
    caughtBy: "another prefix",
    edit: {
      typescript: ["receiver.ts", " || state.prefix !== work.source.prefix)", ")"],
      python: ["tidemark_receiver/receiver.py", " or state.prefix != self._source.prefix:", ":"],
      go: ["sync.go", " || state.Prefix != receiver.options.Source.prefix():", ":"],
    },
  },
  {
    name: "a duplicate does not look for a listing that another process left",
    caughtBy: "a copy of a resync has another process",
    edit: {
      typescript: [
        "receiver.ts",
        'if (outcome !== "applied")',
        'if (outcome === "resync" || outcome === "queued")',
      ],
      python: [
        "tidemark_receiver/receiver.py",
        'if outcome != "applied":',
        'if outcome in ("resync", "queued"):',
      ],
      go: [
        "receiver.go",
        'if outcome != "applied" {',
        'if outcome == "resync" || outcome == "queued" {',
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
