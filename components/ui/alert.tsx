import { CircleAlert, CircleCheck, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";

const BASE =
  "rounded-control flex gap-2.5 border px-3.5 py-3 text-sm [&>svg]:mt-0.5 [&>svg]:size-4 [&>svg]:shrink-0";
const TONES = {
  bad: "border-bad/30 bg-bad-soft [&>svg]:text-bad",
  warn: "border-warn/30 bg-warn-soft [&>svg]:text-warn",
  good: "border-good/30 bg-good-soft [&>svg]:text-good",
};
const ICONS = { bad: CircleAlert, warn: TriangleAlert, good: CircleCheck };

/** A message the reader must see now. Failures interrupt a screen reader, other tones are polite. */
export function Alert({ tone, children }: { tone: keyof typeof TONES; children: ReactNode }) {
  const Icon = ICONS[tone];
  return (
    <div role={tone === "bad" ? "alert" : "status"} className={`${BASE} ${TONES[tone]}`}>
      <Icon aria-hidden />
      <div className="flex min-w-0 flex-col gap-1">{children}</div>
    </div>
  );
}
