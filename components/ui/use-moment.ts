"use client";

import { formatHook } from "./use-format";

/** The format of any moment: "25 Nov 2026, 18:04", in the viewer's zone. */
export const useTimestamp = formatHook({ dateStyle: "medium", timeStyle: "short" });

/** The format of a moment of these days: "25 Nov, 18:04", in the viewer's zone. */
export const useMoment = formatHook({
  month: "short",
  day: "numeric",
  hour: "2-digit",
  minute: "2-digit",
});

/** The same with seconds, to find a moment in the log of a server. */
export const useInstant = formatHook({
  month: "short",
  day: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
});
