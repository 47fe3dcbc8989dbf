import { useQuery } from "@tanstack/react-query";

import { Failure } from "@/components/forms/failure";
import { useOrganisation } from "@/components/layout/organisation";
import { useSearchText } from "@/components/layout/use-address";
import { Card } from "@/components/ui/card";
import { Period } from "@/components/ui/period";
import { Skeleton } from "@/components/ui/skeleton";
import type { ApiKey } from "@/console/queries/api-keys";
import { MOST_KEYS, periodOf, requestHistoryQuery } from "@/console/queries/usage";
import { latestUsed } from "@/console/state/latest-used";
import { requestsText as text } from "@/console/text/usage";

import { RequestDays } from "./request-days";

/** The requests with all API keys of an organisation, by days and by keys. */
export function AllKeyRequests({ keys }: { keys: readonly ApiKey[] }) {
  const { id: orgId } = useOrganisation();
  const [period, setPeriod] = useSearchText("days");
  const days = periodOf(period);
  const used = latestUsed(keys);
  const asked = used.slice(0, MOST_KEYS).map(({ id }) => id);
  const { data, error, isPending } = useQuery({
    ...requestHistoryQuery(orgId, asked, days),
    placeholderData: (before) => before,
  });
  const names = new Map(keys.map(({ id, name }) => [id, name]));
  const shown = data?.keys.filter(({ requests }) => requests > 0) ?? [];
  return (
    <Card
      title={text.title(days)}
      description={text.hint}
      action={<Period days={days} onChange={setPeriod} />}
    >
      <div className="flex flex-col gap-4 p-5">
        <Failure error={error} />
        {isPending && <Skeleton className="h-56" />}
        {data !== undefined && <RequestDays days={data.days} before={data.before} />}
        {shown.length > 0 && (
          <section className="flex flex-col gap-1.5">
            <h3 className="text-sm font-medium">{text.byKey}</h3>
            <ul aria-label={text.byKey} className="divide-line divide-y text-sm">
              {shown.map(({ id, ...total }) => (
                <li key={id} className="flex flex-wrap justify-between gap-x-4 py-1.5">
                  <span className="min-w-0 font-medium wrap-anywhere">{names.get(id)}</span>
                  <span className="text-muted tabular-nums">{text.ofKey(total)}</span>
                </li>
              ))}
            </ul>
          </section>
        )}
        {used.length > MOST_KEYS && (
          <p className="text-muted text-sm">{text.isPartial(MOST_KEYS)}</p>
        )}
      </div>
    </Card>
  );
}
