import type { Role } from "@/console/queries/members";
import { roleText } from "@/console/text/organisations";

/** The roles, least privileged first. */
export const ROLES: readonly { value: Role; name: string }[] = [
  { value: "viewer", name: roleText.viewer },
  { value: "member", name: roleText.member },
  { value: "admin", name: roleText.admin },
  { value: "owner", name: roleText.owner },
];
