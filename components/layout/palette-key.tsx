"use client";

import { Search } from "lucide-react";
import { useEffect, useState } from "react";

import { lazyWithRetry } from "@/components/ui/lazy-with-retry";
import { text } from "@/console/text/layout";

const Palette = lazyWithRetry(() => import("./palette").then((all) => all.Palette));
const Shortcuts = lazyWithRetry(() => import("./shortcuts").then((all) => all.Shortcuts));

type Props = { orgId: string; isSupport: boolean };

/** Opens the command palette by its button, or by Ctrl+K or ⌘K anywhere; "?" lists the shortcuts. */
export function PaletteKey(props: Props) {
  const [open, setOpen] = useState<"palette" | "shortcuts" | null>(null);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const asked = askedBy(event);
      if (asked === null) return;
      event.preventDefault();
      setOpen((before) => (before === null ? asked : null));
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
        className="border-line text-muted hover:bg-well hover:text-ink rounded-control flex h-9 shrink-0 items-center gap-2 border px-2.5 text-sm lg:h-8 lg:w-[calc(100%-2.625rem)] pointer-coarse:lg:w-[calc(100%-3.125rem)]"
        onClick={() => setOpen("palette")}
      >
        <Search aria-hidden className="size-4 shrink-0" />
        <span className="sr-only flex-1 text-left lg:not-sr-only">{text.goTo}</span>
        <kbd aria-hidden className="hidden font-sans text-xs lg:inline">
          {text.goToShortcut}
        </kbd>
      </button>
      {open === "palette" && <Palette {...props} onClose={() => setOpen(null)} />}
      {open === "shortcuts" && <Shortcuts onClose={() => setOpen(null)} />}
    </>
  );
}

function askedBy({ key, ctrlKey, metaKey, shiftKey, target }: KeyboardEvent) {
  if (key.toLowerCase() === "k" && (ctrlKey || metaKey) && !shiftKey) return "palette";
  const isTyping = target instanceof Element && target.closest("input, textarea, select") !== null;
  return key === "?" && !isTyping ? "shortcuts" : null;
}
