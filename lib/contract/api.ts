import { changes } from "./changes";
import { entries } from "./entries";
import { filesystems } from "./filesystems";
import { service } from "./service";
import { usage } from "./usage";
import { webhooks } from "./webhooks";

/** The whole public API. The route handlers, the OpenAPI document and the clients all read this object. */
export const api = { service, filesystems, entries, changes, usage, webhooks };
