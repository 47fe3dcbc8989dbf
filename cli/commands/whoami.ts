import type { Command } from "@/cli/command";
import { fields } from "@/cli/output";
import { service } from "@/lib/contract/service";

/** Prints the authenticated user or API key. */
export const whoami: Command = {
  usage: "whoami",
  summary: "show who you are logged in as",
  async run({ call, settings }) {
    const me = await call(service.me);
    const who: Record<string, string> =
      me.api_key === null
        ? { user: `${me.name ?? ""} <${me.email ?? ""}>`, id: me.id ?? "" }
        : { "api key": me.api_key.name, id: me.api_key.id, org: me.api_key.org_id };
    const scopes = (me.scopes ?? []).join(", ");
    return { data: me, text: fields({ ...who, scopes, service: settings.apiUrl }) };
  },
};
