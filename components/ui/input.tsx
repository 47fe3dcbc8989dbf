import type { ComponentProps } from "react";

import { cn } from "./cn";

/** A text input. 16 px on phones: browsers zoom in on anything smaller. */
export function Input({ className, ...props }: ComponentProps<"input">) {
  return (
    <input
      className={cn(
        "border-edge bg-sheet rounded-control placeholder:text-muted/70 aria-invalid:border-bad read-only:bg-well disabled:bg-well h-9 w-full border px-3 text-lg outline-offset-0 sm:text-base",
        className,
      )}
      {...props}
    />
  );
}
