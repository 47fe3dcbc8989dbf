import { useQuery } from "@tanstack/react-query";

import { apiKeysQuery } from "@/console/queries/api-keys";
import { membersQuery } from "@/console/queries/members";
import { changesText as text } from "@/console/text/changes";

/** Names the author of a change, as in `user:user_…`; members know no names of API keys. */
export function useAuthors(orgId: string, isAdmin: boolean): (author: string | null) => string {
  const { data: members = [] } = useQuery(membersQuery(orgId));
  const { data: keys = [] } = useQuery({ ...apiKeysQuery(orgId), enabled: isAdmin });
  const names = new Map<string, string>();
  for (const { user_id: id, name } of members) names.set(`user:${id}`, name);
  for (const { id, name } of keys) names.set(`key:${id}`, name);
  return (author) => {
    if (author === null) return text.unknownAuthor;
    const known = names.get(author);
    if (known !== undefined) return known;
    if (author.startsWith("mount:")) return text.aMount;
    return author.startsWith("key:") ? text.aKey : text.formerMember;
  };
}
