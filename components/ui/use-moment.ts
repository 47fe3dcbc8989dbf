"use client";

import { formatHook } from "./use-format";

/** The format of a moment of these days: "Nov 25, 6:04 PM", in the viewer's zone and locale. */
export const useMoment = formatHook({
  month: "short",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
});
