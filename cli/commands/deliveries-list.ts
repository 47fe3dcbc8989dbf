import { z } from "zod";

import type { Command } from "@/cli/command";
import { findFilesystem } from "@/cli/find-filesystem";
import { table } from "@/cli/output";
import { deliveries } from "@/lib/contract/deliveries";
import { UsageError } from "@/lib/usage-error";

const Status = deliveries.list.query.shape.status;
const Limit = z.coerce.number<string>().int().min(1).max(1_000);
const NEWEST = "20";

/** Lists the newest deliveries of a webhook. */
export const deliveriesList: Command = {
  usage:
    "deliveries list FILESYSTEM_ID WEBHOOK_ID [--status waiting|in_flight|delivered|dropped] [--limit N] [--org ORG]",
  summary: `list the newest deliveries of a webhook, by default ${NEWEST}`,
  options: ["status", "limit", "org"],
  async run(client, given) {
    const [fsId = "", id = ""] = given.positionals;
    const status = Status.safeParse(given.options["status"]);
    if (!status.success)
      throw new UsageError("--status must be waiting, in_flight, delivered or dropped");
    const limit = given.options["limit"] ?? NEWEST;
    if (!Limit.safeParse(limit).success) throw new UsageError("--limit must be 1 to 1000");
    const params = { ...(await findFilesystem(client, given, fsId)), webhook_id: id };
    const query = { limit, ...(status.data === undefined ? {} : { status: status.data }) };
    const all = await client.call(deliveries.list, { params, query });
    const rows = all.map((one) => {
      const last = one.attempts.at(-1);
      const attempts = String(one.attempts.length);
      return [one.id, one.type, one.status, attempts, last?.outcome ?? "-", one.created_at];
    });
    const headings = ["ID", "TYPE", "STATUS", "ATTEMPTS", "LAST OUTCOME", "CREATED"];
    return { data: all, text: table(headings, rows, "No deliveries.") };
  },
};
