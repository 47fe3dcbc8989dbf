"use client";

import { useEffect, useRef } from "react";

import { SearchInput } from "@/components/ui/search-input";
import { text } from "@/console/text/files";

type Props = {
  query: string;
  isRecursive: boolean;
  onQuery: (query: string) => void;
  onRecursive: (isRecursive: boolean) => void;
};

/** Narrows a folder to names with a text, or searches everything below it. "/" goes there. */
export function FilterBar({ query, isRecursive, onQuery, onRecursive }: Props) {
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
      const { target } = event;
      if (!(target instanceof Element)) return;
      if (target.closest("input:not([type=checkbox]), textarea, select, [role=dialog]")) return;
      event.preventDefault();
      bar.current?.querySelector("input")?.focus();
    };
    window.addEventListener("keydown", focus);
    return () => window.removeEventListener("keydown", focus);
  }, []);
  return (
    <div ref={bar} className="flex flex-wrap items-center gap-x-4 gap-y-2 max-sm:basis-full">
      <span className="relative max-sm:basis-full">
        <SearchInput
          label={text.filter}
          placeholder={text.filter}
          value={query}
          onChange={onQuery}
          className="sm:w-64"
        />
        {query === "" && (
          <kbd
            aria-hidden
            className="text-muted border-line rounded-control pointer-events-none absolute inset-y-2 right-2 border px-1.5 font-sans text-xs leading-4.5 pointer-coarse:hidden"
          >
            /
          </kbd>
        )}
      </span>
      {query !== "" && (
        <fieldset className="flex gap-1">
          <legend className="sr-only">{text.scope}</legend>
          {[false, true].map((recursive) => (
            <button
              key={String(recursive)}
              type="button"
              aria-pressed={isRecursive === recursive}
              onClick={() => onRecursive(recursive)}
              className="text-muted hover:text-ink aria-pressed:bg-tide-soft aria-pressed:text-tide rounded-control px-2 py-0.5 text-sm font-medium"
            >
              {recursive ? text.below : text.thisFolder}
            </button>
          ))}
        </fieldset>
      )}
    </div>
  );
}
