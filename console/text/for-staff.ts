import { aboutTheirs } from "./failure-causes";
import { ask, type Failed, remedyOf } from "./failure-remedies";

function remedy(failed: Failed): string {
  if (failed.detail === "no_listener")
    return "Nothing to do: it runs on the customer's machine, and this webhook is deleted a minute after it ends.";
  const own = remedyOf(failed, "writer");
  return failed.code === "ours" ? own : ask("the customer", aboutTheirs(own));
}

/** What support staff read of a failing webhook. Apart, so that the pages of its owners don't load it. */
export const forStaff = {
  about: aboutTheirs,
  /** What to do about a failure (spec 7.32), which they can't themselves. */
  remedy,
  disabledAbout: "Once the endpoint is fixed, the customer has to enable the webhook.",
  disabledOn: (deadline: string) => `The webhook is disabled on ${deadline} if it still fails.`,
} as const;
