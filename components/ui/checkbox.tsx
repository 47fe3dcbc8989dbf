import { type ComponentProps, type ReactNode, useId } from "react";

type Props = Omit<ComponentProps<"input">, "type" | "id"> & { label: ReactNode; hint?: ReactNode };

/** A checkbox with its label and an optional hint. */
export function Checkbox({ label, hint, ...input }: Props) {
  const id = useId();
  return (
    <div className="grid grid-cols-[auto_1fr] items-start gap-x-2.5">
      <input
        id={id}
        type="checkbox"
        className="mt-1 size-4 pointer-coarse:mt-2.5 pointer-coarse:size-5"
        aria-describedby={hint ? `${id}-hint` : undefined}
        {...input}
      />
      <label htmlFor={id} className="text-base pointer-coarse:py-2.5">
        {label}
      </label>
      {hint && (
        <p id={`${id}-hint`} className="text-muted col-start-2 text-sm">
          {hint}
        </p>
      )}
    </div>
  );
}
