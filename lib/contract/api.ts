import { account } from "./account";
import { apiKeys } from "./api-keys";
import { auditLog } from "./audit";
import { changes } from "./changes";
import { deliveries } from "./deliveries";
import { device } from "./device";
import { entries } from "./entries";
import { filesystems } from "./filesystems";
import { invitations } from "./invitations";
import { listeners } from "./listeners";
import { members } from "./members";
import { mounts } from "./mounts";
import { notices } from "./notices";
import { oauth } from "./oauth";
import { organisationWebhooks } from "./organisation-webhooks";
import { organisations } from "./organisations";
import { passkeys } from "./passkeys";
import { secondFactor } from "./second-factor";
import { service } from "./service";
import { signUp } from "./sign-up";
import { support } from "./support";
import { testInbox } from "./test-inbox";
import { trash } from "./trash";
import { usage } from "./usage";
import { webhooks } from "./webhooks";

/**
 * The public API: route handlers, the OpenAPI document and the clients all read this object. Its groups are in the order of
 * the reference: what backends call first, then keys and access, people and organisations, and the rest.
 */
export const api = {
  filesystems,
  entries,
  trash,
  changes,
  webhooks,
  deliveries,
  organisationWebhooks,
  testInbox,
  listeners,
  mounts,
  usage,
  apiKeys,
  oauth,
  device,
  organisations,
  members,
  invitations,
  auditLog,
  notices,
  account,
  secondFactor,
  passkeys,
  signUp,
  service,
  support,
};
