"use client";

import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef } from "react";

import { toast } from "@/components/ui/toasts";
import type { Entry } from "@/console/queries/entries";
import { transferEntry } from "@/console/queries/transfers";
import type { FilesystemIds } from "@/console/queries/webhooks";
import { childOf, directoryOf, nameOf } from "@/console/state/paths";
import { errorMessage } from "@/console/text/error-message";
import { text } from "@/console/text/files";
import { transferText } from "@/console/text/transfers";
import { RequestError } from "@/lib/api-client/request";

type Props = {
  params: FilesystemIds;
  entry: Entry;
  /** Called with the entry under its new name; null: it keeps its name. */
  onEnd: (renamed: Entry | null) => void;
};

/** The name of an entry while it is edited: Enter saves it, Escape does not. */
export function RenameField({ params, entry: { path, type }, onEnd }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const name = nameOf(path);
  const rename = useMutation({
    mutationFn: (to: string) => transferEntry(params, "move", { from: path, to }),
    onSuccess: onEnd,
    onError: (error) => {
      if (error instanceof RequestError) toast(errorMessage(error, transferText.errors));
      input.current?.focus();
    },
  });
  useEffect(() => {
    // After a menu that closes has given the focus back to its button.
    let timer: ReturnType<typeof setTimeout>;
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => {
        const end = type === "file" ? name.lastIndexOf(".") : -1;
        input.current?.focus();
        input.current?.setSelectionRange(0, end > 0 ? end : name.length);
      });
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [name, type]);
  const submit = (next: string) => {
    if (next === "" || next === name) onEnd(null);
    else if (!rename.isPending) rename.mutate(childOf(directoryOf(path), next));
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
