"use client";

import type { ReactNode } from "react";

import { lazyWithRetry } from "./lazy-with-retry";

export type DialogProps = {
  title: string;
  description?: ReactNode;
  /** For contents that are no form: as large as the window, whatever the contents, so that its buttons keep their place. */
  isWide?: boolean;
  /** For what is shown once: it stays until one of its own buttons closes it. */
  isSticky?: boolean;
  /** Called on the close button, Escape or a click outside. */
  onClose: () => void;
  children: ReactNode;
};

/** A modal dialog. It is open as long as it is rendered. */
export const Dialog = lazyWithRetry(() => import("./dialog-parts").then((all) => all.Opened));
