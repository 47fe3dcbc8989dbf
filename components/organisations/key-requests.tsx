import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { Failure } from "@/components/forms/failure";
import { useOrganisation } from "@/components/layout/organisation";
import { Chart, HEIGHT, Span, Total } from "@/components/ui/chart";
import { Dialog } from "@/components/ui/dialog";
import { Skeleton } from "@/components/ui/skeleton";
import { ViewSwitch } from "@/components/ui/view-switch";
import { type ApiKey, type KeyDay, keyRequestsQuery } from "@/console/queries/api-keys";
import { dayOf } from "@/console/text/ago";
import { keyRequestsText as text, text as keys } from "@/console/text/api-keys";

const PERIODS = ["7", "30", "90", "365"] as const;
const NAMES = {
  "7": text.lastDays(7),
  "30": text.lastDays(30),
  "90": text.lastDays(90),
  "365": text.lastDays(365),
};

/** How many requests were made with an API key on each day. */
export function KeyRequests({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const { id: orgId } = useOrganisation();
  const [days, setDays] = useState<(typeof PERIODS)[number]>("30");
  const { data, error } = useQuery({
    ...keyRequestsQuery(orgId, apiKey.id, Number(days)),
    placeholderData: (before) => before,
  });
  return (
    <Dialog title={keys.requestsOf(apiKey.name)} description={text.failedHint} onClose={onClose}>
      <ViewSwitch
        label={text.period}
        views={PERIODS}
        names={NAMES}
        value={days}
        onChange={setDays}
      />
      <Failure error={error} />
      {data === undefined ? !error && <Skeleton className="h-56" /> : <Days days={data} />}
    </Dialog>
  );
}

function Days({ days }: { days: readonly KeyDay[] }) {
  const most = Math.max(1, ...days.map(({ requests }) => requests));
  const requests = days.reduce((all, day) => all + day.requests, 0);
  const failed = days.reduce((all, day) => all + day.failed, 0);
  const y = (count: number) => (count / most) * HEIGHT;
  return (
    <div className="flex flex-col gap-4">
      <dl className="flex flex-wrap gap-x-8 gap-y-2">
        <Total name={text.succeeded} value={text.count(requests - failed)} dot="bg-tide" />
        <Total name={text.failed} value={text.count(failed)} dot="bg-bad" />
      </dl>
      <Chart
        title={text.perDay}
        summary={text.counts(requests - failed, failed)}
        scale={requests === 0 ? ["", ""] : [text.count(most), ""]}
        buckets={days}
        timeOf={({ date }) => dayOf(date)}
        end={text.today}
        describe={(day) => text.counts(day.requests - day.failed, day.failed)}
      >
        {(day) => (
          <>
            <Span from={0} to={y(day.requests - day.failed)} className="fill-tide" />
            <Span from={y(day.requests - day.failed)} to={y(day.requests)} className="fill-bad" />
          </>
        )}
      </Chart>
    </div>
  );
}
