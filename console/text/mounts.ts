import { sizeOf } from "./sizes";

type Address = { host: string; port: number };

export const text = {
  title: "Mounts",
  description:
    "A machine mounts this filesystem with a one-time ticket, for up to 7 days. With your own login, run tidemark mount.",
  new: "New mount",
  showEnded: "Show ended mounts",
  none: "No active mounts",
  noneHint:
    "Create a mount and give its ticket to the machine. The ticket works once and expires after 10 minutes.",
  endedHidden: "Ended mounts are hidden.",
  noneEver: "No mounts yet",
  states: { requested: "Requested", active: "Active", ended: "Ended" },
  created: "Created",
  ticketExpires: "ticket expires",
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
  endTitle: "End this mount?",
  endWarning:
    "The machine loses access immediately. Changes that it hasn't uploaded yet are lost there.",
  endSession: (id: string) => `End ${id}`,
  access: "Access",
  create: "Create mount",
  mountCreated: "Mount created",
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
  server: "SFTP server",
  serverValue: ({ host, port }: Address) => `${host}:${port}`,
  user: "User name",
  ticketIsPassword: "The ticket is the password.",
  sftp: "SFTP",
  sftpHint:
    "For sshfs, rclone, sftp, scp, WinSCP and others: the session is the user name, its ticket the password. Check that your client shows one of these fingerprints the first time it connects.",
  done: "Done",
} as const;
