"use client";

import { type ComponentProps, type InvalidEvent, type ReactNode, useId, useState } from "react";

import { fieldProblem } from "@/console/text/fields";

import { Input } from "./input";

type Props = Omit<ComponentProps<typeof Input>, "id" | "onInvalid" | "onInput"> & {
  label: string;
  hint?: ReactNode;
  /** What is wrong with the value, as a sentence. */
  error?: string | undefined;
  /** Shown in the input, at its right end. */
  children?: ReactNode;
};

/** An input with its label, hint and error, linked for screen readers. What the browser doesn't accept is an error too. */
export function Field({ label, hint, error: refusal, children, ...input }: Props) {
  const id = useId();
  const [problem, setProblem] = useState<string>();
  const error = problem ?? refusal;
  const refuse = (event: InvalidEvent<HTMLInputElement>) => {
    // The browser's own message would cover what is below, and not focus the field then.
    event.preventDefault();
    const { currentTarget } = event;
    setProblem(fieldProblem(label, currentTarget));
    if (currentTarget.form?.querySelector("input:invalid") === currentTarget) currentTarget.focus();
  };
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <div className="relative">
        <Input
          id={id}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={described === "" ? undefined : described}
          onInvalid={refuse}
          onInput={() => setProblem(undefined)}
          {...input}
        />
        {children}
      </div>
      {hint && (
        <p id={`${id}-hint`} className="text-muted text-sm">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="text-bad text-sm">
          {error}
        </p>
      )}
    </div>
  );
}
