import { useQuery } from "@tanstack/react-query";

import { useOrganisation } from "@/components/layout/organisation";
import { apiKeysQuery } from "@/console/queries/api-keys";
import { type AuditFilters, endingsQuery } from "@/console/queries/audit";
import { namedFilesystemsQuery } from "@/console/queries/filesystems";
import { membersQuery } from "@/console/queries/members";
import { endedBy, type Named } from "@/console/state/audit-names";
import { text } from "@/console/text/audit";

export type Group = { name: string; options: readonly { value: string; name: string }[] };

const groupOf = (name: string, all: readonly Named[]): Group => ({
  name,
  options: all.map(({ id: value, name: option }) => ({ value, name: option })),
});

const OTHERS = groupOf(text.others, [
  { id: "shell", name: text.operator },
  { id: "service", name: text.service },
  { id: "support", name: text.support },
]);

/** Who did something and what it was done to, by kind: what there is, and what there was. */
export function useAuditChoices(filters: AuditFilters, isOpen: boolean) {
  const { id: orgId } = useOrganisation();
  const { data: users = [] } = useQuery(membersQuery(orgId));
  const { data: keys = [] } = useQuery(apiKeysQuery(orgId));
  const { data: filesystems = [] } = useQuery(namedFilesystemsQuery(orgId));
  const members = users.map(({ user_id: id, name }) => ({ id, name }));
  const actors = [groupOf(text.members, members), groupOf(text.apiKeys, keys), OTHERS];
  const targets = [
    groupOf(text.filesystems, filesystems),
    groupOf(text.apiKeys, keys),
    groupOf(text.members, members),
  ];
  const isGone = !isListed(actors, filters.actor) || !isListed(targets, filters.target);
  const endings = useQuery({ ...endingsQuery(orgId), enabled: isOpen || isGone });
  const ended = (...types: string[]) =>
    groupOf(
      text.removedGroup,
      endedBy(endings.data?.filter(({ target }) => types.includes(target.type)) ?? [], [
        ...members,
        ...keys,
        ...filesystems,
      ]),
    );
  return {
    actors: [...actors, ended("user", "api_key")].filter(hasOptions),
    targets: [...targets, ended("filesystem", "api_key", "user")].filter(hasOptions),
  };
}

const hasOptions = ({ options }: Group) => options.length > 0;

/** Whether a value is among the options, or there is none. */
export const isListed = (groups: readonly Group[], value = ""): boolean =>
  value === "" || groups.some(({ options }) => options.some((option) => option.value === value));
