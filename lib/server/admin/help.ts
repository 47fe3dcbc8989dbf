import { COMMANDS } from "./commands";

/** The help of a command, or of all for any other name. */
export function help(name = ""): string {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command !== undefined)
    return `usage: admin ${command.usage} [--json]\n\n${command.summary}\n`;
  const lines = Object.values(COMMANDS).map(({ usage, summary }) => `  ${usage}\n      ${summary}`);
  return `usage: admin COMMAND [--json] | COMMAND --help\n\ncommands:\n${lines.join("\n")}\n`;
}
