"use client";

import { Search } from "lucide-react";
import { useEffect, useState } from "react";

import { lazyWithRetry } from "@/components/ui/lazy-with-retry";
import { text } from "@/console/text/layout";

const Palette = lazyWithRetry(() => import("./palette").then((all) => all.Palette));

type Props = { orgId: string; isSupport: boolean };

/** Opens the command palette by its button, or by Ctrl+K or ⌘K anywhere. */
export function PaletteKey(props: Props) {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey) || event.shiftKey)
        return;
      event.preventDefault();
      setOpen((before) => !before);
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, []);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        className="border-line text-muted hover:bg-well hover:text-ink rounded-control flex h-9 shrink-0 items-center gap-2 border px-2.5 text-sm lg:h-8 lg:w-full"
        onClick={() => setOpen(true)}
      >
        <Search aria-hidden className="size-4 shrink-0" />
        <span className="sr-only flex-1 text-left lg:not-sr-only">{text.goTo}</span>
        <kbd aria-hidden className="hidden font-sans text-xs lg:inline">
          {text.goToShortcut}
        </kbd>
      </button>
      {isOpen && <Palette {...props} onClose={() => setOpen(false)} />}
    </>
  );
}
