import { cn } from "./cn";

/** The shape of what is still on its way. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={cn("bg-line/60 rounded-control animate-pulse", className)} />;
}
