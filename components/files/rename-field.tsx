"use client";

import { useId, useLayoutEffect, useRef, useState } from "react";

import { isComposing } from "@/components/ui/is-composing";
import { toastNotLoaded } from "@/components/ui/lazy-with-retry";
import type { Entry } from "@/console/queries/entries";
import type { EntryChange } from "@/console/queries/entry-pages";
import type { FilesystemIds } from "@/console/queries/webhooks";
import { nameOf } from "@/console/state/paths";
import { text } from "@/console/text/files";

type Props = {
  params: FilesystemIds;
  entry: Entry;
  /** Called with the entry under its new name, or null if it keeps its name, and whether the field was not left before. */
  onEnd: (renamed: Entry | null, hadFocus: boolean) => void;
  /** Called when it was undone later. */
  onUndone: (changes: readonly EntryChange[]) => void;
};

/** The name of an entry while it is edited: Enter saves it, and so does leaving the field; Escape does not. */
export function RenameField({ params, entry: { path, type }, onEnd, onUndone }: Props) {
  const input = useRef<HTMLInputElement>(null);
  // Until it is, a menu that closes may take the focus for a moment.
  const isReady = useRef(false);
  const isLeft = useRef(false);
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
    const beginAgain = () => {
      begin();
      isReady.current = true;
    };
    const frame = requestAnimationFrame(() => (timer = setTimeout(beginAgain)));
    return () => {
      // A field that goes away is left as well.
      isReady.current = false;
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [name, type]);
  const end = (renamed: Entry | null) => onEnd(renamed, !isLeft.current);
  const save = async (next: string) => {
    setSaving(true);
    setRefusal(undefined);
    const { renameEntry } = await import("./rename-entry");
    const renamed = await renameEntry(params, path, next, onUndone);
    if (typeof renamed !== "string") return end(renamed);
    setRefusal(renamed);
  };
  const submit = ({ value, defaultValue }: HTMLInputElement) => {
    if (isSaving) return;
    const next = value.trim();
    // The field shows a line break as nothing, and a name may end with a space: as it was it stays.
    if (next === "" || next === name || value === shownAs(defaultValue)) return end(null);
    if (next.includes("/")) return setRefusal(text.slashInName);
    if (next === "." || next === "..") return setRefusal(text.dotsAsName);
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
          if (isComposing(event)) return;
          if (event.key === "Escape") end(null);
          if (event.key !== "Enter") return;
          // The key would press the button of the row, which may have the focus by then.
          event.preventDefault();
          submit(event.currentTarget);
        }}
        onFocus={() => (isLeft.current = false)}
        onBlur={({ currentTarget }) => {
          // In a window that was left, it keeps the focus.
          if (document.activeElement === currentTarget || !isReady.current) return;
          isLeft.current = true;
          submit(currentTarget);
        }}
      />
      <span id={id} role="alert" className="text-bad truncate text-sm empty:hidden">
        {refusal}
      </span>
    </span>
  );
}

const shownAs = (name: string) => name.replaceAll(/[\r\n]/g, "");
