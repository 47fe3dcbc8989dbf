"use client";

import { useLayoutEffect, useRef, useState } from "react";

import { toastNotLoaded } from "@/components/ui/lazy-with-retry";
import type { Entry } from "@/console/queries/entries";
import type { EntryChange } from "@/console/queries/entry-pages";
import type { FilesystemIds } from "@/console/queries/webhooks";
import { nameOf } from "@/console/state/paths";
import { text } from "@/console/text/files";

type Props = {
  params: FilesystemIds;
  entry: Entry;
  /** Called with the entry under its new name; null: it keeps its name. */
  onEnd: (renamed: Entry | null) => void;
  /** Called when it was undone later. */
  onChanged: (changes: readonly EntryChange[]) => void;
};

/** The name of an entry while it is edited: Enter saves it, Escape does not. */
export function RenameField({ params, entry: { path, type }, onEnd, onChanged }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const name = nameOf(path);
  const [state, setState] = useState<"open" | "saving" | "refused">("open");
  useLayoutEffect(() => {
    const begin = () => {
      if (document.activeElement === input.current) return;
      const end = type === "file" ? name.lastIndexOf(".") : -1;
      input.current?.focus();
      input.current?.setSelectionRange(0, end > 0 ? end : name.length);
    };
    // At once, for keys that follow F2; and again after a menu that closes has given the focus back to its button.
    begin();
    let timer: ReturnType<typeof setTimeout>;
    const frame = requestAnimationFrame(() => (timer = setTimeout(begin)));
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [name, type]);
  const save = async (next: string) => {
    setState("saving");
    const { renameEntry } = await import("./rename-entry");
    const renamed = await renameEntry(params, path, next, onChanged);
    if (renamed !== null) return onEnd(renamed);
    setState("refused");
    input.current?.focus();
  };
  const submit = (next: string) => {
    if (next === "" || next === name) return onEnd(null);
    if (state !== "saving")
      save(next).catch(() => {
        setState("refused");
        toastNotLoaded();
      });
  };
  return (
    <input
      ref={input}
      aria-label={text.newName(name)}
      aria-invalid={state === "refused"}
      defaultValue={name}
      autoComplete="off"
      spellCheck={false}
      className="border-edge bg-sheet rounded-control aria-invalid:border-bad min-w-0 border px-1.5 text-lg sm:text-base"
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === "Enter") submit(event.currentTarget.value.trim());
        if (event.key === "Escape") onEnd(null);
      }}
    />
  );
}
