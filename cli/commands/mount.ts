import path from "node:path";

import type { Command, Given } from "@/cli/command";
import { exchangeTicket, sessionsOf } from "@/cli/mount/credential";
import { inBackground } from "@/cli/mount/in-background";
import { cacheOf } from "@/cli/mount/places";
import { supervise } from "@/cli/mount/supervise";
import { UsageError } from "@/lib/usage-error";

/** Mounts a filesystem and serves it until it is unmounted or interrupted. */
export const mount: Command = {
  usage:
    "mount FILESYSTEM_ID DIRECTORY [--ticket TICKET] [--read-only] [--durability close|behind] [--conflicts last|keep] [--owners] [--background]",
  summary:
    "mount a filesystem (Linux) until Ctrl-C; what is written is durable when a file is closed",
  options: ["ticket", "durability", "conflicts"],
  flags: ["read-only", "owners", "background"],
  async run(client, given) {
    const [filesystemId = "", directory = ""] = given.positionals;
    const { readOnly, durability, conflicts } = readChoices(given);
    const text = `${filesystemId} is mounted at ${path.resolve(directory)}`;
    if (given.flags.has("background")) {
      await inBackground(cacheOf(filesystemId));
      return { data: { filesystem_id: filesystemId }, text };
    }
    const { ticket } = given.options;
    const sessions = sessionsOf(client, filesystemId, readOnly ? "ro" : "rw");
    const session = await exchangeTicket(
      client.settings.apiUrl,
      ticket ?? (await sessions.createTicket()),
    );
    if (session.filesystemId !== filesystemId)
      throw new UsageError(`the ticket is for ${session.filesystemId}`);
    const settings = {
      directory: path.resolve(directory),
      durability,
      conflicts,
      readOnly: readOnly || session.mode === "ro",
      keepsOwners: given.flags.has("owners"),
      cache: cacheOf(filesystemId),
      baseUrl: client.settings.apiUrl,
      again: false,
    };
    await supervise(settings, session, ticket === undefined, {
      mounted: () => client.say(text),
      say: client.say,
    });
    return { data: { filesystem_id: filesystemId }, text: `${settings.directory} is unmounted` };
  },
};

function readChoices({ options, flags }: Given) {
  const durability = options["durability"] ?? "close";
  if (durability !== "close" && durability !== "behind")
    throw new UsageError("--durability must be close or behind");
  const conflicts = options["conflicts"] ?? "last";
  if (conflicts !== "last" && conflicts !== "keep")
    throw new UsageError("--conflicts must be last or keep");
  return { readOnly: flags.has("read-only"), durability, conflicts } as const;
}
