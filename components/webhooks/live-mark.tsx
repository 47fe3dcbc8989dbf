import { useOnline } from "@/components/ui/use-online";
import { errorMessage } from "@/console/text/error-message";
import { text } from "@/console/text/layout";
import type { LiveState } from "@/lib/api-client/follow-stream";

/** Whether the page shows live data. A stream notices late that the browser has no network any more. */
export function LiveMark({ state }: { state: LiveState }) {
  const isOnline = useOnline();
  const isLive = isOnline && state.kind === "live";
  return (
    <output
      className={`flex items-center gap-2 text-sm ${isLive || (isOnline && state.kind === "connecting") ? "text-muted" : "text-warn font-medium"}`}
    >
      <span
        aria-hidden
        className={`size-2 shrink-0 rounded-full ${isLive ? "bg-good" : "bg-current opacity-60"}`}
      />
      {isOnline ? describe(state) : text.live.offline}
    </output>
  );
}

const describe = (state: LiveState) =>
  state.kind === "ended"
    ? text.live.ended(errorMessage(state.error, { not_found: text.live.gone }))
    : text.live[state.kind];
