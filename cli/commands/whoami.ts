import type { Command } from "@/cli/command";
import { fields } from "@/cli/output";
import { service } from "@/lib/contract/service";

/** Says who the service takes one for. */
export const whoami: Command = {
  usage: "whoami",
  summary: "say who you are, and where",
  async run({ call, settings }) {
    const me = await call(service.me);
    const who: Record<string, string> =
      me.api_key === null
        ? { person: `${me.name ?? ""} <${me.email ?? ""}>`, id: me.id ?? "" }
        : { "api key": me.api_key.name, id: me.api_key.id, org: me.api_key.org_id };
    return { data: me, text: fields({ ...who, service: settings.apiUrl }) };
  },
};
