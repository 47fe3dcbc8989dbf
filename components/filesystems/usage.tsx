"use client";

import { useQuery } from "@tanstack/react-query";

import { Failure } from "@/components/forms/failure";
import { useOrganisation } from "@/components/layout/organisation";
import { Page } from "@/components/layout/page";
import { useSearchText } from "@/components/layout/use-address";
import { Card } from "@/components/ui/card";
import { Select } from "@/components/ui/select";
import { Skeleton } from "@/components/ui/skeleton";
import { usageHistoryQuery, usageQuery } from "@/console/queries/usage";
import { countOf, sizeOf } from "@/console/text/sizes";

import { UsageBars } from "./usage-bars";

const SPANS = [7, 30, 90, 365];

/** What a filesystem holds against its quota, and what its contents moved day by day. */
export function Usage({ fsId }: { fsId: string }) {
  const { id: orgId } = useOrganisation();
  const { data, error } = useQuery(usageQuery(orgId, fsId));
  const [span, setSpan] = useSearchText("days");
  const days = SPANS.find((one) => String(one) === span) ?? 30;
  const history = useQuery({
    ...usageHistoryQuery(orgId, fsId, days),
    placeholderData: (before) => before,
  });
  return (
    <Page title="Usage">
      <Failure error={error ?? history.error} />
      {data === undefined ? (
        !error && <Skeleton className="h-24" />
      ) : (
        <dl className="border-line bg-sheet rounded-card divide-line grid divide-y border sm:grid-cols-2 sm:divide-x sm:divide-y-0">
          <Held name="Contents" used={data.retained_bytes} quota={data.byte_quota} words={sizeOf} />
          <Held
            name="Entries"
            used={data.entries}
            quota={data.entry_quota}
            words={(count) => countOf(count, "entry", "entries")}
          />
        </dl>
      )}
      <Card
        title="Contents moved"
        description="By UTC day; about a second behind."
        action={
          <Select
            quiet
            label="Days"
            dense
            value={String(days)}
            onChange={(event) => setSpan(event.target.value)}
          >
            {SPANS.map((one) => (
              <option key={one} value={one}>
                {one} days
              </option>
            ))}
          </Select>
        }
      >
        <div className="flex flex-col gap-6 p-5">
          {history.data === undefined ? (
            <Skeleton className="h-56" />
          ) : (
            <>
              <UsageBars
                name="Read"
                days={history.data.map((day) => ({ date: day.date, bytes: day.bytes_read }))}
              />
              <UsageBars
                name="Written"
                days={history.data.map((day) => ({ date: day.date, bytes: day.bytes_written }))}
              />
            </>
          )}
        </div>
      </Card>
    </Page>
  );
}

type HeldProps = {
  name: string;
  used: number;
  quota: number | null;
  words: (count: number) => string;
};

function Held({ name, used, quota, words }: HeldProps) {
  const share = quota === null ? null : Math.min(1, quota === 0 ? 1 : used / quota);
  return (
    <div className="flex flex-col gap-1.5 px-5 py-4">
      <dt className="text-muted text-sm">{name}</dt>
      <dd className="flex flex-col gap-2">
        <span>
          <span className="text-xl font-semibold tabular-nums">{words(used)}</span>{" "}
          <span className="text-muted text-sm">
            {quota === null ? "no quota" : `of ${words(quota)}`}
          </span>
        </span>
        {share !== null && (
          <span aria-hidden className="bg-well block h-1.5 overflow-hidden rounded-full">
            <span
              className={`block h-full ${share > 0.9 ? "bg-bad" : "bg-tide"}`}
              style={{ width: `${share * 100}%` }}
            />
          </span>
        )}
      </dd>
    </div>
  );
}
