"use client";

import { useId, useLayoutEffect, useRef, useState } from "react";

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
  const id = useId();
  const [isSaving, setSaving] = useState(false);
  const [refusal, setRefusal] = useState<string>();
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
    setSaving(true);
    setRefusal(undefined);
    const { renameEntry } = await import("./rename-entry");
    const renamed = await renameEntry(params, path, next, onChanged);
    if (typeof renamed !== "string") return onEnd(renamed);
    setRefusal(renamed);
    input.current?.focus();
  };
  const submit = (next: string) => {
    if (next === "" || next === name) return onEnd(null);
    if (!isSaving)
      void save(next)
        .catch(toastNotLoaded)
        .finally(() => setSaving(false));
  };
  return (
    <span className="flex min-w-0 items-center gap-x-3 max-sm:flex-col max-sm:items-stretch">
      <input
        ref={input}
        aria-label={text.newName(name)}
        aria-invalid={refusal !== undefined}
        aria-describedby={id}
        defaultValue={name}
        autoComplete="off"
        spellCheck={false}
        className="border-edge bg-sheet rounded-control aria-invalid:border-bad min-w-0 flex-1 border px-1.5 text-lg sm:text-base"
        onKeyDown={(event) => {
          event.stopPropagation();
          if (event.key === "Enter") submit(event.currentTarget.value.trim());
          if (event.key === "Escape") onEnd(null);
        }}
      />
      <span id={id} role="alert" className="text-bad truncate text-sm empty:hidden">
        {refusal}
      </span>
    </span>
  );
}
