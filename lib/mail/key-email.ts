import { emailText, hostInText, nameInText, whyAlerted } from "./emails";
import type { Mail } from "./mailer";

type Input = {
  to: string;
  key: {
    id: string;
    name: string;
    last4: string;
    days: number;
    expires_at: Date;
    org_id: string;
    organisation: string;
  };
  uses: {
    webhooks: readonly { host: string; filesystem_name: string }[];
    webhook_count: number;
    mounts: readonly { filesystem_name: string; machine: string | null; mode: "ro" | "rw" }[];
    mount_count: number;
  };
  now: Date;
  appUrl: URL;
};

const DAY_MS = 24 * 60 * 60 * 1000;
const NAMED = 20;
const utc = new Intl.DateTimeFormat("en-GB", {
  dateStyle: "long",
  timeStyle: "short",
  timeZone: "UTC",
});

/** Warns that an API key expires, with what it disables and ends (spec 3.28). Contains no URL paths. */
export function keyExpiryEmail({ to, key, uses, now, appUrl }: Input): Mail {
  const days = Math.ceil((key.expires_at.getTime() - now.getTime()) / DAY_MS);
  const when = days === 1 ? "within a day" : `in ${days} days`;
  const name = `“${nameInText(key.name)}”`;
  const webhooks = uses.webhooks.map(
    ({ host, filesystem_name }) => `${hostInText(host)} on ${nameInText(filesystem_name)}`,
  );
  const mounts = uses.mounts.map(
    ({ filesystem_name, machine, mode }) =>
      `${nameInText(filesystem_name)} (${mode})${machine === null ? "" : ` on ${nameInText(machine)}`}`,
  );
  return {
    to,
    // One of a warning that is sent again after a crash equals the first.
    messageId: `<${key.id}.${key.expires_at.getTime()}.${key.days}@${appUrl.hostname}>`,
    subject: `API key ${name} expires ${when}`,
    text: emailText(
      `The API key ${name} (…${key.last4}) of ${nameInText(key.organisation)} expires ${when}, on ${utc.format(key.expires_at)} UTC. Requests with it then fail.`,
      ...listed(
        "These webhooks are then disabled and can't be enabled again:",
        webhooks,
        uses.webhook_count,
      ),
      ...listed("These mounts then end:", mounts, uses.mount_count),
      "To continue, rotate the key and choose a later expiration. Its webhooks and access stay:",
      new URL(`/o/${key.org_id}/keys`, appUrl).href,
      ...whyAlerted("API keys", { ...key, appUrl }),
    ),
  };
}

function listed(title: string, all: readonly string[], total: number): string[] {
  if (total === 0) return [];
  const named = all.slice(0, NAMED).map((one) => `- ${one}`);
  const more = total > named.length ? [`- and ${total - named.length} more`] : [];
  return [[title, ...named, ...more].join("\n")];
}
