import type { Member } from "@/console/queries/members";
import { roleText } from "@/console/text/organisations";

/** The members or invitations whose name, address or role contains a text. */
export function findMembers<M extends Pick<Member, "email" | "role"> & { name?: string }>(
  members: readonly M[],
  search: string,
): M[] {
  const text = search.trim().toLowerCase();
  return members.filter(({ name = "", email, role }) =>
    `${name}\n${email}\n${roleText[role]}`.toLowerCase().includes(text),
  );
}
