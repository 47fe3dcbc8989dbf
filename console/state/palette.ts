import { directoryOf, filesQueryOf, nameOf } from "@/console/state/paths";
import { type Theme, THEMES } from "@/console/state/theme";
import { DOC_PAGES } from "@/console/text/doc-pages";
import { text as layout } from "@/console/text/layout";
import { text as menus } from "@/console/text/menus";
import { text as notifications } from "@/console/text/notifications";
import { text } from "@/console/text/palette";
import { text as detail } from "@/console/text/webhook-detail";
import { webhookLabel } from "@/console/text/webhook-label";
import { isId } from "@/lib/contract/ids";
import { WEBHOOK_LIMITS } from "@/lib/contract/webhook-limits";

/** What an entry does that leads to no page. */
export type PaletteAction = "sign-out" | Theme;

/** One entry of the command palette; `also` are further words that it is found by. */
export type Command = {
  name: string;
  /** Where that is, or whose. */
  detail?: string;
  /** The icon, if it is not that of its kind. */
  icon?: "folder" | "search";
  kind: string;
  href: string;
  also: string;
  action?: PaletteAction;
};

/** An entry of a filesystem. */
export type EntryLocation = { fsId: string; path: string; type: string };

type Context = {
  orgId: string;
  isAdmin: boolean;
  canWrite: boolean;
  isSupport: boolean;
  filesystems: readonly { id: string; name: string }[];
  webhooks: readonly { id: string; filesystem_id: string; url: string; description: string }[];
  members: readonly { user_id: string; name: string; email: string }[];
  keys: readonly { id: string; name: string }[];
  /** The message whose id was typed. */
  messages: readonly { id: string; webhook_id: string; filesystem_id: string }[];
  /** Files and folders that were found by what was typed. */
  hits: readonly { filesystem: { id: string; name: string }; path: string; type: string }[];
  /** The entry of the page's filesystem whose path was typed. */
  location: EntryLocation | null;
  /** What was typed, to search for in files. */
  typed: string;
};

const PAGES = [
  [layout.overview, ""],
  [layout.filesystems, "/filesystems"],
  [layout.webhooks, "/webhooks"],
  [layout.deliveries, "/deliveries"],
  [layout.members, "/members"],
  [layout.settings, "/settings"],
  [notifications.title, "/settings/notifications"],
] as const;

const PAGES_FOR_ADMINS = [
  [layout.apiKeys, "/keys"],
  [layout.auditLog, "/audit"],
] as const;

const TABS = ["activity", "verify"] as const;

const PARTS = [
  [layout.trash, "trash"],
  [layout.changes, "changes"],
  [layout.webhooks, "webhooks"],
  [layout.access, "access"],
  [layout.mounts, "mounts"],
  [layout.usage, "usage"],
] as const;

const to = (kind: string, name: string, href: string, also = ""): Command => ({
  kind,
  name,
  href,
  also,
});

const act = (action: PaletteAction, name: string): Command => ({
  ...to(text.action, name, ""),
  action,
});

// A search of more filesystems than this would hide what else matches.
const MAX_SEARCHED = 5;
const MAX_HITS = 8;

/**
 * Returns every entry for an organisation: pages, actions, filesystems with their tabs, webhooks, people and keys, and
 * what was typed as a search of files.
 */
export function commandsOf(context: Context): Command[] {
  const { orgId, isAdmin, canWrite, isSupport, filesystems, webhooks, members, keys, messages } =
    context;
  const org = `/o/${orgId}`;
  const filesystem = (id: string) => `${org}/filesystems/${id}`;
  const hasRoom = ({ id }: { id: string }) =>
    webhooks.filter((webhook) => webhook.filesystem_id === id).length < WEBHOOK_LIMITS.webhooks;
  return [
    ...[...PAGES, ...(isAdmin ? PAGES_FOR_ADMINS : [])].map(([name, path]) =>
      to(text.page, name, org + path),
    ),
    ...actionsOf(context),
    ...filesystems.map(({ id, name }) => to(text.filesystem, name, `${filesystem(id)}/files`)),
    ...webhooks.flatMap((webhook) => {
      const label = webhookLabel(webhook);
      const page = `${filesystem(webhook.filesystem_id)}/webhooks/${webhook.id}`;
      return [
        to(text.webhook, label, page, canWrite ? text.webhookAlso : ""),
        ...TABS.map((tab) =>
          to(text.webhook, text.partOf(label, detail.tabs[tab]), `${page}?tab=${tab}`),
        ),
      ];
    }),
    ...(canWrite ? filesystems : [])
      .filter(hasRoom)
      .map(({ id, name }) =>
        to(text.action, text.newWebhookFor(name), `${filesystem(id)}/webhooks/new`, text.newAlso),
      ),
    ...filesystems.flatMap(({ id, name }) =>
      PARTS.map(([part, path]) =>
        to(text.filesystem, text.partOf(name, part), `${filesystem(id)}/${path}`),
      ),
    ),
    ...members.map(({ name, email }) => ({
      ...to(text.member, name, `${org}/members`),
      detail: email,
    })),
    ...messages.map(({ id, webhook_id: webhookId, filesystem_id: fsId }) =>
      to(text.message, id, `${filesystem(fsId)}/webhooks/${webhookId}?delivery=${id}`),
    ),
    ...keys.map(({ name }) => to(text.key, name, `${org}/keys`, text.keyAlso)),
    to(text.page, menus.account, "/account"),
    to(text.action, menus.newOrganisation, "/o/new", text.newAlso),
    ...THEMES.map((theme) => act(theme, text.theme(menus.themes[theme]))),
    act("sign-out", menus.signOut),
    ...DOC_PAGES.map(({ slug, title }) => to(text.docs, title, `/docs/${slug}`)),
    ...(isSupport ? [to(text.page, menus.support, "/support")] : []),
    ...typedEntryOf(context),
    ...hitsOf(context),
    ...searchesOf(context),
  ];
}

