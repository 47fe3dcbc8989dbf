import { Badge } from "@/components/ui/badge";
import type { Role } from "@/console/queries/members";
import { roleText } from "@/console/text/organisations";

/** A role in an organisation; those that manage it stand out. */
export function RoleBadge({ role }: { role: Role }) {
  const isAdmin = role === "owner" || role === "admin";
  return <Badge tone={isAdmin ? "tide" : "plain"}>{roleText[role]}</Badge>;
}
