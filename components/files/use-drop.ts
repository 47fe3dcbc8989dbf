"use client";

import { useEffect, useEffectEvent, useState } from "react";

import { toastNotLoaded } from "@/components/ui/lazy-with-retry";
import { toast } from "@/components/ui/toasts";
import type { LocalFile } from "@/console/state/send-files";
import { text } from "@/console/text/files";

/**
 * Accepts files and folders dropped anywhere on the page. By default the browser would leave the page to open them.
 * @param onDrop called at once; what it returns takes the files once they are read, though another folder may be shown
 * @returns whether files are being dragged over the page
 */
export function useDrop(onDrop: () => (files: readonly LocalFile[]) => void): boolean {
  const [isDragging, setDragging] = useState(false);
  const begin = useEffectEvent(onDrop);
  useEffect(() => {
    const cleanup = new AbortController();
    const { signal } = cleanup;
    const over = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      setDragging(true);
    };
    const drop = (event: DragEvent) => {
      event.preventDefault();
      setDragging(false);
      // Read in the event: the list is empty afterwards.
      const items = [...(event.dataTransfer?.items ?? [])].map((item) => item.webkitGetAsEntry());
      const receive = begin();
      void import("./dropped-files").then(
        ({ filesIn }) => filesIn(items).then(receive, () => toast(text.unreadable)),
        toastNotLoaded,
      );
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setDragging(false);
    };
    window.addEventListener("dragover", over, { signal });
    window.addEventListener("drop", drop, { signal });
    window.addEventListener("dragleave", leave, { signal });
    return () => cleanup.abort();
  }, []);
  return isDragging;
}
