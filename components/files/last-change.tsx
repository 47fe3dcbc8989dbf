import { useQuery } from "@tanstack/react-query";

import { useOrganisation } from "@/components/layout/organisation";
import { Ago } from "@/components/ui/ago";
import { Link } from "@/components/ui/link";
import { lastChangeQuery } from "@/console/queries/changes";
import type { FilesystemIds } from "@/console/queries/webhooks";
import { changesText } from "@/console/text/changes";
import { detailsText as text } from "@/console/text/preview";

import { Fact } from "./fact";
import { useAuthors } from "./use-authors";

type Props = { params: FilesystemIds; path: string; etag: string };

/** Who changed an entry last, as long as the change is kept. */
export function LastChange({ params, path, etag }: Props) {
  const { id: orgId, isAdmin } = useOrganisation();
  const nameOf = useAuthors(orgId, isAdmin);
  const { data: change } = useQuery(lastChangeQuery(params, path, etag));
  if (change === undefined) return null;
  const all = `/o/${orgId}/filesystems/${params.fs_id}/changes?q=${encodeURIComponent(path)}`;
  return (
    <Fact name={text.lastChange}>
      {change === null ? (
        <span className="text-muted">{text.noLastChange}</span>
      ) : (
        <>
          {text.changes[change.type]} {changesText.by(nameOf(change.author ?? null))}
          {change.at !== undefined && (
            <>
              {", "}
              <Ago at={change.at} />
            </>
          )}
          <Link className="text-tide block text-sm hover:underline" href={all}>
            {text.viewChanges}
          </Link>
        </>
      )}
    </Fact>
  );
}
