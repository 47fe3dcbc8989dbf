import type { Command } from "@/cli/command";
import { requireMount } from "@/cli/mount/control";

/** Stores everything that was written to a mount. */
export const mountFlush: Command = {
  usage: "mount flush DIRECTORY",
  summary: "wait until everything that was written is stored",
  async run(_, { positionals: [directory = ""] }) {
    await requireMount(directory, "flush");
    return { data: { directory }, text: `everything in ${directory} is stored` };
  },
};
