/** Something the palette leads to. */
export type Command = { name: string; kind: string; href: string };

type Known = {
  orgId: string;
  isAdmin: boolean;
  isSupport: boolean;
  filesystems: readonly { id: string; name: string }[];
  webhooks: readonly { id: string; filesystem_id: string; url: string }[];
};

const PAGES = [
  ["Overview", ""],
  ["Filesystems", "/filesystems"],
  ["Members", "/members"],
  ["API keys", "/keys"],
  ["Audit log", "/audit"],
  ["Settings", "/settings"],
] as const;

const PARTS = [
  ["Changes", "changes"],
  ["Webhooks", "webhooks"],
  ["Access", "access"],
  ["Mounts", "mounts"],
  ["Usage", "usage"],
] as const;

const to = (kind: string, name: string, href: string): Command => ({ kind, name, href });

/** All that the palette leads to from an organisation: pages, actions, filesystems with their parts, and webhooks. */
export function commandsOf({ orgId, isAdmin, isSupport, filesystems, webhooks }: Known): Command[] {
  const org = `/o/${orgId}`;
  const filesystem = (id: string) => `${org}/filesystems/${id}`;
  return [
    ...PAGES.map(([name, path]) => to("Page", name, org + path)),
    to("Action", "New filesystem", `${org}/filesystems?do=new`),
    ...(isAdmin
      ? [
          to("Action", "New API key", `${org}/keys?do=new`),
          to("Action", "Invite somebody", `${org}/members?do=invite`),
        ]
      : []),
    ...filesystems.map(({ id, name }) => to("Filesystem", name, `${filesystem(id)}/files`)),
    ...webhooks.map(({ id, filesystem_id: fsId, url }) =>
      to("Webhook", url.replace(/^https:\/\//, ""), `${filesystem(fsId)}/webhooks/${id}`),
    ),
    ...filesystems.map(({ id, name }) =>
      to("Action", `New webhook for ${name}`, `${filesystem(id)}/webhooks/new`),
    ),
    ...filesystems.flatMap(({ id, name }) =>
      PARTS.map(([part, path]) =>
        to("Filesystem", `${name}: ${part}`, `${filesystem(id)}/${path}`),
      ),
    ),
    to("Page", "Account", "/account"),
    to("Action", "New organisation", "/o/new"),
    to("Page", "Documentation of the API", "/docs"),
    ...(isSupport ? [to("Page", "Support", "/support")] : []),
  ];
}

/** Those that hold every word of what was typed, in their name or their kind; whose name begins so come first. */
export function matching(commands: readonly Command[], typed: string): Command[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const found = commands.filter(({ name, kind }) => {
    const text = `${kind} ${name}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const [first = ""] = words;
  const begins = ({ name }: Command) => Number(name.toLowerCase().startsWith(first));
  return found.toSorted((a, b) => begins(b) - begins(a));
}
