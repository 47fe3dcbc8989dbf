import { useQuery } from "@tanstack/react-query";

import { ChangeRow } from "@/components/files/change-row";
import { useAuthors } from "@/components/files/use-authors";
import { useOrganisation } from "@/components/layout/organisation";
import { Card } from "@/components/ui/card";
import { recentChangesQuery } from "@/console/queries/changes";
import { namedFilesystemsQuery } from "@/console/queries/filesystems";
import { text } from "@/console/text/overview";

/** The newest changes of all filesystems; nothing if there was none in the last hour. */
export function RecentChanges() {
  const { id: orgId, isAdmin } = useOrganisation();
  const { data: changes = [] } = useQuery(recentChangesQuery(orgId));
  const { data: filesystems = [] } = useQuery(namedFilesystemsQuery(orgId));
  const nameOf = useAuthors(
    orgId,
    isAdmin,
    changes.map(({ filesystem_id: fsId, author }) => ({ fsId, author })),
  );
  if (changes.length === 0) return null;
  return (
    <Card title={text.recentChanges}>
      <ul className="divide-line divide-y">
        {changes.map((change) => (
          <ChangeRow
            key={`${change.filesystem_id} ${change.cursor}`}
            change={change}
            author={nameOf(change.author ?? null)}
            files={`/o/${orgId}/filesystems/${change.filesystem_id}/files`}
            filesystem={filesystems.find(({ id }) => id === change.filesystem_id)?.name}
          />
        ))}
      </ul>
    </Card>
  );
}
