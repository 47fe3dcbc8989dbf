import { UsageError } from "@/examples/receiver/options";
import { reason } from "@/examples/receiver/report";

import { DEMO_USAGE, readDemoOptions } from "./options";
import { describeResult } from "./result";
import { runDemo } from "./run";

const args = process.argv.slice(2);
const stop = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => stop.abort());

if (args.includes("--help")) {
  console.log(DEMO_USAGE);
} else {
  try {
    const options = readDemoOptions(args, process.env);
    const result = await runDemo(options, { log: console.error, signal: stop.signal });
    console.log(options.json ? JSON.stringify(result) : describeResult(result));
    process.exitCode = result.ok ? 0 : 1;
  } catch (error) {
    console.error(`demo: ${stop.signal.aborted ? "stopped" : reason(error)}`);
    process.exitCode = error instanceof UsageError ? 2 : 1;
  }
}
