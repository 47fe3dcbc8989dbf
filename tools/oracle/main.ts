import { reason } from "@/examples/receiver/report";
import { UsageError } from "@/lib/usage-error";

import { ORACLE_USAGE, readOracleOptions } from "./options";
import { runOracle } from "./run";

const args = process.argv.slice(2);
const stop = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => stop.abort());

if (args.includes("--help")) {
  console.log(ORACLE_USAGE);
} else {
  try {
    const { json, ...options } = readOracleOptions(args);
    const { violations, ...result } = await runOracle(options, console.error, stop.signal);
    console.log(JSON.stringify({ ...result, violations }, null, json ? undefined : 2));
    process.exitCode = result.ok ? 0 : 1;
  } catch (error) {
    console.error(`oracle: ${reason(error)}`);
    process.exitCode = error instanceof UsageError ? 2 : 1;
  }
}
