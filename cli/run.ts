import { UsageError } from "@/lib/usage-error";

import { createClient } from "./client";
import { type Command, readGiven } from "./command";
import { COMMANDS } from "./commands";
import { readCliSettings } from "./settings";
import { VERSION } from "./version";

/**
 * Runs a command line: the result goes to standard output, messages to standard error.
 * @throws UsageError, NotLoggedIn, RequestError
 */
export async function runTidemark(
  args: string[],
  env: Record<string, string | undefined>,
): Promise<void> {
  const { command, rest } = findCommand(args);
  if (args.includes("--help")) return void process.stdout.write(helpOf(command));
  if (args[0] === "--version") return void process.stdout.write(`${VERSION}\n`);
  if (command === undefined) throw new UsageError(`unknown command\n${help()}`);
  const given = readGiven(command, rest);
  const client = createClient(readCliSettings(env), (text) => process.stderr.write(`${text}\n`));
  const result = await command.run(client, given);
  if (result === null) return;
  const { data, text, failed = false } = result;
  if (failed) process.exitCode = 1;
  process.stdout.write(given.flags.has("json") ? `${JSON.stringify(data)}\n` : `${text}\n`);
}

/** The command that a command line names, in one or two words (`whoami`, `fs list`), and what follows. */
export function findCommand(args: string[]): { command: Command | undefined; rest: string[] } {
  const [first = "", second = ""] = args;
  const pair = `${first} ${second}`;
  if (Object.hasOwn(COMMANDS, pair)) return { command: COMMANDS[pair], rest: args.slice(2) };
  return {
    command: Object.hasOwn(COMMANDS, first) ? COMMANDS[first] : undefined,
    rest: args.slice(1),
  };
}

function helpOf(command: Command | undefined): string {
  if (command === undefined) return help();
  const { usage, summary, details } = command;
  const parts = [`usage: tidemark ${usage} [--json]`, summary, ...(details ? [details] : [])];
  return `${parts.join("\n\n")}\n`;
}

function help(): string {
  const lines = Object.values(COMMANDS).map(({ usage, summary }) => `  ${usage}\n      ${summary}`);
  return `usage: tidemark COMMAND [--json] | COMMAND --help | --version\n\n${lines.join("\n")}\n
TIDEMARK_API_URL  URL of the service; default http://localhost:3000
TIDEMARK_API_KEY  API key to use instead of a login\n`;
}
