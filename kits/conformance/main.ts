import { parseArgs } from "node:util";

import { runChecks } from "./run.ts";

const USAGE = `npm run test:receiver -- --api <origin> --org <id> --key <key> [--database <url>] -- <command>

Tests a receiver against a running service. The command starts the receiver:
kits/conformance/README.md says how.

  --api        origin of the service, such as http://localhost:3000
  --org        organisation for tests: each check creates a filesystem in it
  --key        API key that may create filesystems
  --database   PostgreSQL database for the receiver, as a URL
  --only       only the checks whose name contains this
  --every      kill before every n-th step only. Default: 1`;

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        api: { type: "string" },
        org: { type: "string" },
        key: { type: "string" },
        database: { type: "string" },
        only: { type: "string", default: "" },
        every: { type: "string", default: "1" },
        help: { type: "boolean", default: false },
      },
    });
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : "invalid arguments"}\n\n${USAGE}`);
    return process.exit(2);
  }
}

const { values, positionals: command } = readArguments();
if (values.help) {
  console.log(USAGE);
  process.exit(0);
}
const { api, org, key, database, only, every } = values;
if (api === undefined || org === undefined || key === undefined || command.length === 0) {
  console.error(USAGE);
  process.exit(2);
}

const target = { api, org, key, databaseUrl: database, command };
let failed = 0;
for await (const { name, failure } of runChecks(target, { only, every: Number(every) })) {
  console.log(failure === null ? `✓ ${name}` : `✗ ${name}\n${failure.replaceAll(/^/gm, "    ")}`);
  if (failure !== null) failed += 1;
}
console.log(failed === 0 ? "All checks passed" : `${failed} checks failed`);
process.exit(failed === 0 ? 0 : 1);
