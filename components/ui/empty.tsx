import type { ReactNode } from "react";

type Props = { title: string; children: ReactNode };

/** An empty state: what would be listed here and how to create it. */
export function Empty({ title, children }: Props) {
  return (
    <div className="border-line rounded-card flex flex-col items-start gap-3 border border-dashed px-5 py-8 sm:px-8">
      <h2 className="text-lg font-semibold">{title}</h2>
      {children}
    </div>
  );
}
