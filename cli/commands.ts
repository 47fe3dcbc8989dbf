import type { Command } from "./command";
import { fsCreate } from "./commands/fs-create";
import { fsList } from "./commands/fs-list";
import { listen } from "./commands/listen";
import { login } from "./commands/login";
import { logout } from "./commands/logout";
import { mount } from "./commands/mount";
import { mountFlush } from "./commands/mount-flush";
import { mountStatus } from "./commands/mount-status";
import { orgs } from "./commands/orgs";
import { sessionsList } from "./commands/sessions-list";
import { sessionsRevoke } from "./commands/sessions-revoke";
import { ticketCreate } from "./commands/ticket-create";
import { unmount } from "./commands/unmount";
import { whoami } from "./commands/whoami";

/** All commands by name. To add one, add a file in commands/ and a line here. */
export const COMMANDS: Readonly<Record<string, Command>> = {
  login,
  logout,
  whoami,
  orgs,
  "fs list": fsList,
  "fs create": fsCreate,
  listen,
  mount,
  "mount status": mountStatus,
  "mount flush": mountFlush,
  unmount,
  "ticket create": ticketCreate,
  "sessions list": sessionsList,
  "sessions revoke": sessionsRevoke,
};
