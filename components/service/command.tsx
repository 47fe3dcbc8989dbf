import type { ReactNode } from "react";

/** A shell command or code to copy. */
export function Command({ children }: { children: ReactNode }) {
  return (
    <pre className="border-line bg-well rounded-control border px-4 py-3 font-mono text-xs leading-6 wrap-anywhere whitespace-pre-wrap">
      <code>{children}</code>
    </pre>
  );
}
