import { cn } from "./cn";

/** A placeholder for content that is loading. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={cn("bg-line/60 rounded-control animate-pulse", className)} />;
}
