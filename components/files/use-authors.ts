import { keepPreviousData, useQuery } from "@tanstack/react-query";

import { apiKeysQuery } from "@/console/queries/api-keys";
import { membersQuery } from "@/console/queries/members";
import { mountsSinceQuery } from "@/console/queries/mounts";
import { changesText as text } from "@/console/text/changes";
import { creatorOf } from "@/console/text/creator";

type Shown = { fsId: string; authors: readonly (string | null | undefined)[] };

const MOUNT = "mount:";

/**
 * Names the author of a change, as in `user:user_…`; members know no names of API keys. Mounts are named by who created
 * them, for the authors that are shown of one filesystem.
 */
export function useAuthors(
  orgId: string,
  isAdmin: boolean,
  shown?: Shown,
): (author: string | null) => string {
  const { data: members = [] } = useQuery(membersQuery(orgId));
  const { data: keys = [] } = useQuery({ ...apiKeysQuery(orgId), enabled: isAdmin });
  const mounts = (shown?.authors ?? [])
    .flatMap((author) => (author?.startsWith(MOUNT) ? [author.slice(MOUNT.length)] : []))
    .toSorted();
  const { data: sessions = [] } = useQuery({
    ...mountsSinceQuery(orgId, shown?.fsId ?? "", mounts[0] ?? "", mounts.at(-1) ?? ""),
    enabled: mounts.length > 0,
    placeholderData: keepPreviousData,
  });
  const names = new Map<string, string>();
  for (const { user_id: id, name } of members) names.set(`user:${id}`, name);
  for (const { id, name } of keys) names.set(`key:${id}`, name);
  for (const session of sessions) {
    const creator = creatorOf(session);
    if (creator !== null) names.set(MOUNT + session.id, text.mountOf(creator, session.machine));
  }
  return (author) => {
    if (author === null) return text.unknownAuthor;
    const known = names.get(author);
    if (known !== undefined) return known;
    if (author.startsWith(MOUNT)) return text.aMount;
    return author.startsWith("key:") ? text.aKey : text.formerMember;
  };
}
