import type { Command } from "./command";
import { cat } from "./commands/cat";
import { completionOf } from "./commands/completion";
import { cp } from "./commands/cp";
import { deliveriesGet } from "./commands/deliveries-get";
import { deliveriesList } from "./commands/deliveries-list";
import { deliveriesResend } from "./commands/deliveries-resend";
import { fsCreate } from "./commands/fs-create";
import { fsList } from "./commands/fs-list";
import { listen } from "./commands/listen";
import { login } from "./commands/login";
import { logout } from "./commands/logout";
import { ls } from "./commands/ls";
import { mcp } from "./commands/mcp";
import { mount } from "./commands/mount";
import { mountFlush } from "./commands/mount-flush";
import { mountStatus } from "./commands/mount-status";
import { mv } from "./commands/mv";
import { orgs } from "./commands/orgs";
import { rm } from "./commands/rm";
import { sessionsList } from "./commands/sessions-list";
import { sessionsRevoke } from "./commands/sessions-revoke";
import { sync } from "./commands/sync";
import { ticketCreate } from "./commands/ticket-create";
import { unmount } from "./commands/unmount";
import { watch } from "./commands/watch";
import {
  webhooksEnable,
  webhooksPause,
  webhooksResume,
  webhooksResync,
  webhooksRetry,
} from "./commands/webhook-verbs";
import { webhooksCreate } from "./commands/webhooks-create";
import { webhooksDelete } from "./commands/webhooks-delete";
import { webhooksGet } from "./commands/webhooks-get";
import { webhooksList } from "./commands/webhooks-list";
import { webhooksRotateSecret } from "./commands/webhooks-rotate-secret";
import { whoami } from "./commands/whoami";

// To add a command, add a file in commands/ and a line here.
const commands: Readonly<Record<string, Command>> = {
  login,
  logout,
  whoami,
  orgs,
  "fs list": fsList,
  "fs create": fsCreate,
  listen,
  ls,
  cat,
  cp,
  mv,
  rm,
  sync,
  watch,
  "webhooks list": webhooksList,
  "webhooks get": webhooksGet,
  "webhooks create": webhooksCreate,
  "webhooks pause": webhooksPause,
  "webhooks resume": webhooksResume,
  "webhooks resync": webhooksResync,
  "webhooks retry": webhooksRetry,
  "webhooks enable": webhooksEnable,
  "webhooks rotate-secret": webhooksRotateSecret,
  "webhooks delete": webhooksDelete,
  "deliveries list": deliveriesList,
  "deliveries get": deliveriesGet,
  "deliveries resend": deliveriesResend,
  mount,
  "mount status": mountStatus,
  "mount flush": mountFlush,
  unmount,
  "ticket create": ticketCreate,
  "sessions list": sessionsList,
  "sessions revoke": sessionsRevoke,
  mcp,
};

/** All commands by name. */
export const COMMANDS: Readonly<Record<string, Command>> = {
  ...commands,
  completion: completionOf(commands),
};
