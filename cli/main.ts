import { UsageError } from "@/lib/usage-error";

import { explain, type Failure } from "./explain";
import { runTidemark } from "./run";

// A reader that closes the pipe early, such as `head`, is not an error.
process.stdout.on("error", () => process.exit());

const args = process.argv.slice(2);
runTidemark(args, process.env).catch((error: unknown) => {
  process.stderr.write(format(explain(error)));
  process.exitCode = error instanceof UsageError ? 2 : 1;
});

function format(failure: Failure): string {
  if (args.includes("--json")) return `${JSON.stringify({ error: failure })}\n`;
  const id = failure.request_id === null ? "" : ` (${failure.request_id})`;
  return `tidemark: ${failure.message}${id}\n`;
}
