import type { LiveState } from "@/console/queries/live";
import { errorMessage } from "@/console/text/error-message";

/** Whether what the page shows is of this moment. */
export function LiveMark({ state }: { state: LiveState }) {
  const isLive = state.kind === "live";
  return (
    <output
      className={`flex items-center gap-2 text-sm ${isLive || state.kind === "connecting" ? "text-muted" : "text-warn font-medium"}`}
    >
      <span
        aria-hidden
        className={`size-2 shrink-0 rounded-full ${isLive ? "bg-good" : "bg-current opacity-60"}`}
      />
      {wordsFor(state)}
    </output>
  );
}

const WORDS = {
  connecting: "Connecting…",
  live: "Live",
  interrupted: "Not live: reconnecting…",
};

const wordsFor = (state: LiveState) =>
  state.kind === "ended"
    ? `Not live: ${errorMessage(state.error, { not_found: "this is gone." })}`
    : WORDS[state.kind];
