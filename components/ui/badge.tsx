import type { ReactNode } from "react";

const BASE =
  "inline-flex shrink-0 items-center gap-1.5 rounded-full px-2 py-px text-xs font-medium whitespace-nowrap tabular-nums";
const TONES = {
  plain: "bg-well text-muted",
  tide: "bg-tide-soft text-tide",
  warn: "bg-warn-soft text-warn",
  bad: "bg-bad-soft text-bad",
};

type Props = { tone?: keyof typeof TONES; children: ReactNode };

/** A role, status or other label next to what it describes. */
export function Badge({ tone = "plain", children }: Props) {
  return <span className={`${BASE} ${TONES[tone]}`}>{children}</span>;
}
