"use client";

import type { ReactNode } from "react";

import type { WebhookStats } from "@/console/queries/stats";
import { aboutTheirs, causeOfAll, type LastFailure } from "@/console/text/failure-causes";
import { text } from "@/console/text/webhook-health";

type Props = {
  byCode: WebhookStats["by_code"];
  webhook: LastFailure | undefined;
  /** Called with a code that was pressed. */
  onPick: (code: string) => void;
};

/** The failed attempts by code, the most frequent first, with the meaning of each code. */
export function FailureCodes({ byCode, webhook, onPick }: Props) {
  const codes = Object.entries(byCode)
    .filter(([code]) => code !== "delivered")
    .toSorted((a, b) => b[1] - a[1]);
  const most = Math.max(1, ...codes.map(([, count]) => count));
  return (
    <figure className="flex flex-col gap-1.5 lg:col-span-2">
      <figcaption>
        <h3 className="text-sm font-medium">{text.byCode}</h3>
      </figcaption>
      <ul className="flex flex-col gap-1">
        {codes.map(([code, count]) => (
          <li key={code} className="grid grid-cols-[7.5rem_minmax(0,1fr)] items-baseline gap-3">
            <button
              type="button"
              onClick={() => onPick(code)}
              className="text-bad truncate text-left font-mono text-xs hover:underline"
            >
              {code}
            </button>
            <Share of={count / most}>
              <span className="tabular-nums">{count.toLocaleString("en")}</span>{" "}
              <span className="text-muted">
                {webhook?.isTheirs
                  ? aboutTheirs(causeOfAll(code, webhook))
                  : causeOfAll(code, webhook)}
              </span>
            </Share>
          </li>
        ))}
      </ul>
    </figure>
  );
}

function Share({ of: share, children }: { of: number; children: ReactNode }) {
  return (
    <div className="relative min-w-0 px-2 py-0.5 text-sm">
      <span
        aria-hidden
        className="bg-bad-soft rounded-control absolute inset-y-0 left-0"
        style={{ width: `${Math.max(1, share * 100)}%` }}
      />
      <span className="relative block">{children}</span>
    </div>
  );
}
