"use client";

import { type ComponentProps, useState } from "react";

import { Field } from "@/components/ui/field";
import { text } from "@/console/text/fields";

type Props = Omit<ComponentProps<typeof Field>, "type" | "children">;

/** A password, which a button shows while it is typed. */
export function PasswordField(props: Props) {
  const [isShown, setShown] = useState(false);
  return (
    <Field
      {...props}
      type={isShown ? "text" : "password"}
      autoCapitalize="none"
      spellCheck={false}
      // Edge has a button of its own.
      className="pr-16 [&::-ms-reveal]:hidden"
    >
      <button
        type="button"
        onClick={() => setShown(!isShown)}
        className="text-muted hover:text-ink rounded-control absolute inset-y-0 right-0 px-3 text-sm font-medium"
      >
        {isShown ? text.hide : text.show} <span className="sr-only">{text.thePassword}</span>
      </button>
    </Field>
  );
}
