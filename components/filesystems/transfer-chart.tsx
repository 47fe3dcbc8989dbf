import { Chart, HEIGHT, Span, Total } from "@/components/ui/chart";
import type { UsageDay } from "@/console/queries/usage";
import { axisEndOfBytes } from "@/console/state/axis";
import type { Periods } from "@/console/state/periods";
import { dayOf } from "@/console/text/ago";
import { changeText, text } from "@/console/text/usage";

const sumOf = (days: readonly UsageDay[], name: "bytes_read" | "bytes_written") =>
  days.reduce((all, day) => all + day[name], 0);

/** Bytes written and read on each day, one above the other, and how that compares with the days before. */
export function TransferChart({ days, before }: Periods<UsageDay>) {
  const noteOf = (name: "bytes_read" | "bytes_written", now: number) =>
    before === null ? undefined : changeText(now, sumOf(before, name), text.size, before.length);
  const most = axisEndOfBytes(Math.max(...days.map((day) => day.bytes_read + day.bytes_written)));
  const read = sumOf(days, "bytes_read");
  const written = sumOf(days, "bytes_written");
  const y = (bytes: number) => (bytes / most) * HEIGHT;
  return (
    <div className="flex flex-col gap-4">
      <dl className="flex flex-wrap gap-x-8 gap-y-2">
        <Total
          name={text.written}
          value={text.size(written)}
          dot="bg-tide"
          note={noteOf("bytes_written", written)}
        />
        <Total
          name={text.read}
          value={text.size(read)}
          dot="bg-tide/35"
          note={noteOf("bytes_read", read)}
        />
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
