import type { ComponentProps } from "react";

import { Field } from "@/components/ui/field";

import { problemOf } from "./failure";

type Props = Omit<ComponentProps<typeof Field>, "label" | "name" | "error"> & {
  /** What came of sending the form. */
  failure: Error | null;
};

/** What a thing is called; the contract allows 200 characters. */
export function NameField({ failure, ...field }: Props) {
  return (
    <Field
      label="Name"
      name="name"
      required
      maxLength={200}
      autoComplete="off"
      error={problemOf(failure, "name")}
      {...field}
    />
  );
}
