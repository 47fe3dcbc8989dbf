"use client";

import { type ReactNode, type SubmitEvent, useEffect, useRef } from "react";

import { Submit } from "@/components/ui/submit";
import { text } from "@/console/text/forms";

type Props = {
  /** Called with the values of the fields by name. */
  onSubmit: (values: Record<string, string>) => void;
  submit: string;
  /** Whether a submission is in progress. */
  pending: boolean;
  /** Whether the user may not submit it. */
  disabled?: boolean;
  /** The button is as wide as its text, for a form in a card. */
  compact?: boolean;
  /** The button stays in view, for a form in a dialog that may be higher than the window. */
  isLong?: boolean;
  children: ReactNode;
};

/** A form with a submit button, which keeps the focus while pending and ignores further clicks. */
export function Form({
  onSubmit,
  submit,
  pending,
  disabled = false,
  compact = false,
  isLong = false,
  children,
}: Props) {
  const form = useRef<HTMLFormElement>(null);
  const wasPending = useRef(false);
  useEffect(() => {
    // What was refused is corrected next.
    if (wasPending.current && !pending)
      form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
    wasPending.current = pending;
  }, [pending]);
  const send = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (pending) return;
    const fields = [...new FormData(event.currentTarget)];
    onSubmit(Object.fromEntries(fields.filter((field) => isText(field))));
  };
  return (
    <form ref={form} onSubmit={send} className="flex flex-col gap-4">
      {children}
      <div
        className={
          isLong
            ? "border-line bg-sheet sticky -bottom-5 -mx-5 -mb-5 flex flex-col border-t p-5 sm:-bottom-6 sm:-mx-6 sm:-mb-6 sm:px-6"
            : "mt-1 flex flex-col"
        }
      >
        <Submit disabled={disabled} aria-disabled={pending} className={compact ? "self-start" : ""}>
          {pending ? text.pending : submit}
        </Submit>
      </div>
      <noscript>
        <p className="text-muted text-sm">{text.needsJavaScript}</p>
      </noscript>
    </form>
  );
}

const isText = (field: [string, FormDataEntryValue]): field is [string, string] =>
  typeof field[1] === "string";
