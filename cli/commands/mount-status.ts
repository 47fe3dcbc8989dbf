import type { Command } from "@/cli/command";
import { listMounts } from "@/cli/mount/control";
import { table } from "@/cli/output";

/** Lists the mounts of this user on this machine. */
export const mountStatus: Command = {
  usage: "mount status",
  summary: "list your mounts on this machine and how many changes each has not stored yet",
  async run() {
    const mounts = await listMounts();
    const rows = mounts.map(({ directory, filesystem_id, durability, live, waiting, failures }) => [
      directory,
      filesystem_id,
      durability,
      live ? "live" : "reconnecting",
      `${waiting} waiting`,
      failures.length === 0 ? "" : `failed: ${failures.join(", ")}`,
    ]);
    const headings = ["DIRECTORY", "FILESYSTEM", "DURABILITY", "FEED", "CHANGES", ""];
    return { data: mounts, text: table(headings, rows, "nothing is mounted") };
  },
};
