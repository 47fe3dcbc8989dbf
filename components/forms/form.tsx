"use client";

import type { ReactNode, SubmitEvent } from "react";

import { Submit } from "@/components/ui/submit";

type Props = {
  /** Called with what stands in the fields, by their names. */
  onSubmit: (values: Record<string, string>) => void;
  submit: string;
  /** Whether the last submission is still under way. */
  pending: boolean;
  /** Whether there is nothing to send, since the reader may not. */
  disabled?: boolean;
  children: ReactNode;
};

/** Fields and the button that sends them. The button keeps the focus meanwhile, and a second press does nothing. */
export function Form({ onSubmit, submit, pending, disabled = false, children }: Props) {
  const send = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (pending) return;
    const fields = [...new FormData(event.currentTarget)];
    onSubmit(Object.fromEntries(fields.filter((field) => isText(field))));
  };
  return (
    <form onSubmit={send} className="flex flex-col gap-4">
      {children}
      <Submit disabled={disabled} aria-disabled={pending} className="mt-1">
        {pending ? "One moment…" : submit}
      </Submit>
      <noscript>
        <p className="text-muted text-sm">This form needs JavaScript.</p>
      </noscript>
    </form>
  );
}

const isText = (field: [string, FormDataEntryValue]): field is [string, string] =>
  typeof field[1] === "string";
