import { cva, type VariantProps } from "class-variance-authority";
import type { ReactNode } from "react";

const badge = cva(
  "inline-flex shrink-0 items-center gap-1.5 rounded-full px-2 py-px text-xs font-medium whitespace-nowrap tabular-nums",
  {
    variants: {
      tone: {
        plain: "bg-well text-muted",
        tide: "bg-tide-soft text-tide",
        warn: "bg-warn-soft text-warn",
        bad: "bg-bad-soft text-bad",
      },
    },
    defaultVariants: { tone: "plain" },
  },
);

/** A word about the thing beside it: a role, a status. */
export function Badge({ tone, children }: VariantProps<typeof badge> & { children: ReactNode }) {
  return <span className={badge({ tone })}>{children}</span>;
}
