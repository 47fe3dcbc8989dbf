import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";

import { migrateDeploy } from "@/lib/db/migrate";
import { startPostgres } from "@/lib/server/launch/embedded-postgres";

import { embeddedEngine } from "./embedded";
import { runConformance, type Verdict } from "./run";
import { realServer, type Target } from "./target";

const USAGE = `Usage: npm run conformance [-- --json]

Runs purpose-made functions against an engine and checks each of its promises: against the Inngest server
at $INNGEST_BASE_URL with $INNGEST_EVENT_KEY and $INNGEST_SIGNING_KEY if they are set, else against the embedded engine on
its own database. Takes a minute or two. The server must be able to call 127.0.0.1.`;

/** The embedded engine in a temporary directory. */
async function onOwnDatabase(use: (target: Target) => Promise<Verdict[]>): Promise<Verdict[]> {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), "tidemark-conformance-"));
  chmodSync(dataDir, 0o711);
  const server = await startPostgres({ dataDir, durable: false });
  try {
    await migrateDeploy(server);
    return await use(await embeddedEngine(server.url));
  } finally {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function describe({ row, kept, ms, why }: Verdict): string {
  return `| ${row} | ${kept ? "kept" : `BROKEN: ${why.replaceAll(/\s+/g, " ")}`} | ${ms} |`;
}

async function main(args: string[]): Promise<void> {
  const flag = { type: "boolean" } as const;
  const { values } = parseArgs({ args, options: { json: flag, help: flag } });
  if (values.help === true) return console.log(USAGE);
  const { INNGEST_BASE_URL: url, INNGEST_EVENT_KEY, INNGEST_SIGNING_KEY } = process.env;
  const log = (verdict: Verdict) => console.error(describe(verdict));
  const verdicts = url
    ? await runConformance(
        realServer({
          url,
          eventKey: INNGEST_EVENT_KEY ?? "",
          signingKey: INNGEST_SIGNING_KEY ?? "",
        }),
        log,
      )
    : await onOwnDatabase((target) => runConformance(target, log));
  const name = url ? "real server" : "embedded engine";
  if (values.json === true) console.log(JSON.stringify({ target: name, rows: verdicts }));
  else
    console.log(
      [`| ${name} | verdict | ms |`, "| --- | --- | ---: |", ...verdicts.map(describe)].join("\n"),
    );
  process.exitCode = verdicts.every(({ kept }) => kept) ? 0 : 1;
}

await main(process.argv.slice(2));
process.exit();
