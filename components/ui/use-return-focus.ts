"use client";

import { useState } from "react";

/** What gets the focus back from menus that have no button. */
export const menuOpeners = new WeakMap<Element, HTMLElement>();

/**
 * What a dialog does with the focus once it is closed: back to what had it before, or to the opener of the menu that it
 * was opened from. Radix does so only for triggers of its own.
 */
export function useReturnFocus(): (event: Event) => void {
  const [opener] = useState(() => (typeof document === "undefined" ? null : openerOf(document)));
  return (event) => {
    event.preventDefault();
    // Who closed it may have moved the focus to where the work goes on.
    if (document.activeElement === document.body) opener?.focus();
  };
}

function openerOf({ activeElement }: Document): HTMLElement | null {
  const menu = activeElement?.closest("[role=menu]");
  const button = document.getElementById(menu?.getAttribute("aria-labelledby") ?? "");
  const opener = menu == null ? button : (menuOpeners.get(menu) ?? button);
  return opener ?? (activeElement instanceof HTMLElement ? activeElement : null);
}
