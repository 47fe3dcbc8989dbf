import type { Command } from "@/cli/command";
import { findFilesystem } from "@/cli/find-filesystem";
import { fields } from "@/cli/output";
import { webhooks } from "@/lib/contract/webhooks";

/** Creates a webhook. */
export const webhooksCreate: Command = {
  usage: "webhooks create FILESYSTEM_ID URL [--prefix PATH] [--description TEXT] [--org ORG]",
  summary: "create a webhook; its signing secret is shown once",
  options: ["prefix", "description", "org"],
  async run(client, given) {
    const [fsId = "", url = ""] = given.positionals;
    const { prefix, description } = given.options;
    const params = await findFilesystem(client, given, fsId);
    const body = {
      url,
      ...(prefix === undefined ? {} : { path_prefix: prefix }),
      ...(description === undefined ? {} : { description }),
    };
    const made = await client.call(webhooks.create, { params, body });
    return { data: made, text: fields({ id: made.id, url: made.url, secret: made.secret }) };
  },
};
