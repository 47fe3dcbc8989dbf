"use client";

import { useMutation } from "@tanstack/react-query";
import { useLayoutEffect, useRef } from "react";

import { toastNotLoaded } from "@/components/ui/lazy-with-retry";
import type { Entry } from "@/console/queries/entries";
import type { EntryChange } from "@/console/queries/entry-pages";
import type { FilesystemIds } from "@/console/queries/webhooks";
import { nameOf } from "@/console/state/paths";
import { text } from "@/console/text/files";
import { RequestError } from "@/lib/api-client/request";

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
  const rename = useMutation({
    mutationFn: async (to: string) => {
      const { renameEntry } = await import("./rename-entry");
      return renameEntry(params, path, to, onChanged);
    },
    onSuccess: onEnd,
    onError: (error) => {
      if (!(error instanceof RequestError)) toastNotLoaded();
      input.current?.focus();
    },
  });
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
  const submit = (next: string) => {
    if (next === "" || next === name) onEnd(null);
    else if (!rename.isPending) rename.mutate(next);
  };
  return (
    <input
      ref={input}
      aria-label={text.newName(name)}
      aria-invalid={rename.isError}
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
