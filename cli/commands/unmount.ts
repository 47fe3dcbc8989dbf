import path from "node:path";

import type { Command } from "@/cli/command";
import { ask } from "@/cli/mount/control";
import { unmountFuse } from "@/cli/mount/fuse/mount-point";

/** Stores what is not stored yet, and unmounts. Also takes away a mount whose process has died. */
export const unmount: Command = {
  usage: "unmount DIRECTORY",
  summary: "store what was written and unmount",
  async run(_, { positionals: [directory = ""] }) {
    if ((await ask(directory, "unmount")) === null) await unmountFuse(directory);
    return { data: { directory: path.resolve(directory) }, text: `${directory} is unmounted` };
  },
};
