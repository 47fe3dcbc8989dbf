import type { Command } from "@/cli/command";
import { table } from "@/cli/output";
import { service } from "@/lib/contract/service";

/** Lists your organisations. */
export const orgs: Command = {
  usage: "orgs",
  summary: "list your organisations",
  async run({ call }) {
    const { organisations } = await call(service.me);
    const rows = organisations.map(({ id, name, role }) => [id, name, role ?? "-"]);
    const text = table(["ID", "NAME", "ROLE"], rows, "You are not a member of any organisation.");
    return { data: organisations, text };
  },
};
