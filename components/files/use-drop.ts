"use client";

import { useEffect, useEffectEvent, useState } from "react";

import { toast } from "@/components/ui/toasts";
import type { LocalFile } from "@/console/state/uploads";
import { text } from "@/console/text/files";

import { droppedFiles } from "./dropped-files";

/**
 * Accepts files and folders dropped anywhere on the page. By default the browser would leave the page to open them.
 * @returns whether files are being dragged over the page
 */
export function useDrop(onFiles: (files: readonly LocalFile[]) => void): boolean {
  const [isDragging, setDragging] = useState(false);
  const receive = useEffectEvent(onFiles);
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
      if (event.dataTransfer !== null)
        droppedFiles(event.dataTransfer).then(receive, () => toast(text.unreadable));
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
