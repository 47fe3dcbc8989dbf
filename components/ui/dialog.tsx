"use client";

import type { ReactNode } from "react";

import { lazyWithRetry } from "./lazy-with-retry";

export type DialogProps = {
  title: string;
  description?: ReactNode;
  /** Called when the reader leaves it, by the cross, Escape or a press beside it. */
  onClose: () => void;
  children: ReactNode;
};

/** Something to answer before the page goes on. It is open as long as it is rendered. */
export const Dialog = lazyWithRetry(() => import("./dialog-parts").then((all) => all.Opened));
