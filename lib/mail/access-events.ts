import { PRODUCT } from "@/lib/product";

import { nameInText } from "./emails";

/** What someone with an account's password could do to keep access, and what changes the access of its owner. */
export type AccessEvent =
  | { type: "api_key"; happened: "created" | "rotated"; name: string; organisation: string }
  | { type: "login_approved"; address: string; scopes: readonly string[] }
  | { type: "role_changed"; role: string; organisation: string; by: string };

/** Subject and sentence of each. @param account how the text calls the account */
export function describeAccess(event: AccessEvent, account: string): [string, string] {
  if (event.type === "login_approved")
    return [
      `A command line was given access to your ${PRODUCT} account`,
      `A command-line login of the ${account} was approved from ${event.address}. It may use: ${event.scopes.join(", ")}.`,
    ];
  const organisation = nameInText(event.organisation);
  if (event.type === "role_changed")
    return [
      `Your role in ${organisation} is now ${event.role}`,
      `${nameInText(event.by)} made you ${event.role} of the organisation “${organisation}”, with the ${account}.`,
    ];
  return [
    `An API key of ${organisation} was ${event.happened}`,
    `The API key “${nameInText(event.name)}” of the organisation “${organisation}” was ${event.happened} by the ${account}.`,
  ];
}
