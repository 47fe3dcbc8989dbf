import { deliver } from "./deliver";
import { dispatchChanges } from "./dispatch-changes";
import { notices } from "./notices";
import { prune } from "./prune";
import { sweep, sweepStore } from "./sweep";
import { usageNotices } from "./usage-notices";

/** Every function the engine runs. */
export const functions = [
  dispatchChanges,
  deliver,
  prune,
  sweep,
  sweepStore,
  notices,
  usageNotices,
];
