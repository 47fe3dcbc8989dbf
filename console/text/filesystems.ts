import type { WebhookCounts } from "@/console/queries/filesystems";

import { countOf, sizeOf } from "./sizes";

/** The list of filesystems, and creating, renaming and deleting one. */
export const text = {
  title: "Filesystems",
  description: "File trees that your code reads and writes, with webhooks for every change.",
  new: "New filesystem",
  create: "Create filesystem",
  nameHint: "Shown in the console. Your code uses the ID.",
  errors: {
    filesystem_limit_reached:
      "Your organisation has reached its filesystem limit. Delete one to make room.",
  },
  none: "No filesystems yet",
  noneHint: "Create one here, or with the command-line client:",
  searchByName: "Search by name",
  noMatch: (search: string) => `No filesystems match “${search}”`,
  showMore: (shown: number, total: number) => `Show more (${shown} of ${total})`,
  opening: "Opening your filesystems…",

  created: "Created",
  contents: (bytes: number, entries: number) =>
    `${sizeOf(bytes)} · ${countOf(entries, "entry", "entries")}`,
  moreActions: (name: string) => `More actions for ${name}`,
  rename: "Rename",
  renameTitle: (name: string) => `Rename ${name}`,
  delete: "Delete",
  deleteNotAllowed: "Delete (owners and admins only)",
  deleteTitle: (name: string) => `Delete ${name}?`,
  deleteWarning:
    "All files in it are deleted, and its webhooks and mounts end immediately. This can't be undone.",
  deleteSubmit: "Delete filesystem",
  deleted: (name: string) => `${name} deleted`,
} as const;

/** The webhooks of a filesystem in a few words, as in "1 of 3 failing, 1 disabled". */
export function webhookHealth(webhooks: WebhookCounts): string {
  const { total } = webhooks;
  if (total === 0) return "No webhooks";
  const [first, ...others] = (["failing", "retrying", "disabled", "paused"] as const)
    .filter((state) => webhooks[state] > 0)
    .map((state) => ({ state, count: webhooks[state] }));
  if (first === undefined) return countOf(total, "healthy webhook");
  const rest = others.map(({ state, count }) => `, ${count} ${state}`).join("");
  return `${first.count} of ${total} ${first.state}${rest}`;
}

export const accessText = {
  title: "Access",
  description:
    "Members can read and write every filesystem. An API key only reaches the filesystems you grant it.",
  notAllowed: "view and change which API keys reach a filesystem",
  none: "No API keys yet",
  noneHint: "Create one under API keys, then grant it access to this filesystem here.",
  label: (key: string) => `Access for ${key}`,
} as const;

type Address = { host: string; port: number };

export const mountsText = {
  title: "Mounts",
  description:
    "A machine mounts this filesystem with a one-time ticket, for up to 7 days. With your own login, run tidemark mount.",
  new: "New mount session",
  showEnded: "Show ended sessions",
  none: "No mounts yet",
  noneHint:
    "Create a session and give its ticket to the machine. The ticket works once and expires after 10 minutes.",
  states: { requested: "Requested", active: "Active", ended: "Ended" },
  created: "Created",
  expires: "expires",
  lastActive: "Last active",
  transferred: (read: number, written: number) =>
    `${sizeOf(read)} read, ${sizeOf(written)} written`,
  ended: "ended",
  endedReasons: {
    revoked: "revoked",
    access_revoked: "access revoked",
    ticket_expired: "ticket not used in time",
    credential_expired: "credential not renewed in time",
    expired: "reached 7 days",
  },
  end: "End",
  endSession: (id: string) => `End ${id}`,
  access: "Access",
  create: "Create ticket",
  ticketCreated: "Ticket created",
  ticketHint:
    "Copy it now: you won't see it again. It works for one machine, and must be used within 10 minutes.",
  ticket: "Ticket",
  client: "Connect with",
  clients: {
    tidemark: "tidemark mount (Linux)",
    sshfs: "sshfs",
    sftp: "sftp, scp",
    rclone: "rclone",
    windows: "WinSCP, Cyberduck, FileZilla",
  },
  command: "Command",
  mountCommand: (origin: string, fsId: string, ticket: string) =>
    `mkdir files && TIDEMARK_API_URL=${origin} tidemark mount ${fsId} files --ticket ${ticket}`,
  sshfsCommand: ({ host, port }: Address, session: string) =>
    `mkdir files && sshfs -p ${port} -o reconnect,idmap=user ${session}@${host}:/ files`,
  sftpCommand: ({ host, port }: Address, session: string) => `sftp -P ${port} ${session}@${host}`,
  rcloneCommand: ({ host, port }: Address, session: string) =>
    `rclone sync files :sftp,host=${host},port=${port},user=${session},ask_password=true:/`,
  pasteTicket: "Paste the ticket when you are asked for a password.",
  server: "Server, protocol SFTP",
  serverValue: ({ host, port }: Address) => `${host}:${port}`,
  user: "User name",
  ticketIsPassword: "The ticket is the password.",
  sftp: "SFTP",
  sftpHint:
    "For sshfs, rclone, sftp, scp, WinSCP and others: the session is the user name, its ticket the password. Check that your client shows one of these fingerprints when it connects first.",
  done: "Done",
} as const;

export const usageText = {
  title: "Usage",
  storage: "Storage",
  storageValue: (bytes: number) => sizeOf(bytes),
  entries: "Entries",
  entriesValue: (count: number) => countOf(count, "entry", "entries"),
  trash: (bytes: number, count: number) =>
    `${sizeOf(bytes)} and ${countOf(count, "entry", "entries")} of this are in the trash, which makes room when it is needed.`,
  openTrash: "Open the trash",
  transfer: "Transfer",
  transferHint: "Per day in UTC, updated within about a second.",
  period: "Period",
  lastDays: (days: number) => `Last ${days} days`,
  read: "Read",
  written: "Written",
  peak: (bytes: number, date: string) => `Peak: ${sizeOf(bytes)} on ${date}`,
  noTransfer: "No data yet",
  dayValue: (date: string, bytes: number) => `${date}: ${sizeOf(bytes)}`,
} as const;
