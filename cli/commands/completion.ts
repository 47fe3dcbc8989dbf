import type { Command } from "@/cli/command";
import { completionScript, SHELLS } from "@/cli/completion";
import { UsageError } from "@/lib/usage-error";

/** Prints the script that completes these commands and itself. */
export const completionOf = (commands: Readonly<Record<string, Command>>): Command => {
  const completion: Command = {
    usage: "completion SHELL",
    summary: "print the completion script for bash, zsh or fish",
    run(_, { positionals }) {
      const shell = SHELLS.find((known) => known === positionals[0]);
      if (shell === undefined) throw new UsageError(`SHELL must be one of ${SHELLS.join(", ")}`);
      const text = completionScript({ ...commands, completion }, shell).trimEnd();
      return Promise.resolve({ data: { script: text }, text });
    },
  };
  return completion;
};
