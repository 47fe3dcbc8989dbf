"use client";

import { useSyncExternalStore } from "react";

import { lazyWithRetry } from "@/components/ui/lazy-with-retry";
import { areUploadsShown, subscribe } from "@/console/state/upload-tray";

const Tray = lazyWithRetry(() => import("./tray").then((all) => all.Tray));

/** The tray of uploads, on every page while there are any. */
export function Uploads() {
  const isShown = useSyncExternalStore(subscribe, areUploadsShown, () => false);
  return isShown && <Tray />;
}
