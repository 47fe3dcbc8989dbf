import { useOrganisation } from "@/components/layout/organisation";
import { Link } from "@/components/ui/link";
import type { Stat } from "@/console/queries/entries";
import { detailsText as text } from "@/console/text/preview";

import { Fact } from "./fact";
import { useAuthors } from "./use-authors";

/** Who wrote the contents of an entry last, and where its changes are listed. */
export function ModifiedBy({ fsId, stat }: { fsId: string; stat: Stat }) {
  const { id: orgId, isAdmin } = useOrganisation();
  const nameOf = useAuthors(orgId, isAdmin, [{ fsId, author: stat.modified_by }]);
  return (
    <Fact name={text.modifiedBy}>
      {stat.modified_by === null ? text.notRecorded : nameOf(stat.modified_by)}
      <Link
        className="text-tide block text-sm hover:underline"
        href={`/o/${orgId}/filesystems/${fsId}/changes?q=${encodeURIComponent(stat.path)}`}
      >
        {text.viewChanges}
      </Link>
    </Fact>
  );
}
