import type { Command } from "@/cli/command";
import { UsageError } from "@/lib/usage-error";

/** Serves files and changes to a program that speaks the Model Context Protocol, over standard input and output. */
export const mcp: Command = {
  usage: "mcp [--filesystem FILESYSTEM_ID] [--write] [--org ORG]",
  summary:
    "serve files and changes as an MCP server over standard input and output; read-only without --write",
  options: ["filesystem", "org"],
  flags: ["write"],
  async run(client, given) {
    if (process.stdin.isTTY)
      throw new UsageError(
        "mcp is started by an MCP client, which talks to it over standard input",
      );
    // Loaded only here: no other command needs the SDK.
    const { serveMcp } = await import("@/cli/mcp/server");
    await serveMcp(client, given);
    return null;
  },
};
