import { Chart, HEIGHT, Span, Total } from "@/components/ui/chart";
import type { KeyDay } from "@/console/queries/api-keys";
import { axisEnd } from "@/console/state/axis";
import { dayOf } from "@/console/text/ago";
import { keyRequestsText as text } from "@/console/text/api-keys";

/** How many requests were made on each day, those that failed above the others. */
export function RequestDays({ days }: { days: readonly KeyDay[] }) {
  const most = axisEnd(Math.max(...days.map(({ requests }) => requests)));
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
        scale={requests === 0 ? ["", ""] : [text.count(most), text.count(most / 2)]}
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
