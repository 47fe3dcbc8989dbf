import { keepPreviousData, useQueries, useQuery } from "@tanstack/react-query";

import { apiKeysQuery } from "@/console/queries/api-keys";
import { membersQuery } from "@/console/queries/members";
import { mountsSinceQuery } from "@/console/queries/mounts";
import { changesText as text } from "@/console/text/changes";
import { creatorOf } from "@/console/text/creator";

type Shown = { fsId: string; author: string | null | undefined };

const MOUNT = "mount:";

/**
 * Names the author of a change, as in `user:user_…`; members know no names of API keys. Mounts are named by who created
 * them, for the authors that are shown.
 */
export function useAuthors(
  orgId: string,
  isAdmin: boolean,
  shown: readonly Shown[],
): (author: string | null) => string {
  const { data: members = [] } = useQuery(membersQuery(orgId));
  const { data: keys = [] } = useQuery({ ...apiKeysQuery(orgId), enabled: isAdmin });
  const sessions = useQueries({
    queries: [...mountsOf(shown)].map(([fsId, [oldest, newest]]) => ({
      ...mountsSinceQuery(orgId, fsId, oldest, newest),
      placeholderData: keepPreviousData,
    })),
    combine: (results) => results.flatMap(({ data = [] }) => data),
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

/** The oldest and the newest mount among the authors, by their filesystem. */
function mountsOf(shown: readonly Shown[]): ReadonlyMap<string, [oldest: string, newest: string]> {
  const mounts = new Map<string, [string, string]>();
  for (const { fsId, author } of shown) {
    if (!author?.startsWith(MOUNT)) continue;
    const id = author.slice(MOUNT.length);
    const [oldest, newest] = mounts.get(fsId) ?? [id, id];
    mounts.set(fsId, [id < oldest ? id : oldest, id > newest ? id : newest]);
  }
  return mounts;
}
