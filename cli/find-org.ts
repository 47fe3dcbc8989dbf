import { isId } from "@/lib/contract/common";
import { service } from "@/lib/contract/service";
import { UsageError } from "@/lib/usage-error";

import type { Client } from "./client";
import type { Given } from "./command";
import { printable } from "./output";

/** The id of the organisation given by `--org` (id or name), else of your only one. @throws UsageError */
export async function findOrg(client: Client, { options }: Given): Promise<string> {
  const requested = options["org"];
  if (requested !== undefined && isId("org", requested)) return requested;
  const { organisations } = await client.call(service.me);
  const fitting = organisations.filter(({ name }) => requested === undefined || name === requested);
  const [only, second] = fitting;
  if (only !== undefined && second === undefined) return only.id;
  const names = organisations.map(({ id, name }) => `\n  ${id}  ${printable(name)}`).join("");
  if (names === "") throw new UsageError("you are not a member of any organisation");
  throw new UsageError(`choose an organisation with --org:${names}`);
}
