import { sizeOf } from "@/lib/contract/size-of";

import { cliCommand } from "./cli-command";

type Address = { host: string; port: number };

export const text = {
  title: "Mounts",
  description:
    "A machine mounts this filesystem with a one-time ticket, for up to 7 days. To use your own login, run tidemark mount.",
  new: "New mount",
  showEnded: "Show ended mounts",
  none: "No active mounts",
  noneHint:
    "Create a mount and give its ticket to the machine. The ticket works once and expires after 10 minutes.",
  endedHidden: "Ended mounts are hidden.",
  noneEver: "No mounts yet",
  states: { requested: "Ticket not used yet", active: "Active", ended: "Ended" },
  /** What is shown for a machine that is not known. */
  nobodys: {
    requested: "Waiting for a machine",
    active: "Unknown machine",
    ended: "Never connected",
  },
  copyServer: "Copy SFTP server",
  copyFingerprint: (type: string) => `Copy ${type} fingerprint`,
  created: "Created",
  createdBy: (creator: string) => ` by ${creator}`,
  ticketExpires: "ticket expires",
  expires: "expires",
  lastActive: "Last active",
  transferred: (read: number, written: number) =>
    `${sizeOf(read)} read, ${sizeOf(written)} written`,
  ended: "ended",
  endedReasons: {
    revoked: "by its creator or an admin",
    access_revoked: "its creator lost access",
    ticket_expired: "ticket not used in time",
    credential_expired: "the machine disconnected",
    expired: "time limit reached",
  },
  end: "End mount",
  endTitle: "End this mount?",
  endWarning:
    "Programs on that machine can no longer open or save these files, and changes it hasn't uploaded yet don't reach this filesystem. To connect it again, create a new mount.",
  endUnusedWarning: "No machine has connected with its ticket yet. The ticket stops working.",
  endMount: (machine: string) => `End mount: ${machine}`,
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
    `mkdir files && ${cliCommand(origin, `mount ${fsId} files --ticket ${ticket}`)}`,
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
    "For sshfs, rclone, sftp, scp, WinSCP and others: use the ID of a mount as the user name and its ticket as the password. Check that your client shows one of these fingerprints the first time it connects.",
  done: "Done",
} as const;
