import type { ReactNode } from "react";

import { text } from "@/console/text/ui";

type Props = {
  name: string;
  used: number;
  /** Null: there is none. */
  limit: number | null;
  format: (value: number) => string;
  /** What it says without a limit. */
  unlimited?: string;
  /** What the bar shows, where that is not this limit. */
  bar?: { used: number; limit: number } | null;
  /** Notes below the bar. */
  children?: ReactNode;
};

/** The share of a limit from which on owners should act. */
export const NEARLY = 0.8;

/** What is used of a limit, as a term of a description list with a bar. */
export function UsedOf({ name, used, limit, format, unlimited = text.unlimited, ...rest }: Props) {
  const { bar = limit === null ? null : { used, limit }, children } = rest;
  return (
    <div className="flex flex-col gap-1.5 px-5 py-4">
      <dt className="text-muted text-sm">{name}</dt>
      <dd className="flex flex-col gap-2">
        <span>
          <span className="text-xl font-semibold tabular-nums">{format(used)}</span>{" "}
          <span className="text-muted text-sm">
            {limit === null ? unlimited : text.ofLimit(format(limit))}
          </span>
        </span>
        {bar && <Bar {...bar} />}
        {children}
      </dd>
    </div>
  );
}

function Bar({ used, limit }: { used: number; limit: number }) {
  const share = limit === 0 ? 1 : Math.min(1, used / limit);
  return (
    <span aria-hidden className="bg-well block h-1.5 overflow-hidden rounded-full">
      <span
        className={`block h-full ${share < NEARLY ? "bg-tide" : "bg-bad"}`}
        style={{ width: `${share * 100}%` }}
      />
    </span>
  );
}
