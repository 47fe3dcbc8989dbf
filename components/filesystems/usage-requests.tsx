import { useQuery } from "@tanstack/react-query";

import { Failure } from "@/components/forms/failure";
import { useOrganisation } from "@/components/layout/organisation";
import { RequestDays } from "@/components/organisations/request-days";
import { Card } from "@/components/ui/card";
import { Link } from "@/components/ui/link";
import { Skeleton } from "@/components/ui/skeleton";
import { apiKeysQuery } from "@/console/queries/api-keys";
import { MOST_KEYS, requestHistoryQuery } from "@/console/queries/usage";
import { requestsText as text } from "@/console/text/usage";

type Props = { fsId: string; days: number };

/** The requests with the API keys that reach a filesystem, by days and by keys; for owners and admins. */
export function UsageRequests({ fsId, days }: Props) {
  const { id: orgId } = useOrganisation();
  const { data, error, isPending } = useQuery({
    ...requestHistoryQuery(orgId, fsId, days),
    placeholderData: (before) => before,
  });
  return (
    <Card title={text.title(days)} description={text.hint}>
      <div className="flex flex-col gap-4 p-5">
        <Failure error={error} />
        {isPending && <Skeleton className="h-56" />}
        {data?.days.length === 0 && <p className="text-muted">{text.noKeys}</p>}
        {data !== undefined && data.days.length > 0 && (
          <>
            <RequestDays days={data.days} before={data.before} />
            <ByKey keys={data.keys} />
          </>
        )}
        {data?.isPartial === true && (
          <p className="text-muted text-sm">{text.isPartial(MOST_KEYS)}</p>
        )}
      </div>
    </Card>
  );
}

type KeyTotal = { id: string; requests: number; failed: number };

function ByKey({ keys }: { keys: readonly KeyTotal[] }) {
  const { id: orgId } = useOrganisation();
  const { data: all = [] } = useQuery(apiKeysQuery(orgId));
  const names = new Map(all.map(({ id, name }) => [id, name]));
  const shown = keys
    .flatMap((key) => ({ ...key, name: names.get(key.id) }))
    .filter(({ name, requests }) => name !== undefined && requests > 0)
    .toSorted((a, b) => b.requests - a.requests);
  if (shown.length === 0) return null;
  return (
    <section className="flex flex-col gap-1.5">
      <h3 className="text-sm font-medium">{text.byKey}</h3>
      <ul aria-label={text.byKey} className="divide-line divide-y text-sm">
        {shown.map(({ id, name = "", ...total }) => (
          <li key={id} className="flex flex-wrap justify-between gap-x-4 py-1.5">
            <Link
              href={`/o/${orgId}/keys?${new URLSearchParams({ q: name }).toString()}`}
              className="hover:text-tide min-w-0 font-medium wrap-anywhere"
            >
              {name}
            </Link>
            <span className="text-muted tabular-nums">{text.ofKey(total)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
