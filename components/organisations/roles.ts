import type { Role } from "@/console/queries/members";
import type { ErrorMessages } from "@/console/text/error-message";

/** The roles, from the one that may do least. */
export const ROLES: readonly { value: Role; name: string }[] = [
  { value: "member", name: "Member" },
  { value: "admin", name: "Admin" },
  { value: "owner", name: "Owner" },
];

/** Why the only owner can neither leave nor become less. */
export const LAST_OWNER: ErrorMessages = {
  last_owner: "An organisation needs an owner. Make somebody else one first.",
};
