import { type ReactNode, useState } from "react";

/** The height of a chart, in its own units. */
export const HEIGHT = 64;
const BAR = 10;

type Props<Bucket> = {
  title: string;
  /** What the full height and half of it stand for. */
  scale: readonly [full: string, half: string];
  buckets: readonly Bucket[];
  /** The time of a bucket, as under the first one and while the pointer is on it. */
  timeOf: (bucket: Bucket) => string;
  /** What is written under the last one. */
  end: string;
  /** The whole chart as text, for screen readers. */
  summary: string;
  /** Said in place of that when there is nothing to point at. */
  empty?: string | undefined;
  /** A bucket as text, shown while the pointer is on it. */
  describe: (bucket: Bucket) => string;
  /** Called with a bar that was pressed. */
  onPick?: ((bucket: Bucket) => void) | undefined;
  children: (bucket: Bucket) => ReactNode;
};

/** A bar chart over time, oldest first; `children` draws the bar of a bucket. */
export function Chart<Bucket>(props: Props<Bucket>) {
  const { title, scale, summary, buckets, timeOf, end, describe, empty, onPick, children } = props;
  const [pointed, setPointed] = useState<number | null>(null);
  const bucket = pointed === null ? undefined : buckets[pointed];
  const first = buckets[0];
  return (
    <figure className="relative flex min-w-0 flex-col gap-1.5">
      {/* The first label of the axis reaches above the chart. */}
      <figcaption className="mb-1.5 flex items-baseline justify-between gap-4">
        <h3 className="text-sm font-medium">{title}</h3>
        <span className="text-muted text-xs tabular-nums">
          {bucket === undefined ? empty : `${timeOf(bucket)}: ${describe(bucket)}`}
        </span>
      </figcaption>
      <div className="flex gap-2">
        <span
          aria-hidden
          className="text-muted flex w-14 shrink-0 flex-col items-end justify-between text-xs tabular-nums"
        >
          <span className="-mt-2">{scale[0]}</span>
          <span>{scale[1]}</span>
          <span className="-mb-2">0</span>
        </span>
        <svg
          role="img"
          aria-label={`${title}: ${summary}`}
          viewBox={`0 0 ${buckets.length * BAR} ${HEIGHT}`}
          preserveAspectRatio="none"
          className="border-line h-24 min-w-0 flex-1 border-y"
          onPointerLeave={() => setPointed(null)}
        >
          <line
            x2={buckets.length * BAR}
            y1={HEIGHT / 2}
            y2={HEIGHT / 2}
            vectorEffect="non-scaling-stroke"
            className="stroke-line"
          />
          {buckets.map((one, i) => (
            <g
              key={i}
              transform={`translate(${i * BAR} 0)`}
              onPointerEnter={() => setPointed(i)}
              {...(onPick && { onClick: () => onPick(one), className: "cursor-pointer" })}
            >
              <rect
                width={BAR}
                height={HEIGHT}
                className={i === pointed ? "fill-well" : "fill-transparent"}
              />
              {children(one)}
            </g>
          ))}
        </svg>
      </div>
      {/* For keys and screen readers, seen while it has the focus: the arrows go from bar to bar. */}
      <input
        type="range"
        className="accent-tide sr-only focus:not-sr-only focus:ml-16"
        aria-label={title}
        aria-valuetext={bucket && `${timeOf(bucket)}: ${describe(bucket)}`}
        max={buckets.length - 1}
        value={pointed ?? buckets.length - 1}
        onFocus={() => setPointed(buckets.length - 1)}
        onBlur={() => setPointed(null)}
        onChange={({ target }) => setPointed(Number(target.value))}
        onKeyDown={({ key }) => key === "Enter" && bucket && onPick?.(bucket)}
      />
      <div aria-hidden className="text-muted flex justify-between gap-4 pl-16 text-xs tabular-nums">
        <span suppressHydrationWarning>{first !== undefined && timeOf(first)}</span>
        <span suppressHydrationWarning>{end}</span>
      </div>
    </figure>
  );
}

type SpanProps = { from: number; to: number; className: string };

/** A segment of a bar, between two heights. */
export function Span({ from, to, className }: SpanProps) {
  return (
    <rect
      x={1}
      width={BAR - 2}
      y={HEIGHT - to}
      height={to - from}
      className={`pointer-events-none ${className}`}
    />
  );
}

type TotalProps = {
  name: string;
  value: string;
  dot: string;
  /** How it compares. */
  note?: string | undefined;
};

/** What a colour of a chart adds up to, as a term of a description list. */
export function Total({ name, value, dot, note }: TotalProps) {
  return (
    <div>
      <dt className="text-muted flex items-center gap-2 text-sm">
        <span aria-hidden className={`size-2.5 rounded-full ${dot}`} />
        {name}
      </dt>
      <dd className="text-lg font-semibold tabular-nums">{value}</dd>
      {note !== undefined && <dd className="text-muted text-sm">{note}</dd>}
    </div>
  );
}
