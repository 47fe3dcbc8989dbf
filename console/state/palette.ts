import { text as layout } from "@/console/text/layout";
import { text as menus } from "@/console/text/menus";
import { text } from "@/console/text/palette";
import { webhookName } from "@/console/text/webhook-name";
import { LIMITS } from "@/lib/contract/limits";
import { isTestInbox } from "@/lib/contract/test-inbox-url";

/** One entry of the command palette. */
export type Command = { name: string; kind: string; href: string };

type Context = {
  orgId: string;
  isAdmin: boolean;
  canWrite: boolean;
  isSupport: boolean;
  filesystems: readonly { id: string; name: string }[];
  webhooks: readonly { id: string; filesystem_id: string; url: string }[];
};

const PAGES = [
  [layout.overview, ""],
  [layout.filesystems, "/filesystems"],
  [layout.webhooks, "/webhooks"],
  [layout.deliveries, "/deliveries"],
  [layout.members, "/members"],
  [layout.apiKeys, "/keys"],
  [layout.auditLog, "/audit"],
  [layout.settings, "/settings"],
] as const;

const PARTS = [
  [layout.trash, "trash"],
  [layout.changes, "changes"],
  [layout.webhooks, "webhooks"],
  [layout.access, "access"],
  [layout.mounts, "mounts"],
  [layout.usage, "usage"],
] as const;

const to = (kind: string, name: string, href: string): Command => ({ kind, name, href });

/** Returns every entry for an organisation: pages, actions, filesystems with their tabs, and webhooks. */
export function commandsOf(context: Context): Command[] {
  const { orgId, isAdmin, canWrite, isSupport, filesystems, webhooks } = context;
  const org = `/o/${orgId}`;
  const filesystem = (id: string) => `${org}/filesystems/${id}`;
  const hasRoom = ({ id }: { id: string }) =>
    webhooks.filter((webhook) => webhook.filesystem_id === id).length < LIMITS.webhooks;
  return [
    ...PAGES.map(([name, path]) => to(text.page, name, org + path)),
    ...(canWrite ? [to(text.action, text.newFilesystem, `${org}/filesystems?do=new`)] : []),
    ...(isAdmin
      ? [
          to(text.action, text.newApiKey, `${org}/keys?do=new`),
          to(text.action, text.inviteMember, `${org}/members?do=invite`),
        ]
      : []),
    ...filesystems.map(({ id, name }) => to(text.filesystem, name, `${filesystem(id)}/files`)),
    ...webhooks.map(({ id, filesystem_id: fsId, url }) =>
      to(
        text.webhook,
        isTestInbox({ url }) ? webhookName(new URL(url).host) : url.replace(/^https:\/\//, ""),
        `${filesystem(fsId)}/webhooks/${id}`,
      ),
    ),
    ...(canWrite ? filesystems : [])
      .filter(hasRoom)
      .map(({ id, name }) =>
        to(text.action, text.newWebhookFor(name), `${filesystem(id)}/webhooks/new`),
      ),
    ...filesystems.flatMap(({ id, name }) =>
      PARTS.map(([part, path]) =>
        to(text.filesystem, text.partOf(name, part), `${filesystem(id)}/${path}`),
      ),
    ),
    to(text.page, menus.account, "/account"),
    to(text.action, menus.newOrganisation, "/o/new"),
    to(text.page, text.apiDocumentation, "/docs"),
    ...(isSupport ? [to(text.page, menus.support, "/support")] : []),
  ];
}

/** Returns the commands whose name or kind contains every word typed; names that start with the first word lead. */
export function matching(commands: readonly Command[], typed: string): Command[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const found = commands.filter(({ name, kind }) => {
    const searched = `${kind} ${name}`.toLowerCase();
    return words.every((word) => searched.includes(word));
  });
  const [first = ""] = words;
  const begins = ({ name }: Command) => Number(name.toLowerCase().startsWith(first));
  return found.toSorted((a, b) => begins(b) - begins(a));
}
