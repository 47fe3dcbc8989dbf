import { help } from "@/lib/server/admin/help";
import { runCommand } from "@/lib/server/admin/run-command";
import { explain } from "@/lib/server/launch/explain";
import { UsageError } from "@/lib/usage-error";

const inspect = (value: unknown) => JSON.stringify(value);

async function main(args: string[]): Promise<void> {
  if (args.includes("--help")) return void process.stdout.write(help(args[0]));
  const { result, json } = await runCommand(args, process.env);
  process.stdout.write(json ? `${JSON.stringify(result)}\n` : describe(result));
  if (result["ok"] === false) process.exitCode = 1;
}

function describe(result: Record<string, unknown>): string {
  return Object.entries(result)
    .flatMap(([name, value]) => (Array.isArray(value) ? value : [value]).map((one) => [name, one]))
    .map(([name, one]) => `${name.padEnd(12)} ${typeof one === "string" ? one : inspect(one)}\n`)
    .join("");
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof UsageError ? error.message : explain(error)}\n`);
  process.exitCode = error instanceof UsageError ? 2 : 1;
});
