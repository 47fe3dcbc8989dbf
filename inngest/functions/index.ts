import { deliver } from "./deliver";
import { dispatchChanges } from "./dispatch-changes";
import { prune } from "./prune";

/** Every function the engine runs. */
export const functions = [dispatchChanges, deliver, prune];
