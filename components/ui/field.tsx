import { type ComponentProps, type ReactNode, useId } from "react";

import { Input } from "./input";

type Props = Omit<ComponentProps<typeof Input>, "id"> & {
  label: string;
  hint?: ReactNode;
  /** What is wrong with the value, as a sentence. */
  error?: string | undefined;
};

/** An input with its label, hint and error, linked for screen readers. */
export function Field({ label, hint, error, ...input }: Props) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <Input
        id={id}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={described === "" ? undefined : described}
        {...input}
      />
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
