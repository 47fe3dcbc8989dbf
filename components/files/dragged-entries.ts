import type { DragEvent } from "react";

// What drags of rows carry; those of files from outside have other types.
const TYPE = "application/x-tidemark-paths";

/** Lets a row be dragged onto a folder, with the paths of what that moves. */
export const dragSource = (paths: () => readonly string[]) => ({
  draggable: true,
  onDragStart(event: DragEvent) {
    event.dataTransfer.setData(TYPE, JSON.stringify(paths()));
    event.dataTransfer.effectAllowed = "move";
  },
});

/** Lets rows be dropped on a folder, which has `data-drop` while they are above it. */
export const dropTarget = (onDrop: (paths: readonly string[]) => void) => ({
  onDragOver(event: DragEvent<HTMLElement>) {
    if (!event.dataTransfer.types.includes(TYPE)) return;
    event.preventDefault();
    event.currentTarget.dataset["drop"] = "";
  },
  onDragLeave(event: DragEvent<HTMLElement>) {
    delete event.currentTarget.dataset["drop"];
  },
  onDrop(event: DragEvent<HTMLElement>) {
    delete event.currentTarget.dataset["drop"];
    const paths: unknown = JSON.parse(event.dataTransfer.getData(TYPE) || "[]");
    if (Array.isArray(paths)) onDrop(paths.filter((path) => typeof path === "string"));
  },
});