function actionsOf({ orgId, isAdmin, canWrite }: Context): Command[] {
  const org = `/o/${orgId}`;
  return [
    ...(canWrite
      ? [to(text.action, text.newFilesystem, `${org}/filesystems?do=new`, text.newAlso)]
      : []),
    to(text.action, text.attention, `${org}/webhooks?status=unhealthy`, text.attentionAlso),
    ...(isAdmin
      ? [
          to(text.action, text.newApiKey, `${org}/keys?do=new`, text.newAlso),
          to(text.action, text.inviteMember, `${org}/members?do=invite`, text.inviteAlso),
        ]
      : []),
  ];
}

const entryHref = (orgId: string, { fsId, path, type }: EntryLocation): string =>
  `/o/${orgId}/filesystems/${fsId}/files?${filesQueryOf(path, type)}`;

const typedEntryOf = ({ orgId, location }: Context): Command[] =>
  location === null
    ? []
    : [
        {
          // A folder may have been typed with a slash at its end.
          ...to(
            text.file,
            text.goTo(location.path),
            entryHref(orgId, location),
            `${location.path}/`,
          ),
          ...(location.type === "directory" ? { icon: "folder" } : {}),
        },
      ];

const hitsOf = ({ orgId, hits }: Context): Command[] =>
  hits.slice(0, MAX_HITS).map(({ filesystem, path, type }) => ({
    ...to(text.file, nameOf(path), entryHref(orgId, { fsId: filesystem.id, path, type })),
    detail: text.hitDetail(filesystem.name, directoryOf(path)),
    ...(type === "directory" ? { icon: "folder" } : {}),
  }));

function searchesOf({ orgId, filesystems, typed }: Context): Command[] {
  const query = typed.trim();
  // Enter opens the first result, which must not be this one while the message is looked up.
  if (query === "" || messageIdIn(query) !== null) return [];
  const search = new URLSearchParams({ q: query, below: "true" });
  const docs = new URLSearchParams({ q: query });
  const files = filesystems
    .toReversed()
    .slice(0, MAX_SEARCHED)
    .map(({ id, name }) => ({
      ...to(
        text.file,
        text.searchIn(query, name),
        `/o/${orgId}/filesystems/${id}/files?${search.toString()}`,
      ),
      icon: "search" as const,
    }));
  const inDocs = {
    ...to(text.docs, text.searchDocs(query), `/docs/search?${docs.toString()}`),
    icon: "search" as const,
  };
  // Enter must not choose one of several filesystems by itself.
  return files.length === 1 ? [...files, inDocs] : [inDocs, ...files];
}

/** The id of a message that was typed or pasted, else null. */
export function messageIdIn(typed: string): string | null {
  const id = typed.trim();
  return isId("msg", id) ? id : null;
}

/** Returns the commands whose name or kind contains every word typed, or whose id does; names that start with the first word lead. */
export function matching(commands: readonly Command[], typed: string): Command[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const found = commands.filter(({ name, detail: more = "", kind, href, also }) => {
    // The last part of an address is an id.
    const searched =
      `${kind} ${name} ${more} ${also} ${href.slice(href.lastIndexOf("/"))}`.toLowerCase();
    return words.every((word) => searched.includes(word));
  });
  const [first = ""] = words;
  const begins = ({ name }: Command) => Number(name.toLowerCase().startsWith(first));
  return found.toSorted((a, b) => begins(b) - begins(a));
}
