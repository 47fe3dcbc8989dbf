import path from "node:path";

import type { Command } from "@/cli/command";
import { ask } from "@/cli/mount/control";
import { notStored } from "@/cli/mount/end-mount";
import { abortFuse } from "@/cli/mount/fuse/mount-point";

/** Stores what is not stored yet, and unmounts. Also takes away a mount whose process has died or hangs. */
export const unmount: Command = {
  usage: "unmount DIRECTORY",
  summary: "store what was written and unmount",
  async run(_, { positionals: [directory = ""] }) {
    const response = await ask(directory, "unmount");
    if (response === null) await abortFuse(directory);
    const waiting = Number(response?.data ?? 0);
    const missing = waiting === 0 ? "" : ` (${notStored(waiting)})`;
    const data = { directory: path.resolve(directory), waiting };
    return { data, text: `${directory} is unmounted${missing}` };
  },
};
