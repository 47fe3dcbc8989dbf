"use client";

import { useState } from "react";

/** What gets the focus back from menus that have no button. */
export const menuOpeners = new WeakMap<Element, HTMLElement>();

// What gets it back from open dialogs, also from the one that takes the place of another.
const dialogOpeners = new WeakMap<Element, HTMLElement>();

/**
 * What a dialog does with the focus once it is closed: back to what had it before, or to the opener of the menu that it
 * was opened from. Radix does so only for triggers of its own.
 * @returns properties for the content of the dialog
 */
export function useReturnFocus() {
  const [{ opener, before }] = useState(() =>
    typeof document === "undefined" ? { opener: null, before: null } : openersOf(document),
  );
  return {
    ref: (dialog: HTMLElement | null) => {
      const outer = before ?? opener;
      if (dialog !== null && outer !== null) dialogOpeners.set(dialog, outer);
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      // Who closed it may have moved the focus to where the work goes on.
      if (document.activeElement !== document.body) return;
      if (opener?.isConnected === true) opener.focus();
      else before?.focus();
    },
  };
}

/** What the focus goes back to, and what it goes to if that went with the dialog that this one replaces. */
function openersOf({ activeElement }: Document) {
  const menu = activeElement?.closest("[role=menu]");
  const button = document.getElementById(menu?.getAttribute("aria-labelledby") ?? "");
  const ofMenu = menu == null ? button : (menuOpeners.get(menu) ?? button);
  const opener = ofMenu ?? (activeElement instanceof HTMLElement ? activeElement : null);
  const dialog = activeElement?.closest("[role=dialog]");
  return { opener, before: (dialog && dialogOpeners.get(dialog)) ?? null };
}
