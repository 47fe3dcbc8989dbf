import { sizeOf } from "@/console/text/sizes";

type Props = { name: string; days: readonly { date: string; bytes: number }[] };

/** Bytes day by day, as bars; what a screen reader gets is the sum and the largest day. */
export function UsageBars({ name, days }: Props) {
  const sum = days.reduce((total, { bytes }) => total + bytes, 0);
  const most = Math.max(1, ...days.map(({ bytes }) => bytes));
  const largest = days.find(({ bytes }) => bytes === most);
  return (
    <figure className="flex flex-col gap-2">
      <figcaption className="flex items-baseline justify-between gap-4">
        <span className="font-medium">
          {name} <span className="text-muted font-normal tabular-nums">{sizeOf(sum)}</span>
        </span>
        <span className="text-muted text-sm">
          {largest ? `most on ${largest.date}: ${sizeOf(most)}` : "nothing yet"}
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
            y={24 - (24 * bytes) / most}
            height={(24 * bytes) / most}
            className="fill-tide"
          >
            <title>{`${date}: ${sizeOf(bytes)}`}</title>
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
