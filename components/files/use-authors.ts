import { keepPreviousData, useQuery } from "@tanstack/react-query";

import { apiKeysQuery } from "@/console/queries/api-keys";
import { membersQuery } from "@/console/queries/members";
import { type MountSpan, mountsOfQuery } from "@/console/queries/mounts";
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
  const spans = spansOf(shown);
  const { data: sessions = [] } = useQuery({
    ...mountsOfQuery(orgId, spans),
    enabled: spans.length > 0,
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

/** The mounts among the authors, from the oldest to the newest of each filesystem. */
function spansOf(shown: readonly Shown[]): readonly MountSpan[] {
  const spans = new Map<string, MountSpan>();
  for (const { fsId, author } of shown) {
    if (!author?.startsWith(MOUNT)) continue;
    const id = author.slice(MOUNT.length);
    const { oldest, newest } = spans.get(fsId) ?? { oldest: id, newest: id };
    spans.set(fsId, {
      fsId,
      oldest: id < oldest ? id : oldest,
      newest: id > newest ? id : newest,
    });
  }
  return [...spans.values()];
}
