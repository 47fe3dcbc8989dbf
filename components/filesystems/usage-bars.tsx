import { text } from "@/console/text/usage";

type Props = { name: string; days: readonly { date: string; bytes: number }[] };

/** A bar chart of bytes per day. Screen readers get the total and the peak day. */
export function UsageBars({ name, days }: Props) {
  const sum = days.reduce((total, { bytes }) => total + bytes, 0);
  const peak = Math.max(1, ...days.map(({ bytes }) => bytes));
  const peakDay = days.find(({ bytes }) => bytes === peak);
  return (
    <figure className="flex flex-col gap-2">
      <figcaption className="flex items-baseline justify-between gap-4">
        <span className="font-medium">
          {name}{" "}
          <span className="text-muted font-normal tabular-nums">{text.storageValue(sum)}</span>
        </span>
        <span className="text-muted text-sm">
          {peakDay ? text.peak(peak, peakDay.date) : text.noTransfer}
        </span>
      </figcaption>
      <svg
        aria-hidden
        viewBox={`0 0 ${days.length} 24`}
        preserveAspectRatio="none"
        className="bg-well rounded-control h-20 w-full"
      >
        {days.map(({ date, bytes }, i) => (
          <rect
            key={date}
            x={i + 0.1}
            width={0.8}
            y={24 - (24 * bytes) / peak}
            height={(24 * bytes) / peak}
            className="fill-tide"
          >
            <title>{text.dayValue(date, bytes)}</title>
          </rect>
        ))}
      </svg>
      <div aria-hidden className="text-muted flex justify-between text-xs tabular-nums">
        <span>{days[0]?.date}</span>
        <span>{days.at(-1)?.date}</span>
      </div>
    </figure>
  );
}
