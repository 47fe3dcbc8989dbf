/** One command of a shell line: its program and arguments, without quotes. */
export type ShellCommand = string[];

const WORD = /(?:"[^"]*"|'[^']*'|[^\s"'|;&()<>])+|[|;&()<>]+/g;

/** The commands of a line of shell code, also those in pipes and substitutions; comments and assignments are left out. */
export function commandsOf(line: string): ShellCommand[] {
  const commands: ShellCommand[] = [[]];
  for (const [word] of line.matchAll(WORD)) {
    if (word.startsWith("#")) break;
    if (/^[|;&()<>]/.test(word)) commands.push([]);
    else commands.at(-1)?.push(word.replaceAll(/"([^"]*)"|'([^']*)'/g, "$1$2"));
  }
  return commands
    .map((words) => {
      const at = words.findIndex((word) => !/^(export|\w+=.*)$/.test(word));
      return at === -1 ? [] : words.slice(at);
    })
    .filter((words) => words.length > 0);
}

/** The lines of a block of shell code, with those that a backslash or a pipe continues in one. */
export const linesOf = (block: string): string[] =>
  block.replaceAll(/\\\n\s*|(?<=\|)\n\s*/g, " ").split("\n");
