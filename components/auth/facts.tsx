import type { ReactNode } from "react";

/** A list of names and values. */
export function Facts({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className="border-line bg-well rounded-control grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 border px-3.5 py-3 text-sm">
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-muted">{name}</dt>
          <dd className="min-w-0 break-words">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
