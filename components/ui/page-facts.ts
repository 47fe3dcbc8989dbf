"use client";

import { createContext } from "react";

import type { Times } from "@/console/state/times";

/** What the server knew when it made the page, so that the scripts begin with what its HTML shows. */
export type PageFacts = {
  /** When that was, in milliseconds since 1970. */
  madeAt: number;
  /** The origin that users reach the service by. */
  origin: string;
  times: Times;
};

export const Facts = createContext<PageFacts>({ madeAt: 0, origin: "", times: "relative" });
