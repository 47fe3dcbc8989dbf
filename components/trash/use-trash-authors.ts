"use client";

import { useQuery } from "@tanstack/react-query";

import { useOrganisation } from "@/components/layout/organisation";
import { apiKeysQuery } from "@/console/queries/api-keys";
import { membersQuery } from "@/console/queries/members";
import { trashText as text } from "@/console/text/trash";

/** Names of those who deleted; ids of keys for members, who can't list keys, and of those who are gone. */
export function useTrashAuthors(): (author: string) => string {
  const { id: orgId, isAdmin } = useOrganisation();
  const members = useQuery(membersQuery(orgId));
  const keys = useQuery({ ...apiKeysQuery(orgId), enabled: isAdmin });
  const names = new Map([
    ...(members.data ?? []).map(({ user_id: id, name }) => [id, name] as const),
    ...(keys.data ?? []).map(({ id, name }) => [id, name] as const),
  ]);
  return (author) => {
    const [kind, id = author] = author.split(":");
    return kind === "mount" ? text.mount(id) : (names.get(id) ?? id);
  };
}
