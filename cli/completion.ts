import type { Command } from "./command";

type Commands = Readonly<Record<string, Command>>;
export const SHELLS = ["bash", "zsh", "fish"] as const;
export type Shell = (typeof SHELLS)[number];

/** The script that completes commands and options in a shell. */
export function completionScript(commands: Commands, shell: Shell): string {
  if (shell === "fish") return fish(commands);
  const script = bash(commands);
  return shell === "bash" ? script : `autoload -U +X bashcompinit && bashcompinit\n${script}`;
}

const optionsOf = ({ options = [], flags = [] }: Command) =>
  [...options, ...flags, "json", "help"].map((name) => `--${name}`);

/** First words, each with the words that may follow it. */
function groupCommands(commands: Commands): Map<string, string[]> {
  const words = new Map<string, string[]>();
  for (const name of Object.keys(commands)) {
    const [first = "", second] = name.split(" ");
    words.set(first, [...(words.get(first) ?? []), ...(second === undefined ? [] : [second])]);
  }
  return words;
}

function bash(commands: Commands): string {
  const words = groupCommands(commands);
  const seconds = [...words]
    .filter(([, list]) => list.length > 0)
    .map(([first, list]) => `      ${first}) words="${list.join(" ")}" ;;`);
  // One of two words goes before one of one, as in `mount status` and `mount`.
  const options = Object.entries(commands)
    .toSorted(([a], [b]) => b.split(" ").length - a.split(" ").length)
    .map(([name, command]) => {
      const pattern = name.includes(" ") ? `"${name}"` : `"${name} "*`;
      return `      ${pattern}) words="${optionsOf(command).join(" ")}" ;;`;
    });
  return `_tidemark() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" words=""
  if [ "$COMP_CWORD" -eq 1 ]; then
    words="${[...words.keys()].join(" ")}"
  elif [[ "$cur" == -* ]]; then
    case "\${COMP_WORDS[1]} \${COMP_WORDS[2]}" in
${options.join("\n")}
    esac
  elif [ "$COMP_CWORD" -eq 2 ]; then
    case "\${COMP_WORDS[1]}" in
${seconds.join("\n")}
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -o default -F _tidemark tidemark
`;
}

const quote = (text: string) => `'${text.replaceAll("'", "\\'")}'`;

function fish(commands: Commands): string {
  const lines = Object.entries(commands).flatMap(([name, command]) => {
    const [first = "", second] = name.split(" ");
    const seen = `__fish_seen_subcommand_from ${first}`;
    const condition =
      second === undefined ? seen : `${seen}; and __fish_seen_subcommand_from ${second}`;
    const summary = quote(command.summary);
    return [
      second === undefined
        ? `complete -c tidemark -n __fish_use_subcommand -a ${first} -d ${summary}`
        : `complete -c tidemark -n '${seen}' -a ${second} -d ${summary}`,
      ...optionsOf(command).map(
        (option) => `complete -c tidemark -n '${condition}' -l ${option.slice(2)}`,
      ),
    ];
  });
  const groups = [...groupCommands(commands)]
    .filter(([first]) => !(first in commands))
    .map(([first]) => `complete -c tidemark -n __fish_use_subcommand -a ${first}`);
  return `${[...groups, ...lines].join("\n")}\n`;
}
