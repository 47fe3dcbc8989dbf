import { Chart, HEIGHT, Span, Total } from "@/components/ui/chart";
import type { KeyDay } from "@/console/queries/api-keys";
import { totalOf } from "@/console/queries/usage";
import { axisEnd } from "@/console/state/axis";
import { dayOf } from "@/console/text/ago";
import { keyRequestsText as text } from "@/console/text/api-keys";
import { changeText } from "@/console/text/usage";

type Props = {
  days: readonly KeyDay[];
  /** As many days before these, to compare with. */
  before?: readonly KeyDay[] | null;
};

/** How many requests were made on each day, those that failed above the others. */
export function RequestDays({ days, before = null }: Props) {
  const noteOf = (name: "requests" | "failed", now: number) => {
    if (before === null) return undefined;
    const total = totalOf(before);
    const was = name === "failed" ? total.failed : total.requests - total.failed;
    return changeText(now, was, text.count, before.length);
  };
  const most = axisEnd(Math.max(...days.map(({ requests }) => requests)));
  const { requests, failed } = totalOf(days);
  const y = (count: number) => (count / most) * HEIGHT;
  return (
    <div className="flex flex-col gap-4">
      <dl className="flex flex-wrap gap-x-8 gap-y-2">
        <Total
          name={text.succeeded}
          value={text.count(requests - failed)}
          dot="bg-tide"
          note={noteOf("requests", requests - failed)}
        />
        <Total
          name={text.failed}
          value={text.count(failed)}
          dot="bg-bad"
          note={noteOf("failed", failed)}
        />
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
