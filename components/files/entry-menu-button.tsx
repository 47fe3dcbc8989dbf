"use client";

import type { KeyboardEvent, MouseEvent } from "react";

import { DotsButton } from "@/components/ui/dots-button";
import { whenNear } from "@/components/ui/lazy-with-retry";
import { text } from "@/console/text/files";

import { EntryMenu } from "./entry-overlay";
import type { MenuPosition } from "./use-row-actions";

type Props = {
  /** The name of the entry. */
  name: string;
  tabIndex: number;
  isOpen: boolean;
  onOpen: (position: MenuPosition) => void;
};

/** The button with three dots of a row. */
export function EntryMenuButton({ name, tabIndex, isOpen, onOpen }: Props) {
  const open = ({ currentTarget }: { currentTarget: HTMLElement }) => {
    const { right, bottom } = currentTarget.getBoundingClientRect();
    // Safari does not give a button the focus that is clicked; it gets it back from the menu.
    currentTarget.focus({ preventScroll: true });
    onOpen({ x: right, y: bottom, align: "end" });
  };
  return (
    <DotsButton
      label={text.moreActions(name)}
      tabIndex={tabIndex}
      aria-haspopup="menu"
      aria-expanded={isOpen}
      onClick={open}
      {...whenNear(EntryMenu)}
      onKeyDown={(event: KeyboardEvent<HTMLElement>) => {
        if (event.key !== "ArrowDown") return;
        event.preventDefault();
        open(event);
      }}
    />
  );
}

/** Calls `open` with where the pointer is, once the row has the focus, which it gets back from the menu. */
export const rightClick = (open: (position: MenuPosition) => void) => ({
  onContextMenu(event: MouseEvent<HTMLElement>) {
    event.preventDefault();
    event.currentTarget.querySelector<HTMLElement>("[data-row]")?.focus({ preventScroll: true });
    open({ x: event.clientX, y: event.clientY, align: "start" });
  },
});
