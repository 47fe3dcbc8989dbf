import { Chart, HEIGHT, Span, Total } from "@/components/ui/chart";
import type { UsageDay } from "@/console/queries/usage";
import { axisEndOfBytes } from "@/console/state/axis";
import { dayOf } from "@/console/text/ago";
import { text } from "@/console/text/usage";

/** Bytes written and read on each day, one above the other. */
export function TransferChart({ days }: { days: readonly UsageDay[] }) {
  const sum = (pick: (day: UsageDay) => number) => days.reduce((all, day) => all + pick(day), 0);
  const most = axisEndOfBytes(Math.max(...days.map((day) => day.bytes_read + day.bytes_written)));
  const read = sum((day) => day.bytes_read);
  const written = sum((day) => day.bytes_written);
  const y = (bytes: number) => (bytes / most) * HEIGHT;
  return (
    <div className="flex flex-col gap-4">
      <dl className="flex flex-wrap gap-x-8 gap-y-2">
        <Total name={text.written} value={text.size(written)} dot="bg-tide" />
        <Total name={text.read} value={text.size(read)} dot="bg-tide/35" />
      </dl>
      <Chart
        title={text.perDay}
        summary={text.readAndWritten(read, written)}
        scale={read + written === 0 ? ["", ""] : [text.size(most), text.size(most / 2)]}
        buckets={days}
        timeOf={({ date }) => dayOf(date)}
        end={text.today}
        describe={(day) => text.readAndWritten(day.bytes_read, day.bytes_written)}
      >
        {(day) => (
          <>
            <Span from={0} to={y(day.bytes_written)} className="fill-tide" />
            <Span
              from={y(day.bytes_written)}
              to={y(day.bytes_written + day.bytes_read)}
              className="fill-tide/35"
            />
          </>
        )}
      </Chart>
    </div>
  );
}
