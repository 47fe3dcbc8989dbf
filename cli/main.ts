import { UsageError } from "@/lib/usage-error";

import { explain, type Failure } from "./explain";
import { runTidemark } from "./run";

const args = process.argv.slice(2);
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  // A reader that closes the pipe early, such as `head`, is not an error.
  if (error.code === "EPIPE") process.exit();
  process.stderr.write(format(explain(new Error(`cannot write the output: ${error.message}`))));
  process.exit(1);
});

runTidemark(args, process.env).catch((error: unknown) => {
  process.stderr.write(format(explain(error)));
  process.exitCode = error instanceof UsageError ? 2 : 1;
});

function format(failure: Failure): string {
  if (args.includes("--json")) return `${JSON.stringify({ error: failure })}\n`;
  const id = failure.request_id === null ? "" : ` (${failure.request_id})`;
  return `tidemark: ${failure.message}${id}\n`;
}
