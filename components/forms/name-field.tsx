import type { ComponentProps } from "react";

import { Field } from "@/components/ui/field";
import { text } from "@/console/text/forms";

import { problemOf } from "./failure";

type Props = Omit<ComponentProps<typeof Field>, "label" | "name" | "error"> & {
  /** The error of the last submission. */
  failure: Error | null;
};

/** A name of up to 200 characters. */
export function NameField({ failure, ...field }: Props) {
  return (
    <Field
      label={text.name}
      name="name"
      required
      maxLength={200}
      autoComplete="off"
      error={problemOf(failure, "name")}
      {...field}
    />
  );
}
